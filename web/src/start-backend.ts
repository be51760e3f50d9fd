import { compose } from './backend/compose.ts'
import { createLock } from './backend/connection/locks.ts'
import { loadLocal } from './backend/load-local.ts'
import { openDevice } from './backend/store/device.ts'
import { idle } from './loading/idle.ts'
import { timeZone } from './text/format.ts'

/** How often the device syncs its replica, in milliseconds. */
const SYNC_INTERVAL_MS = 120_000
/** How often a sync starts while the outbox has waiting entries, or while the last sync is unfinished, in milliseconds. */
const UPLOAD_INTERVAL_MS = 4_000

/** Opens the storage of this device, connects to the server, and keeps both in sync. */
export function startBackend() {
  const composition = compose({
    fetch: window.fetch.bind(window),
    device: openDevice({ page: window, timeZone }),
    lock: createLock('hudur'),
    openDoor: linkId => ({
      device: openDevice({ name: `hudur-link-${linkId}`, page: window, timeZone, isDoor: true }),
      lock: createLock(`hudur-link-${linkId}`),
    }),
    page: document,
    storage: () => window.localStorage,
  })
  const { connection, sync, status } = composition
  setInterval(sync.run, SYNC_INTERVAL_MS)
  setInterval(() => {
    const { waiting, needsSignIn } = status.get()
    if ((waiting > 0 || sync.isUnfinished()) && !needsSignIn) void sync.run()
  }, UPLOAD_INTERVAL_MS)
  connection.watch(window)
  // Always, also on a slow line: without it this device answers nothing when the line is lost.
  void idle().then(() => loadLocal().catch(() => {}))
  return composition
}
