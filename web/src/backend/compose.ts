import { contract, type Endpoint, httpBackend, Refusal } from '@hudur/core'
import { createBackend } from './backend.ts'
import { createConnection } from './connection/connection.ts'
import { createLive } from './connection/live.ts'
import type { Lock } from './connection/locks.ts'
import { createServerCalls } from './connection/server-calls.ts'
import type { composeDoor, Door, OpenDoor } from './door.ts'
import { localPartOf } from './load-local.ts'
import { type Device, limitOpening } from './store/device.ts'
import { forgetSummaries, summarise } from './store/summaries.ts'
import { createDeviceStatus } from './sync/status.ts'
import { createSync } from './sync/sync.ts'

type ComposeOptions = {
  fetch: typeof globalThis.fetch
  base?: string
  /** The device's storage. Rejects where the browser has none. */
  device: Promise<Device>
  lock: Lock
  /** Opens the storage of a door's link on this device. */
  openDoor: OpenDoor
  /** The page that shows live figures; they are followed while it is visible. */
  page?: Document
  /** Returns local storage. A function, because reading `localStorage` throws where storage is forbidden. */
  storage: () => Storage
}

/** Creates the backend of the screens from the server and this device, with the connection, the status and the sync between them. */
export function compose({ fetch, base = '', device: opening, lock, openDoor, page, storage }: ComposeOptions) {
  const onPart = (endpoint: Endpoint) => {
    if (endpoint !== contract.connection.test) connection.partReceived()
  }
  const server = httpBackend(contract, { base, fetch, onPart })
  const { device, openedLate } = limitOpening(opening)

  const doors = new Map<string, Door>()
  const connection = createConnection(async () => {
    const thisDevice = await device()
    const askedAt = (thisDevice?.now ?? (() => new Date()))().getTime()
    const report = await server.connection.test({})
    // Not awaited: when the measured offset cannot be stored, the next probe measures it again.
    for (const side of [{ device, status }, ...doors.values()])
      void side
        .device()
        .then(one => one?.clock.measure(report.now, askedAt).then(() => side.status.changed(), side.status.reportStorageFailure))
    return report
  })
  const status = createDeviceStatus(device)
  const callServer = createServerCalls(connection)
  const withStorage = async (use: (storage: Storage) => unknown) => {
    try {
      await use(storage())
    } catch {
      // The summary is optional: without local storage it is not written.
    }
  }

  const sync = createSync({
    server,
    device,
    connection,
    callServer,
    lock,
    status,
    readUser: () => server.accounts.me({}),
    readChanges: server.invitations.changes,
    summarise: (thisDevice, user) => withStorage(localStorage => summarise(thisDevice, user, localStorage)),
  })
  const backend = createBackend({
    server,
    device,
    connection,
    callServer,
    lock,
    status,
    sync,
    forgetSummaries: () => void withStorage(forgetSummaries),
  })
  void openedLate.then(isLate => {
    if (!isLate) return
    status.reportStored()
    void status.changed()
  })

  return {
    backend,
    connection,
    live: createLive({ server, fetch, base, connection, page }),

    /** Exchanges the token of a link for its cookie. Asks the server also while it is believed to be lost, because only it can answer. */
    enterLink: (token: string) => server.links.enter({ token }),

    /** Returns the calls and the live figures of a device with a link. This device answers none of them itself. */
    withLink(linkId: string) {
      const backend = httpBackend(contract, { base, fetch, linkId })
      return { backend, live: createLive({ server: backend, fetch, base, connection, page, linkId }) }
    },
    /**
     * Returns the calls and the live figures of a door, which this device answers too, and the door's own status and sync. `create` is
     * `composeDoor`, which only the screen of a door loads.
     */
    withDoor(linkId: string, create: typeof composeDoor): Door {
      const door = doors.get(linkId) ?? create({ linkId, fetch, base, connection, page, ...openDoor(linkId) })
      doors.set(linkId, door)
      // The probe measures how far the clock of the device is off, for the door's scans too.
      void connection.retest()
      return door
    },
    status,
    sync,
    device,
    openedLate,

    /**
     * Moves the creations and scans of the fallback administrator on this device to the signed-in administrator, within their quota. Throws
     * `not-allowed` unless the server confirmed the session of an administrator.
     */
    async takeOver() {
      const thisDevice = await device()
      const user = await backend.accounts.me({})
      const session = await thisDevice?.people.session()
      if (!thisDevice || !user?.isAdmin || !session?.isConfirmed || session.userId !== user.id) throw new Refusal('not-allowed')
      const { takeOverLocal } = await localPartOf(thisDevice)
      const result = await takeOverLocal(thisDevice, user)
      await status.changed()
      await sync.run()
      return result
    },
  }
}

export type Composition = ReturnType<typeof compose>
