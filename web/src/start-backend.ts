import { composeBackend } from './backend/compose.ts'
import { createLock } from './backend/connection/locks.ts'
import { loadLocalPart } from './backend/load-local.ts'
import { openDevice } from './backend/store/device.ts'
import { deviceTimeZone } from './device/time-zone.ts'
import { waitUntilIdle } from './loading/idle.ts'

/** The interval between two regular syncs of the replica, in milliseconds. */
const SYNC_INTERVAL_MS = 120_000
/** The interval between two syncs while the outbox has waiting entries or the last sync is unfinished, in milliseconds. */
const UPLOAD_INTERVAL_MS = 4_000

/** Opens the storage of this device, connects to the server, and starts the regular syncs between the two. */
export function startBackend() {
  const composition = composeBackend({
    fetch: window.fetch.bind(window),
    device: openDevice({ page: window, timeZone: deviceTimeZone }),
    lock: createLock('hudur'),
    downloadLock: createLock('hudur-download'),
    openDoor: linkId => ({
      device: openDevice({ name: `hudur-link-${linkId}`, page: window, timeZone: deviceTimeZone, isDoor: true }),
      lock: createLock(`hudur-link-${linkId}`),
      downloadLock: createLock(`hudur-link-${linkId}-download`),
    }),
    page: document,
    storage: () => window.localStorage,
  })
  const { connection, sync, status } = composition
  setInterval(sync.run, SYNC_INTERVAL_MS)
  setInterval(() => {
    if (sync.isDue() && !status.get().needsSignIn) void sync.run()
  }, UPLOAD_INTERVAL_MS)
  connection.watch(window)
  // Loads the code for offline calls on every connection, also a slow one: without it this device cannot answer calls when the connection
  // is lost.
  void waitUntilIdle().then(() => loadLocalPart().catch(() => {}))
  return composition
}
