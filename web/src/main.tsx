import './styles/base.css'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { createRouter } from './app/router.tsx'
import { compose } from './backend/compose.ts'
import { createLock } from './backend/connection/locks.ts'
import { loadLocal } from './backend/load-local.ts'
import { openDevice } from './backend/store/device.ts'
import { refuseStrayFiles } from './device/stray-files.ts'
import { idle } from './loading/idle.ts'
import { createQueries, keepUpToDate, Product, syncAtScanner } from './product.tsx'
import { timeZone } from './text/format.ts'

/** How often the device syncs its replica, in milliseconds. */
const SYNC_INTERVAL_MS = 120_000
/** How often a sync starts while the outbox has waiting entries, or while the last sync is unfinished, in milliseconds. */
const UPLOAD_INTERVAL_MS = 4_000

const composition = compose({
  fetch: window.fetch.bind(window),
  device: openDevice({ page: window, timeZone: timeZone() }),
  lock: createLock('hudur'),
  openDoor: linkId => ({
    device: openDevice({ name: `hudur-link-${linkId}`, page: window, timeZone: timeZone(), isDoor: true }),
    lock: createLock(`hudur-link-${linkId}`),
  }),
  page: document,
  storage: () => window.localStorage,
})
const { connection, sync, status } = composition
const queries = createQueries(composition)
keepUpToDate(composition, queries)
setInterval(sync.run, SYNC_INTERVAL_MS)
setInterval(() => {
  const { waiting, needsSignIn } = status.get()
  if ((waiting > 0 || sync.isUnfinished()) && !needsSignIn) void sync.run()
}, UPLOAD_INTERVAL_MS)
connection.watch(window)
refuseStrayFiles(window)

const router = createRouter()
syncAtScanner(router, composition)

const root = document.getElementById('root')
if (!root) throw new Error('the page has no #root')

const reactRoot = createRoot(root)
startTransition(() =>
  reactRoot.render(
    <StrictMode>
      <Product composition={composition} queries={queries} router={router} />
    </StrictMode>,
  ),
)

// Always, also on a slow line: without it this device answers nothing when the line is lost.
void idle().then(() => loadLocal().catch(() => {}))
