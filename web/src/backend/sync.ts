import { type Backend, type Contract, Refusal, Unreachable, type User } from '@hudur/core'
import type { Connection } from './connection.ts'
import type { Device } from './device/device.ts'
import { applyChanges, beforeDownload, openEvent } from './device/download.ts'
import { nextEntries } from './device/outbox.ts'
import { replay } from './device/replay.ts'
import { type Entry, isStorageFailure, type OpenedEvent } from './device/store.ts'
import type { DeviceStatusSource } from './device-status.ts'
import type { Lock } from './locks.ts'
import type { ServerCalls } from './server-calls.ts'
import { leaveOldSession } from './signing-in.ts'

/** How many entries go before somebody else has a turn. */
const BATCH = 20

/** One upload is followed by a download; a server that was restored is told once more, and read once more. */
const ROUNDS = 3

type SyncParts = {
  server: Backend<Contract>
  device: () => Promise<Device | undefined>
  connection: Connection
  callServer: ServerCalls
  /** Held by whoever speaks in somebody's name, and by whoever changes whose name it is. */
  lock: Lock
  status: DeviceStatusSource
  /** Keeps a summary of what is here where SPEC wants it. */
  summarise: (device: Device, user: User) => Promise<void>
}

/** Brings what was done here to the server, and then what happened there here. */
export function createSync({ server, device, connection, callServer, lock, status, summarise }: SyncParts) {
  const listeners = new Set<() => void>()
  let running: Promise<void> | undefined
  let isWanted = false
  /** Entries that the server has, by their places, which could not be taken out of the outbox: the disk is full. */
  const unsettled = new Set<number>()

  /** Whoever is signed in here, if the server says so too: nothing is told, and nothing read, in another's name. */
  async function confirmed(here: Device): Promise<User | undefined> {
    await status.found(() => leaveOldSession({ server, here, callServer }), undefined)
    const session = await here.people.session()
    if (!session) return undefined
    const user = await callServer(() => server.accounts.me({}))
    if (user?.id !== session.userId) {
      status.needsSignIn(true)
      return undefined
    }
    status.needsSignIn(false)
    if (session.isConfirmed) await status.found(() => here.people.met([user]), undefined)
    else await here.people.begin(user, { isConfirmed: true })
    return user
  }

  /** Tells one entry. Where nothing can be kept here it stays in the outbox, and those behind it go on. */
  async function tell(here: Device, entry: Entry) {
    const settle = await callServer(() => replay(here, server, entry))
    const isSettled = await status.found(() => settle().then(() => true), false)
    if (isSettled) unsettled.delete(entry.seq!)
    else unsettled.add(entry.seq!)
  }

  /** What the server has already is told again only when that can be kept here. */
  const isToTell = ({ seq }: Entry) => status.get().canKeep || !unsettled.has(seq!)

  /** Tells everything that waits once, some at a time. Answers how many that were, or undefined where nobody may tell it. */
  async function upload(here: Device): Promise<number | undefined> {
    let last = 0
    for (let told = 0; ; ) {
      const some = await lock(async () => {
        const user = await confirmed(here)
        if (!user) return undefined
        const entries = await nextEntries(here.store, user.id, { after: last, count: BATCH })
        const toTell = entries.filter(isToTell)
        for (const entry of toTell) await tell(here, entry)
        last = entries.at(-1)?.seq ?? last
        return { told: toTell.length, isLast: entries.length < BATCH }
      })
      if (some === undefined) return undefined
      told += some.told
      if (some.told > 0) await status.changed()
      if (some.isLast) return told
    }
  }

  /** Reads what has changed. Answers whether the server was restored. */
  const download = (here: Device) =>
    lock(async () => {
      const user = await confirmed(here)
      if (!user) return false
      const beginning = await beforeDownload(here, user.id)
      const changes = await callServer(() => server.invitations.changes(beginning.from))
      const isRestored = await applyChanges(here, user, changes, beginning)
      if (isRestored === undefined) return false
      status.keeps()
      if (user.isAdmin) await here.people.met(await callServer(() => server.accounts.list({})))
      await summarise(here, user)
      return isRestored
    })

  async function once(here: Device) {
    let told = 0
    try {
      for (let round = 0; round < ROUNDS; round++) {
        const some = await upload(here)
        if (some === undefined) return
        told += some
        if (!(await download(here))) break
      }
    } catch (error) {
      // What waits goes on waiting: for an answer, a sign-in, or a server that has time.
      if (error instanceof Refusal && error.status === 401) status.needsSignIn(true)
      else if (isStorageFailure(error)) status.cannotKeep()
      else if (!(error instanceof Unreachable || error instanceof Refusal)) throw error
    } finally {
      await status.changed()
    }
    if (told > 0) for (const listener of listeners) listener()
  }

  /** Syncs with the server, if it is there. Who asks while one is under way gets another after it. */
  async function run(): Promise<void> {
    const here = await device()
    if (!here || connection.get() === 'disconnected') return
    if (running) {
      isWanted = true
      return running
    }
    running = (async () => {
      do {
        isWanted = false
        await once(here)
      } while (isWanted)
    })().finally(() => {
      running = undefined
    })
    return running
  }

  return {
    run,

    /** Somebody opened an event here: the replica is to hold it, whatever its day. */
    async open(event: OpenedEvent) {
      const here = await device()
      if (here && (await status.found(() => openEvent(here, event), false))) await run()
    },

    /** Hears of every sync that told the server something: its lists and counts are others now. */
    onTold(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export type Sync = ReturnType<typeof createSync>
