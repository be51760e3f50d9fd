import type { User } from '@hudur/core/accounts/contract'
import type { contract } from '@hudur/core/contract'
import type { EndpointInput, EndpointResult } from '@hudur/core/endpoint'
import { retryAfterMsOf, UnreachableError } from '@hudur/core/http-backend'
import { Refusal } from '@hudur/core/refusals'
import { withRetries } from '../../loading/retry.ts'
import type { Device } from '../store/device.ts'
import { readNextEntries, readOutbox } from '../store/outbox.ts'
import { isStorageFailure, type OpenedEvent, type OutboxEntry } from '../store/store.ts'
import { coalesce } from './coalesce.ts'
import type { SharedDependencies } from './shared-dependencies.ts'
import { endOldServerSession } from './sign-in.ts'

/** The number of entries that are uploaded before the lock is released for other tabs. */
const UPLOAD_BATCH_SIZE = 20

/** The most rounds of upload and download in one sync. A further round follows only when the server was restored from a backup. */
const MAX_SYNC_ROUNDS = 3

/** The longest further pause (ms) before a refused sync is repeated, so that the phones of a venue do not repeat at the same moment. */
const MAX_REPEAT_JITTER_MS = 1_000

/** Download the code that stores a replica, and the code that uploads entries. The first screen needs neither. */
const loadDownloadPart = withRetries(() => import('./download.ts'))
const loadUploadPart = withRetries(() => import('./upload.ts'))

const orUnreachable = <Part>(loading: Promise<Part>) =>
  loading.catch((cause: unknown) => {
    throw new UnreachableError('the code of the sync could not be fetched', { cause })
  })

type SyncDependencies = SharedDependencies & {
  readUser: () => Promise<User | null>
  readChanges: (from: EndpointInput<typeof contract.invitations.changes>) => Promise<EndpointResult<typeof contract.invitations.changes>>
  /** Writes the summary of the replica to local storage, which the specification requires. */
  writeSummaries: (device: Device, user: User) => Promise<void>
}

