import { UnreachableError } from '@hudur/core/http-backend'
import { Refusal } from '@hudur/core/refusals'
import { MutationCache, QueryCache, type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { I18nProvider } from 'react-aria-components'
import { BrokenScreen } from './app/error-screen.tsx'
import type { BackendComposition } from './backend/compose.ts'
import { InvalidatingQueryClient } from './backend/hooks/query-client.ts'
import { BackendContext } from './backend/hooks/use-backend.ts'
import { ConnectionContext } from './backend/hooks/use-connection.ts'
import { DeviceContext } from './backend/hooks/use-device.ts'
import { LiveFeedsContext } from './backend/hooks/use-live.ts'
import { meKey } from './backend/hooks/use-refresh.ts'
import { CurrentScreen } from './router/routed.tsx'
import type { Router } from './router/router.ts'
import { Toasts } from './ui/toast.tsx'

const isAtScanner = () => /^\/scanner\/?$/i.test(window.location.pathname)

/**
 * Creates the cache of server answers. When the server refuses a call because the session has ended, the signed-in user is loaded again. On
 * the scanner screen only `needsSignIn` is set, so that the screen does not change between two guests.
 */
export function createQueryClient(device: Pick<BackendComposition, 'status'>) {
  const handleSessionEnd = (error: Error) => {
    if (!(error instanceof Refusal && error.code === 'not-signed-in')) return
    if (isAtScanner()) device.status.setNeedsSignIn(true)
    // A running request for the signed-in user also finds that the session has ended.
    else if (queryClient.isFetching({ queryKey: meKey }) === 0) void queryClient.invalidateQueries({ queryKey: meKey })
  }
  const queryClient = new InvalidatingQueryClient({
    queryCache: new QueryCache({ onError: handleSessionEnd }),
    mutationCache: new MutationCache({ onError: handleSessionEnd }),
    defaultOptions: {
      // The network mode `always` sends requests also when the browser reports that it is offline. Only the server's answers decide whether
      // the server is reachable.
      queries: { networkMode: 'always', staleTime: 30_000, retry: (failures, error) => error instanceof UnreachableError && failures < 1 },
      mutations: { networkMode: 'always' },
    },
  })
  queryClient.setQueryDefaults(meKey, { refetchOnWindowFocus: () => !isAtScanner() })
  return queryClient
}

/**
 * Keeps the cache up to date. Syncs when the server is reachable again. Reloads cached queries when a lost connection is restored, after a
 * sync that uploaded something, and when the storage was opened late.
 */
export function keepCacheUpToDate(
  { connection, sync, openedLate }: Pick<BackendComposition, 'connection' | 'sync' | 'openedLate'>,
  queries: QueryClient,
) {
  // On the scanner screen the signed-in user is not reloaded. The scanner thus stays open after the session has ended, and the connection
  // badge asks for the sign-in.
  const reloadQueries = () => void queries.invalidateQueries({ predicate: ({ queryKey }) => !(isAtScanner() && queryKey[0] === meKey[0]) })
  let wasLost = false
  const handleConnectionState = () => {
    const state = connection.get()
    if (state === 'connected') void sync.run()
    if (state === 'connected' && wasLost) reloadQueries()
    if (state !== 'testing') wasLost = state === 'disconnected'
  }
  connection.subscribe(handleConnectionState)
  // The first connection test may have ended before this subscription, so the present state is handled once.
  handleConnectionState()
  sync.onUploaded(reloadQueries)
  // All queries are reloaded, also the signed-in user, because the profile in the storage may belong to another user.
  void openedLate.then(async isLate => {
    if (!isLate) return
    await queries.invalidateQueries()
    await sync.run()
  })
}

/** Starts a sync each time the scanner screen is opened. */
export function syncWhenScannerOpens(router: Router, { sync }: BackendComposition) {
  let wasAtScanner = isAtScanner()
  router.subscribe(() => {
    if (isAtScanner() && !wasAtScanner) void sync.run()
    wasAtScanner = isAtScanner()
  })
}

type ProductProps = { composition: BackendComposition; queries: QueryClient; router: Router }

/** Renders the whole app: the current screen, with the backend, the connection and the cache as contexts. */
export function Product({ composition, queries, router }: ProductProps) {
  return (
    <I18nProvider locale="ar-YE-u-nu-latn-ca-gregory">
      <QueryClientProvider client={queries}>
        <ConnectionContext value={composition.connection}>
          <DeviceContext value={composition}>
            <BackendContext value={composition.backend}>
              <LiveFeedsContext value={composition.live}>
                <CurrentScreen errorScreen={BrokenScreen} router={router} />
                <Toasts />
              </LiveFeedsContext>
            </BackendContext>
          </DeviceContext>
        </ConnectionContext>
      </QueryClientProvider>
    </I18nProvider>
  )
}
