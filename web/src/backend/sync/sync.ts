import { type AnswerOf, type contract, type InputOf, Refusal, Unreachable, type User } from '@hudur/core'
import type { Device } from '../store/device.ts'
import { nextEntries } from '../store/outbox.ts'
import { type Entry, isStorageFailure, type OpenedEvent } from '../store/store.ts'
import { coalesce } from './coalesce.ts'
import { applyChanges, openEvent, readDownloadStart } from './download.ts'
import type { Parts } from './parts.ts'
import { leaveOldSession } from './sign-in.ts'
import { upload } from './upload.ts'

/** How many entries are uploaded before the lock is released for other tabs. */
const BATCH = 20

/** The most rounds of upload and download in one sync. A round follows another only when the download found a restored server. */
const ROUNDS = 3

type SyncParts = Parts & {
  /** Reads the user of the server's session. */
  readUser: () => Promise<User | null>
  /** Downloads the changes of the replica. */
  readChanges: (from: InputOf<typeof contract.invitations.changes>) => Promise<AnswerOf<typeof contract.invitations.changes>>
  /** Writes the summary of the replica to local storage, as SPEC requires. */
  summarise: (device: Device, user: User) => Promise<void>
}

/** Creates the sync of this device: it uploads the outbox, then downloads the changes. */
export function createSync({ server, device, connection, callServer, lock, status, readUser, readChanges, summarise }: SyncParts) {
  const listeners = new Set<() => void>()
  /** The `seq` of uploaded entries that could not be removed from the outbox because the storage failed. */
  const uploadedButWaiting = new Set<number>()
  /** Whether the last sync ended because the server did not answer. */
  let isUnfinished = false
  let isRunning = false

  /**
   * Returns the user who is signed in both on this device and on the server; undefined when the two differ, so that nothing is uploaded or
   * downloaded as another user.
   */
  async function confirmedUser(thisDevice: Device): Promise<User | undefined> {
    await status.orFallback(() => leaveOldSession({ server, here: thisDevice, callServer }), undefined)
    const session = await thisDevice.people.session()
    if (!session) return undefined
    const user = await callServer(readUser)
    if (user?.id !== session.userId) {
      status.needsSignIn(true)
      return undefined
    }
    status.needsSignIn(false)
    if (session.isConfirmed) await status.orFallback(() => thisDevice.people.storeProfiles([user]), undefined)
    else await thisDevice.people.signIn(user, { isConfirmed: true })
    return user
  }

  /** Uploads one entry. When the storage fails the entry stays in the outbox, and the next entries are still uploaded. */
  async function uploadEntry(thisDevice: Device, entry: Entry) {
    const storeAnswer = await callServer(() => upload(thisDevice, server, entry))
    const isStored = await status.orFallback(() => storeAnswer().then(() => true), false)
    if (isStored) uploadedButWaiting.delete(entry.seq!)
    else uploadedButWaiting.add(entry.seq!)
  }

  /** Whether to upload an entry. One that was uploaded but not removed is uploaded again only once the device can store again. */
  const isDue = ({ seq }: Entry) => status.get().canKeep || !uploadedButWaiting.has(seq!)

  /** Uploads every waiting entry once, in batches. Returns their number; undefined when no user is confirmed. */
  async function uploadAll(thisDevice: Device): Promise<number | undefined> {
    let last = 0
    for (let uploaded = 0; ; ) {
      const batch = await lock(async () => {
        const user = await confirmedUser(thisDevice)
        if (!user) return undefined
        const entries = await nextEntries(thisDevice.store, user.id, { after: last, count: BATCH })
        const due = entries.filter(isDue)
        for (const entry of due) await uploadEntry(thisDevice, entry)
        last = entries.at(-1)?.seq ?? last
        return { size: due.length, isLast: entries.length < BATCH }
      })
      if (batch === undefined) return undefined
      uploaded += batch.size
      if (batch.size > 0) await status.changed()
      if (batch.isLast) return uploaded
    }
  }

  /** Downloads the changes into the replica. Returns whether the server was restored from a backup. */
  const download = (thisDevice: Device) =>
    lock(async () => {
      const user = await confirmedUser(thisDevice)
      if (!user) return false
      const start = await readDownloadStart(thisDevice, user.id)
      const changes = await callServer(() => readChanges(start.from))
      const isRestored = await applyChanges(thisDevice, user, changes, start)
      if (isRestored === undefined) return false
      status.reportStored()
      if (user.isAdmin) await thisDevice.people.storeProfiles(await callServer(() => server.accounts.list({})))
      await summarise(thisDevice, user)
      return isRestored
    })

  async function once(thisDevice: Device) {
    let uploaded = 0
    isUnfinished = false
    isRunning = true
    try {
      for (let round = 0; round < ROUNDS; round++) {
        const count = await uploadAll(thisDevice)
        if (count === undefined) return
        uploaded += count
        if (!(await download(thisDevice))) break
      }
    } catch (error) {
      // The entries stay in the outbox until the server answers, the user signs in, or the server is less busy.
      if (error instanceof Refusal && error.status === 401) status.needsSignIn(true)
      else if (isStorageFailure(error)) status.reportStorageFailure()
      else if (error instanceof Unreachable) isUnfinished = true
      else if (!(error instanceof Refusal)) throw error
    } finally {
      isRunning = false
      await status.changed()
    }
    if (uploaded > 0) for (const listener of listeners) listener()
  }

  const inTurn = coalesce(once)

  /** Syncs unless the server is disconnected. A call during a sync starts another one after it. */
  async function run(): Promise<void> {
    const thisDevice = await device()
    if (thisDevice && connection.get() !== 'disconnected') await inTurn(thisDevice)
  }

  return {
    run,

    /** Whether the last sync ended because the server did not answer. A single unanswered call is not a disconnection, so nothing else repeats it. */
    isUnfinished: () => isUnfinished,

    /** Whether the replica may still be downloading: a sync is running, or the last one is unfinished. */
    isDownloadPending: () => isRunning || isUnfinished,

    /** Adds an event that was opened on this device to the replica, whatever its date, and syncs if it is new there. */
    async open(event: OpenedEvent) {
      const thisDevice = await device()
      if (!thisDevice) return
      if (await status.orFallback(() => openEvent(thisDevice, event), false)) await run()
    },

    /** Calls `listener` after every sync that uploaded something: lists and counts of the server have changed. Returns the unsubscribe. */
    onUploaded(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export type Sync = ReturnType<typeof createSync>