export function createSync({ readUser, readChanges, writeSummaries, ...shared }: SyncDependencies) {
  const { server, device, connection, callServer, lock, downloadLock, status } = shared
  const listeners = new Set<() => void>()
  /** The `seq` numbers of uploaded entries that could not be removed from the outbox because the storage failed. */
  const uploadedButWaiting = new Set<number>()
  /** Whether the last sync ended because the server did not answer. */
  let isUnfinished = false
  let isRunning = false
  /** The timer that repeats a sync which the server has refused for now. */
  let repetition: ReturnType<typeof setTimeout> | undefined

  /** Returns the user who is signed in both on this device and on the server; undefined when the two differ. */
  async function readConfirmedUser(thisDevice: Device): Promise<User | undefined> {
    await status.orFallback(() => endOldServerSession({ server, thisDevice, callServer }), undefined)
    const session = await thisDevice.people.session()
    if (!session) return undefined
    const user = await callServer(readUser)
    if (user?.id !== session.userId) {
      status.setNeedsSignIn(true)
      return undefined
    }
    status.setNeedsSignIn(false)
    if (session.isConfirmed) await status.orFallback(() => thisDevice.people.storeProfiles([user]), undefined)
    else await thisDevice.people.signIn(user, { isConfirmed: true })
    return user
  }

  /** Uploads one entry. When the storage fails, the entry stays in the outbox, and the next entries are still uploaded. */
  async function uploadEntry(thisDevice: Device, entry: OutboxEntry) {
    const { uploadOutboxEntry } = await orUnreachable(loadUploadPart())
    const storeAnswer = await callServer(() => uploadOutboxEntry(thisDevice, server, entry))
    const isStored = await status.orFallback(() => storeAnswer().then(() => true), false)
    if (isStored) uploadedButWaiting.delete(entry.seq!)
    else uploadedButWaiting.add(entry.seq!)
  }

  /** An entry that was uploaded but could not be removed is uploaded again only when the device can store data again. */
  const isDueForUpload = ({ seq }: OutboxEntry) => status.get().canStoreData || !uploadedButWaiting.has(seq!)

  /**
   * Returns whether a user is signed in and the outbox is empty. A rejected entry counts as an entry, because a new profile can make it
   * wait again.
   */
  async function hasEmptyOutbox({ people, store }: Device) {
    const session = await people.session()
    if (!session) return false
    const { waiting, rejected } = await readOutbox(store, session.userId)
    return waiting === 0 && rejected.length === 0
  }

  /**
   * Uploads every waiting entry once, in batches. Calls `begin` once it has the lock, before it reads anything. Returns false when the
   * outbox has entries and no user is confirmed, or when nobody is signed in on this device.
   */
  async function uploadAll(thisDevice: Device, begin: () => void, countUploaded: () => void): Promise<boolean> {
    for (let last = 0; ; ) {
      const batch = await lock(async () => {
        // Later batches do not read the earlier entries again, so a call during a later batch starts a further run.
        if (last === 0) begin()
        if (await hasEmptyOutbox(thisDevice)) return { size: 0, isLast: true }
        const user = await readConfirmedUser(thisDevice)
        if (!user) return undefined
        const entries = await readNextEntries(thisDevice.store, user.id, { after: last, count: UPLOAD_BATCH_SIZE })
        const due = entries.filter(isDueForUpload)
        for (const entry of due) {
          await uploadEntry(thisDevice, entry)
          countUploaded()
        }
        last = entries.at(-1)?.seq ?? last
        return { size: due.length, isLast: entries.length < UPLOAD_BATCH_SIZE }
      })
      if (batch === undefined) return false
      if (batch.size > 0) await status.changed()
      if (batch.isLast) return true
    }
  }

  /** Downloads the changes into the replica. Returns whether the server was restored from a backup. */
  const downloadChanges = (thisDevice: Device) =>
    downloadLock(async () => {
      const user = await lock(() => readConfirmedUser(thisDevice))
      if (!user) return false
      const { applyChanges, startDownload } = await orUnreachable(loadDownloadPart())
      const start = await startDownload(thisDevice, user.id)
      const changes = await callServer(() => readChanges(start.from))
      const total = changes.invitations.length
      // While changes are added to a complete replica, it stays complete: its rows are those of the download before, or newer.
      const reportProgress = changes.isFull ? (stored: number) => status.setDownload({ stored, total }) : undefined
      const isRestored = await applyChanges(thisDevice, user, changes, start, reportProgress)
      if (isRestored === undefined) return false
      status.reportStored()
      if (user.isAdmin) await thisDevice.people.storeProfiles(await callServer(() => server.accounts.list({})))
      await writeSummaries(thisDevice, user)
      return isRestored
    })

  async function syncOnce(begin: () => void, thisDevice: Device) {
    let uploaded = 0
    isUnfinished = false
    isRunning = true
    clearTimeout(repetition)
    repetition = undefined
    try {
      for (let round = 0; round < MAX_SYNC_ROUNDS; round++) {
        const isComplete = await uploadAll(thisDevice, begin, () => uploaded++)
        if (!isComplete || !(await downloadChanges(thisDevice))) break
      }
    } catch (error) {
      // The entries stay in the outbox for a later sync.
      if (error instanceof Refusal && error.status === 401) status.setNeedsSignIn(true)
      else if (isStorageFailure(error)) status.reportStorageFailure()
      else if (error instanceof UnreachableError) isUnfinished = true
      else if (!(error instanceof Refusal)) throw error
      else repeatLater(error)
    } finally {
      isRunning = false
      status.setDownload(null)
      await status.changed()
    }
    if (uploaded > 0) for (const listener of listeners) listener()
  }

  function repeatLater(error: Refusal) {
    const pause = retryAfterMsOf(error)
    if (pause !== undefined) repetition = setTimeout(run, pause + Math.random() * MAX_REPEAT_JITTER_MS)
  }

  const runCoalesced = coalesce(syncOnce)

  /** Syncs unless the connection is disconnected. A call during a sync starts another sync after it. */
  async function run(): Promise<void> {
    const thisDevice = await device()
    if (thisDevice && connection.get() !== 'disconnected') await runCoalesced(thisDevice)
  }

  return {
    run,

    /**
     * Returns whether a sync should start soon: entries wait, or the last sync got no answer. False while the repetition of a refused sync
     * is scheduled.
     */
    isDue: () => (status.get().waiting > 0 || isUnfinished) && repetition === undefined,

    /** Returns whether the replica may be incomplete: a sync is running, or the last sync is unfinished or was refused for now. */
    isDownloadPending: () => isRunning || isUnfinished || repetition !== undefined,

    /** Adds an opened event to the replica, whatever its date. Syncs when the replica does not include the event yet. */
    async open(event: OpenedEvent) {
      const thisDevice = await device()
      if (!thisDevice) return
      const part = await loadDownloadPart().catch(() => undefined)
      if (part && (await status.orFallback(() => part.recordOpenedEvent(thisDevice, event), false))) await run()
    },

    /** Calls `listener` after every sync that uploaded an entry. Returns a function that unsubscribes. */
    onUploaded(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export type Sync = ReturnType<typeof createSync>
