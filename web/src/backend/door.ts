import type { User } from '@hudur/core/accounts/contract'
import { textWithoutName } from '@hudur/core/check-in/code'
import type { ScanAnswer } from '@hudur/core/check-in/contract'
import { isRepeatedAnswer } from '@hudur/core/check-in/rules'
import { type Contract, contract } from '@hudur/core/contract'
import type { Backend, EndpointInput, EndpointResult } from '@hudur/core/endpoint'
import type { EventDetails } from '@hudur/core/events/contract'
import { EMPTY_HOUSE } from '@hudur/core/events/house'
import { createHttpBackend, isUnansweredError } from '@hudur/core/http-backend'
import { BLANK_INVITATION } from '@hudur/core/invitations/views'
import type { CurrentLink } from '@hudur/core/links/contract'
import { Refusal } from '@hudur/core/refusals'
import { createBackend } from './backend.ts'
import type { Connection } from './connection/connection.ts'
import { createLiveFeeds } from './connection/live.ts'
import type { Lock } from './connection/locks.ts'
import { createServerCalls } from './connection/server-calls.ts'
import { type Device, limitOpeningTime } from './store/device.ts'
import { doorPinOf } from './store/door-pin.ts'
import { replicaInTransaction } from './store/replica.ts'
import { queueStoredScans, removeEntryByKey, retryEndedLink } from './store/scan-entries.ts'
import { metaInTransaction, readMeta, runWriteTransaction, type StoreName } from './store/store.ts'
import { createDeviceStatus } from './sync/status.ts'
import { createSync } from './sync/sync.ts'

type ReplicaChanges = EndpointResult<typeof contract.invitations.changes>

/** Opens the storage of a door link, which no account and no other link uses, and creates the locks that its tabs share. */
export type OpenDoorStorage = (linkId: string) => { device: Promise<Device>; lock: Lock; downloadLock: Lock }

type DoorDependencies = {
  linkId: string
  fetch: typeof globalThis.fetch
  base: string
  connection: Connection
  page: Document | undefined
} & ReturnType<OpenDoorStorage>

const isLinkEnded = (error: unknown) => error instanceof Refusal && error.code === 'link-ended'

/** Returns a door link in the form of a user. Its id takes the place of an account id in the replica, the scans and the outbox. */
const linkAsUser = ({ id, name }: CurrentLink): User => ({
  id,
  fullName: name,
  username: '',
  phone: null,
  email: null,
  generationLimit: 0,
  usedGenerations: 0,
  isAdmin: false,
  createdAt: new Date(0).toISOString(),
  passwordChangedAt: null,
})

/** Returns the replica of a door link in the form of the changes of an account, which `applyChanges` needs. */
function doorReplicaToChanges(linkId: string, replica: EndpointResult<typeof contract.links.replica>): ReplicaChanges {
  const { epoch, mark: cursor, isFull, event, invitations, formerCodes, deleted, moved = [], admissions, undos } = replica
  const details: EventDetails = {
    ...{ ...event, userId: linkId, createdAt: cursor, changedAt: cursor },
    ...{ startsAt: null, timeWords: null, place: null, mapUrl: null, hosts: null, note: null, phone: null, message: null },
    ...{ sideMessages: [], thanksMessage: null, answers: 'off', answersUntil: null, asksChildren: false, house: EMPTY_HOUSE },
    ...{ countsExits: event.countsExits ?? false, capacity: event.capacity ?? null },
  }
  const named = { eventId: event.id, eventName: event.name, eventDate: event.date, userId: linkId }
  return {
    ...{
      epoch,
      mark: cursor,
      isFull,
      admissions,
      undos,
      formerCodes,
      events: [details],
      removedEvents: [],
      removed: isFull ? [] : [...deleted, ...moved],
    },
    invitations: invitations.map(({ guest, sealed, ...invitation }) => ({
      ...{ ...BLANK_INVITATION, ...named, ...invitation, ...guest },
      isScanned: invitation.currentScans > 0,
      ...(sealed !== null && { sealed }),
    })),
    deleted: deleted.map(id => ({ id, guestName: '', ...named })),
  }
}

/**
 * Creates the backend of a door link, with a storage of its own. When the link has ended, it uploads the outbox, and deletes the rest once
 * the server has the admissions.
 */
