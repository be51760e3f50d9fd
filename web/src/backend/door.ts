import {
  type AnswerOf,
  type Backend,
  type Contract,
  contract,
  type EventDetails,
  httpBackend,
  type InputOf,
  isUnanswered,
  type LinkSelf,
  Refusal,
  readCode,
  type User,
} from '@hudur/core'
import { createBackend } from './backend.ts'
import type { Connection } from './connection/connection.ts'
import { createLive } from './connection/live.ts'
import type { Lock } from './connection/locks.ts'
import { createServerCalls } from './connection/server-calls.ts'
import { type Device, limitOpening } from './store/device.ts'
import { replicaIn } from './store/replica.ts'
import { metaIn, readMeta, type StoreName, write } from './store/store.ts'
import { createDeviceStatus } from './sync/status.ts'
import { createSync } from './sync/sync.ts'

type Changes = AnswerOf<typeof contract.invitations.changes>

/** Opens the storage of a link, which no other link and no account uses, and the lock that its tabs share. */
export type OpenDoor = (linkId: string) => { device: Promise<Device>; lock: Lock }

type DoorParts = {
  linkId: string
  fetch: typeof globalThis.fetch
  base: string
  connection: Connection
  page: Document | undefined
} & ReturnType<OpenDoor>

const isEnded = (error: unknown) => error instanceof Refusal && error.code === 'link-ended'

/** Returns a link as the user of its device. The link's id stands for an account in the replica, the scans and the outbox. */
const userOf = ({ id, name }: LinkSelf): User => ({
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

/** Returns the replica of a door in the form of an account's changes. */
function asChanges(linkId: string, replica: AnswerOf<typeof contract.links.replica>): Changes {
  const { epoch, mark: cursor, isFull, event, invitations, formerCodes, deleted, admissions, undos } = replica
  const details: EventDetails = {
    ...{ ...event, userId: linkId, createdAt: cursor, changedAt: cursor },
    ...{ startsAt: null, place: null, mapUrl: null, hosts: null, note: null, phone: null, message: null },
    ...{ answers: 'off', answersUntil: null },
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
      removed: isFull ? [] : deleted,
    },
    invitations: invitations.map(({ guest, sealed, ...invitation }) => ({
      ...named,
      ...{ qrCode: '', generationType: 'custom' as const, phone: null, designId: null, side: null, createdAt: new Date(0).toISOString() },
      ...{ sentAt: null, sentVia: null, openedAt: null },
      ...invitation,
      isScanned: invitation.currentScans > 0,
      ...(guest ?? { guestName: '', table: null, note: null, isVip: false, answer: null }),
      ...(sealed !== null && { sealed }),
    })),
    deleted: deleted.map(id => ({ id, guestName: '', ...named })),
  }
}

/**
 * Creates the backend of a door: the server and this device answer its scans as those of an account. The storage belongs to the link alone.
 * When the link has ended, the device uploads what happened at the door and then deletes its replica.
 */
export function composeDoor({ linkId, fetch, base, connection, page, device: opening, lock }: DoorParts) {
  const server = httpBackend(contract, { base, fetch, linkId, onPart: connection.partReceived })
  const { device } = limitOpening(opening)
  const status = createDeviceStatus(device)
  /** Whether the guests were downloaded since the page was opened. */
  let isSynced = false
  const callServer = createServerCalls(connection)

  async function keepSelf(self: LinkSelf) {
    const thisDevice = await device()
    if (!thisDevice) return
    await status.orFallback(async () => {
      await write(thisDevice.store, ['meta'], trx => metaIn(trx).set('link', self))
      await thisDevice.people.signIn(userOf(self), { isConfirmed: true })
    }, undefined)
  }

  /** Deletes the guests from this device, and everything else once nothing waits for the upload. */
  async function erase() {
    const thisDevice = await device()
    isSynced = false
    if (!thisDevice) return
    await status.orFallback(async () => {
      const { store } = thisDevice
      const names = [...store.objectStoreNames] as StoreName[]
      await write(store, names, async trx => {
        await replicaIn(trx).clear({ except: new Set() })
        await metaIn(trx).remove('copy')
        if ((await trx.objectStore('outbox').count()) === 0) for (const name of names) await trx.objectStore(name).clear()
      })
    }, undefined)
    await status.changed()
  }

  const storedSelf = async () => {
    const thisDevice = await device()
    return thisDevice && status.orFallback(() => readMeta(thisDevice.store, 'link'), undefined)
  }

  /** Returns the link of this device; without a server the stored one, until it ends. Throws `link-ended`, and deletes the guests then. */
  async function me(): Promise<LinkSelf> {
    try {
      const self = await callServer(() => server.links.me({}))
      await keepSelf(self)
      if (!isSynced) void sync.run()
      isSynced = true
      return self
    } catch (error) {
      if (isEnded(error)) await end()
      const self = isUnanswered(error) ? await storedSelf() : undefined
      if (!self) throw error
      const thisDevice = await device()
      if (thisDevice && thisDevice.clock.corrected(thisDevice.now().toISOString()) >= self.endsAt) {
        await erase()
        throw new Refusal('link-ended')
      }
      return self
    }
  }

  const sync = createSync({
    ...{ server, device, connection, callServer, lock, status },
    async readUser() {
      try {
        const self = await server.links.me({})
        await keepSelf(self)
        return userOf(self)
      } catch (error) {
        const self = isEnded(error) ? await storedSelf() : undefined
        // What happened at the door before its link ended can still be uploaded.
        if (self) return userOf(self)
        throw error
      }
    },
    readChanges: async ({ since, epoch }) => asChanges(linkId, await server.links.replica({ since, epoch })),
    summarise: async () => {},
  })

  /** Uploads what happened at the door, and deletes the guests. */
  async function end() {
    await sync.run()
    await erase()
  }

  const { scanning, links, ...backend } = createBackend({
    ...{ server, device, connection, callServer, lock, status, sync },
    forgetSummaries: () => {},
  })
  const doorBackend: Backend<Contract> = {
    ...backend,
    links: { ...links, me },
    scanning: {
      ...scanning,
      // A device stores and sends only the code of a card, not the other text in it.
      check: (input: InputOf<Contract['scanning']['check']>) => {
        const read = readCode(input.qr_code)
        return scanning.check(read.is === 'id' ? { ...input, qr_code: read.id } : input)
      },
    },
  }
  return {
    backend: doorBackend,
    live: createLive({ server, fetch, base, connection, page, linkId }),
    status,
    sync,
    device,
  }
}

export type Door = ReturnType<typeof composeDoor>
