import './styles/base.css'
import { Refusal, Unreachable } from '@hudur/core'
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { I18nProvider } from 'react-aria-components'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { createRouter } from './app/router.tsx'
import { compose } from './backend/compose.ts'
import { openDevice } from './backend/device/device.ts'
import { createLock } from './backend/locks.ts'
import { BackendContext } from './backend/use-backend.ts'
import { ConnectionContext } from './backend/use-connection.ts'
import { DeviceContext } from './backend/use-device.ts'
import { refuseStrayFiles } from './device/stray-files.ts'
import { meKey } from './features/accounts/queries.ts'
import { timeZone } from './text/format.ts'
import { Toasts } from './ui/toast.tsx'

/** How often the device's copy is brought up to date, in milliseconds. */
const EXCHANGE_EVERY = 120_000
/** How often what waits is told again while the server answers others: one lost answer disconnects nobody. */
const TELL_EVERY = 4_000

const { backend, connection, ...device } = compose({
  fetch: window.fetch.bind(window),
  device: openDevice({ timeZone: timeZone() }),
  lock: createLock('hudur'),
  storage: () => window.localStorage,
})

const isAtDoor = () => /^\/scanner\/?$/i.test(window.location.pathname)

/** A session that ended elsewhere shows in any call; then it is asked anew who is here. At a door nobody is sent away between two guests. */
const noticeSessionEnd = (error: Error) => {
  if (!(error instanceof Refusal && error.code === 'not-signed-in')) return
  if (isAtDoor()) device.status.needsSignIn(true)
  else void queries.invalidateQueries({ queryKey: meKey })
}

const queries = new QueryClient({
  queryCache: new QueryCache({ onError: noticeSessionEnd }),
  mutationCache: new MutationCache({ onError: noticeSessionEnd }),
  defaultOptions: {
    // `always`: the connection is judged by answers, not by what the browser believes about the network.
    queries: { networkMode: 'always', staleTime: 30_000, retry: (failures, error) => error instanceof Unreachable && failures < 1 },
    mutations: { networkMode: 'always' },
  },
})

queries.setQueryDefaults(meKey, { refetchOnWindowFocus: () => !isAtDoor() })

/** Everything is read again; who is signed in not at a door, which stays open when a session has ended meanwhile: the badge asks for the sign-in. */
function readAgain() {
  void queries.invalidateQueries({ predicate: ({ queryKey }) => !(isAtDoor() && queryKey[0] === meKey[0]) })
}

let wasLost = false
connection.subscribe(() => {
  const state = connection.get()
  if (state === 'connected') void device.exchange.run()
  if (state === 'connected' && wasLost) readAgain()
  if (state !== 'testing') wasLost = state === 'disconnected'
})
device.exchange.onTold(readAgain)
setInterval(device.exchange.run, EXCHANGE_EVERY)
setInterval(() => {
  const { waiting, needsSignIn } = device.status.get()
  if (waiting > 0 && !needsSignIn) void device.exchange.run()
}, TELL_EVERY)
connection.watch(window)
refuseStrayFiles(window)

const router = createRouter()
let wasAtDoor = isAtDoor()
router.subscribe(() => {
  if (isAtDoor() && !wasAtDoor) void device.exchange.run()
  wasAtDoor = isAtDoor()
})

const root = document.getElementById('root')
if (!root) throw new Error('the page has no #root')

createRoot(root).render(
  <StrictMode>
    <I18nProvider locale="ar-YE-u-nu-latn-ca-gregory">
      <QueryClientProvider client={queries}>
        <ConnectionContext value={connection}>
          <DeviceContext value={device}>
            <BackendContext value={backend}>
              <RouterProvider router={router} />
              <Toasts />
            </BackendContext>
          </DeviceContext>
        </ConnectionContext>
      </QueryClientProvider>
    </I18nProvider>
  </StrictMode>,
)