export function composeDoorBackend({ linkId, fetch, base, connection, page, device: opening, lock, downloadLock }: DoorDependencies) {
  const server = createHttpBackend(contract, { base, fetch, linkId, onPart: connection.partReceived })
  const deviceOpening = limitOpeningTime(opening)
  const { device, openedLate } = deviceOpening
  const status = createDeviceStatus(deviceOpening)
  /** Whether `readLink` has started a sync since the page was opened, or since the data of the door link was deleted. */
  let isSynced = false
  const callServer = createServerCalls(connection)

  /**
   * Stores an open link. Entries that were rejected because the link had ended, for example with its deleted event, become waiting again.
   */
  async function storeLink(self: CurrentLink) {
    const thisDevice = await device()
    if (!thisDevice) return
    await status.orFallback(async () => {
      await runWriteTransaction(thisDevice.store, ['meta', 'outbox'], async trx => {
        await metaInTransaction(trx).set('link', self)
        await retryEndedLink(trx, self.id)
      })
      await thisDevice.people.signIn(linkAsUser(self), { isConfirmed: true })
    }, undefined)
  }

  /**
   * Deletes the guests from this device. Deletes all other data of the link too when the outbox is empty and the server has the admissions
   * (`isUploaded`).
   */
  async function deleteDoorData({ isUploaded }: { isUploaded: boolean }) {
    const thisDevice = await device()
    isSynced = false
    if (!thisDevice) return
    await status.orFallback(async () => {
      const { store } = thisDevice
      const names = [...store.objectStoreNames] as StoreName[]
      await runWriteTransaction(store, names, async trx => {
        await replicaInTransaction(trx).clear()
        if (isUploaded && (await trx.objectStore('outbox').count()) === 0) for (const name of names) await trx.objectStore(name).clear()
      })
      thisDevice.people.forgetSession()
    }, undefined)
    await status.changed()
  }

  const readStoredLink = async () => {
    const thisDevice = await device()
    return thisDevice && status.orFallback(() => readMeta(thisDevice.store, 'link'), undefined)
  }

  /** Returns the link of this device; while the server is unreachable, the stored one. An ended link's guests are deleted. */
  async function readLink(): Promise<CurrentLink> {
    try {
      const self = await callServer(() => server.links.me({}))
      await storeLink(self)
      if (!isSynced && (await device())) {
        isSynced = true
        void sync.run()
      }
      return self
    } catch (error) {
      if (isLinkEnded(error)) await handleLinkEnded()
      const self = isUnansweredError(error) ? await readStoredLink() : undefined
      if (!self) throw error
      const thisDevice = await device()
      if (thisDevice && thisDevice.clock.corrected(thisDevice.now().toISOString()) >= self.endsAt) {
        await deleteDoorData({ isUploaded: false })
        throw new Refusal('link-ended')
      }
      return self
    }
  }

  const sync = createSync({
    ...{ server, device, connection, callServer, lock, downloadLock, status },
    async readUser() {
      try {
        const self = await server.links.me({})
        await storeLink(self)
        return linkAsUser(self)
      } catch (error) {
        const self = isLinkEnded(error) ? await readStoredLink() : undefined
        // The link has ended, but the server still accepts entries from before its end.
        if (self) return linkAsUser(self)
        throw error
      }
    },
    readChanges: async ({ since, epoch }) => doorReplicaToChanges(linkId, await server.links.replica({ since, epoch })),
    writeSummaries: async () => {},
  })

  /**
   * Adds the uploaded admissions and walk-ins to the outbox again if it is empty, because a server that was restored from a backup may have
   * lost them. Sends the newest admission first, because a server that has it has the earlier ones. A server that does not know the link
   * rejects it, and the rejected entry keeps `deleteDoorData` from deleting the admissions. Returns whether this device could store the
   * entries.
   */
  async function uploadAdmissionsAgain() {
    const thisDevice = await device()
    if (!thisDevice) return false
    const { store, now } = thisDevice
    const queued = await status.orFallback(
      () =>
        runWriteTransaction(store, ['scans', 'outbox', 'meta'], async trx =>
          (await trx.objectStore('outbox').count()) > 0 ? [] : queueStoredScans(trx, linkId, now()),
        ),
      undefined,
    )
    const newest = queued?.findLast(entry => entry.operation === 'check') ?? queued?.at(-1)
    // An undo follows its admission, so without admissions there are only walk-ins.
    if (!queued || !newest || newest.operation === 'undo') return queued !== undefined
    const isScan = newest.operation === 'check'
    const answer = await callServer<unknown>(() =>
      newest.operation === 'check' ? server.checkIn.check(newest.input) : server.checkIn.walkIn(newest.input),
    ).catch((error: unknown) => error)
    const isRejected = isLinkEnded(answer)
    if (isRejected || (isScan && !(answer instanceof Error) && isRepeatedAnswer(answer as ScanAnswer))) {
      const surplus = queued.filter(entry => !isRejected || entry !== newest)
      await status.orFallback(
        () =>
          runWriteTransaction(store, ['outbox'], async trx => {
            for (const { idempotencyKey } of surplus) await removeEntryByKey(trx, linkId, idempotencyKey)
          }),
        undefined,
      )
    }
    await sync.run()
    return true
  }

  async function handleLinkEnded() {
    await sync.run()
    await deleteDoorData({ isUploaded: await uploadAdmissionsAgain() })
  }

  const { checkIn, links, ...backend } = createBackend({
    ...{ server, device, connection, callServer, lock, downloadLock, status, sync },
    removeSummaries: () => {},
  })
  const doorBackend: Backend<Contract> = {
    ...backend,
    links: { ...links, me: readLink },
    checkIn: {
      ...checkIn,
      // Only the code of a card is stored and sent. The text of its QR code also has the name of the guest.
      check: (input: EndpointInput<Contract['checkIn']['check']>) => checkIn.check({ ...input, qr_code: textWithoutName(input.qr_code) }),
    },
  }
  /** Calls `use` with the functions for the PIN of this device. Returns `otherwise` when the storage is missing or fails. */
  async function withPin<Answer>(use: (pin: ReturnType<typeof doorPinOf>) => Promise<Answer>, otherwise: Answer) {
    const thisDevice = await device()
    return thisDevice ? status.orFallback(() => use(doorPinOf(thisDevice)), otherwise) : otherwise
  }

  return {
    backend: doorBackend,
    pin: {
      keep: (pin: string) => withPin(stored => stored.keep(pin), undefined),
      isSet: () => withPin(stored => stored.isSet(), false),
      check: (pin: string) => withPin(stored => stored.check(pin), undefined),
    },
    live: createLiveFeeds({ server, fetch, base, connection, page, linkId }),
    status,
    sync,
    device,
    openedLate,
  }
}

export type DoorServices = ReturnType<typeof composeDoorBackend>
