import { contract } from '@hudur/core/contract'
import type { Endpoint } from '@hudur/core/endpoint'
import { createHttpBackend } from '@hudur/core/http-backend'
import { Refusal } from '@hudur/core/refusals'
import { createBackend } from './backend.ts'
import { createConnection } from './connection/connection.ts'
import { createLiveFeeds } from './connection/live.ts'
import type { Lock } from './connection/locks.ts'
import { createServerCalls } from './connection/server-calls.ts'
import type { composeDoorBackend, DoorServices, OpenDoorStorage } from './door.ts'
import { localPartOf } from './load-local.ts'
import { type Device, limitOpeningTime } from './store/device.ts'
import { removeSummaries } from './store/summary-keys.ts'
import { createDeviceStatus } from './sync/status.ts'
import { createSync } from './sync/sync.ts'

type ComposeOptions = {
  fetch: typeof globalThis.fetch
  base?: string
  /** Resolves to this device when its storage is open. Rejects where the browser has no storage. */
  device: Promise<Device>
  lock: Lock
  downloadLock: Lock
  openDoor: OpenDoorStorage
  /** The page that displays live figures. The figures are updated while the page is visible. */
  page?: Document
  /** Returns the local storage of the browser. Throws where the browser forbids storage. */
  storage: () => Storage
}

/** Creates the backend of the screens from the server and this device, and the connection, the device status and the sync that it uses. */
export function composeBackend({ fetch, base = '', device: opening, lock, downloadLock, openDoor, page, storage }: ComposeOptions) {
  const handleResponsePart = (endpoint: Endpoint) => {
    if (endpoint !== contract.installation.test) connection.partReceived()
  }
  const server = createHttpBackend(contract, { base, fetch, onPart: handleResponsePart })
  const deviceOpening = limitOpeningTime(opening)
  const { device, openedLate } = deviceOpening

  const doors = new Map<string, DoorServices>()
  const connection = createConnection(async () => {
    const thisDevice = await device()
    const askedAt = (thisDevice?.now ?? (() => new Date()))().getTime()
    const report = await server.installation.test({})
    // The measurement is not awaited: a failure to store the clock offset must not fail the probe, and the next probe measures again.
    for (const side of [{ device, status }, ...doors.values()])
      void side
        .device()
        .then(one => one?.clock.measure(report.now, askedAt).then(() => side.status.changed(), side.status.reportStorageFailure))
    return report
  })
  const status = createDeviceStatus(deviceOpening)
  const callServer = createServerCalls(connection)
  const withLocalStorage = async (use: (storage: Storage) => unknown) => {
    try {
      await use(storage())
    } catch {
      // The summary is optional, so without local storage it is not written.
    }
  }

  const shared = { server, device, connection, callServer, lock, downloadLock, status }
  const sync = createSync({
    ...shared,
    readUser: () => server.accounts.me({}),
    readChanges: server.invitations.changes,
    writeSummaries: (thisDevice, user) =>
      withLocalStorage(async localStorage => (await import('./store/summaries.ts')).writeSummaries(thisDevice, user, localStorage)),
  })
  const backend = createBackend({ ...shared, sync, removeSummaries: () => void withLocalStorage(removeSummaries) })

  return {
    backend,
    connection,
    live: createLiveFeeds({ server, fetch, base, connection, page }),

    /**
     * Exchanges the token of a link, with its PIN, for the cookie of the link. The request is sent also while `disconnected`, because only
     * the server can answer.
     */
    enterLink: (token: string, pin?: string) => server.links.enter({ token, ...(pin !== undefined && { pin }) }),

    /** Returns the backend and the live figures of a device that has a link instead of an account. Only the server answers its calls. */
    withLink(linkId: string) {
      const backend = createHttpBackend(contract, { base, fetch, linkId })
      return { backend, live: createLiveFeeds({ server: backend, fetch, base, connection, page, linkId }) }
    },
    /**
     * Returns the services of a door link. `create` is `composeDoorBackend`; it is passed in, so that only the screen of a door link loads
     * its code.
     */
    withDoor(linkId: string, create: typeof composeDoorBackend): DoorServices {
      const door = doors.get(linkId) ?? create({ linkId, fetch, base, connection, page, ...openDoor(linkId) })
      doors.set(linkId, door)
      // The probe also measures the clock offset of this device, which the scans of the door link need.
      void connection.retest()
      return door
    },
    status,
    sync,
    device,
    openedLate,

    /**
     * Moves the creations and scans of the fallback administrator to the signed-in administrator, as far as their quota allows. Throws
     * `not-allowed` unless the server has confirmed the session of an administrator.
     */
    async takeOver() {
      const thisDevice = await device()
      const user = await backend.accounts.me({})
      const session = await thisDevice?.people.session()
      if (!thisDevice || !user?.isAdmin || !session?.isConfirmed || session.userId !== user.id) throw new Refusal('not-allowed')
      const { takeOverLocalEntries } = await localPartOf(thisDevice)
      const result = await takeOverLocalEntries(thisDevice, user)
      await status.changed()
      await sync.run()
      return result
    },
  }
}

export type BackendComposition = ReturnType<typeof composeBackend>
