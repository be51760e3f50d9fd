import { Refusal, Unreachable } from '@hudur/core'
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { I18nProvider } from 'react-aria-components'
import { BrokenScreen } from './app/error-screen.tsx'
import type { Composition } from './backend/compose.ts'
import { BackendContext } from './backend/hooks/use-backend.ts'
import { ConnectionContext } from './backend/hooks/use-connection.ts'
import { DeviceContext } from './backend/hooks/use-device.ts'
import { LiveContext } from './backend/hooks/use-live.ts'
import { meKey } from './features/accounts/queries.ts'
import { Routed } from './router/routed.tsx'
import type { Router } from './router/router.ts'
import { Toasts } from './ui/toast.tsx'

const isAtScanner = () => /^\/scanner\/?$/i.test(window.location.pathname)

/**
 * Creates the cache of server answers. When any call is refused because the session has ended, the signed-in user is read again. At the
 * scanner the badge asks for the sign-in instead, so that the screen does not change between two guests.
 */
export function createQueries(device: Pick<Composition, 'status'>) {
  const noticeSessionEnd = (error: Error) => {
    if (!(error instanceof Refusal && error.code === 'not-signed-in')) return
    if (isAtScanner()) device.status.needsSignIn(true)
    else void queries.invalidateQueries({ queryKey: meKey })
  }
  const queries = new QueryClient({
    queryCache: new QueryCache({ onError: noticeSessionEnd }),
    mutationCache: new MutationCache({ onError: noticeSessionEnd }),
    defaultOptions: {
      // `always`: whether the server can be reached is judged by its answers, not by the browser's network state.
      queries: { networkMode: 'always', staleTime: 30_000, retry: (failures, error) => error instanceof Unreachable && failures < 1 },
      mutations: { networkMode: 'always' },
    },
  })
  queries.setQueryDefaults(meKey, { refetchOnWindowFocus: () => !isAtScanner() })
  return queries
}

/**
 * Keeps the cache up to date: syncs when the server can be reached again, and reads everything again after an interruption or after a sync
 * that changed something.
 */
export function keepUpToDate(
  { connection, sync, openedLate }: Pick<Composition, 'connection' | 'sync' | 'openedLate'>,
  queries: QueryClient,
) {
  // At the scanner, the signed-in user is not read again: the scanner stays open when the session has ended, and the badge asks for the
  // sign-in.
  const readAgain = () => void queries.invalidateQueries({ predicate: ({ queryKey }) => !(isAtScanner() && queryKey[0] === meKey[0]) })
  let wasLost = false
  const follow = () => {
    const state = connection.get()
    if (state === 'connected') void sync.run()
    if (state === 'connected' && wasLost) readAgain()
    if (state !== 'testing') wasLost = state === 'disconnected'
  }
  connection.subscribe(follow)
  // The first test of the connection may have ended before.
  follow()
  sync.onUploaded(readAgain)
  // The signed-in user is read again too: the stored profile may belong to another user.
  void openedLate.then(async isLate => {
    if (!isLate) return
    await queries.invalidateQueries()
    await sync.run()
  })
}

/** Syncs whenever the scanner is opened. */
export function syncAtScanner(router: Router, { sync }: Composition) {
  let wasAtScanner = isAtScanner()
  router.subscribe(() => {
    if (isAtScanner() && !wasAtScanner) void sync.run()
    wasAtScanner = isAtScanner()
  })
}

type ProductProps = { composition: Composition; queries: QueryClient; router: Router }

/** The whole app: every screen, with the backend and the cache. */
export function Product({ composition, queries, router }: ProductProps) {
  return (
    <I18nProvider locale="ar-YE-u-nu-latn-ca-gregory">
      <QueryClientProvider client={queries}>
        <ConnectionContext value={composition.connection}>
          <DeviceContext value={composition}>
            <BackendContext value={composition.backend}>
              <LiveContext value={composition.live}>
                <Routed errorScreen={BrokenScreen} router={router} />
                <Toasts />
              </LiveContext>
            </BackendContext>
          </DeviceContext>
        </ConnectionContext>
      </QueryClientProvider>
    </I18nProvider>
  )
}
