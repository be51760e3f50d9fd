import type { User } from '@hudur/core/accounts/contract'
import type { contract } from '@hudur/core/contract'
import type { EndpointInput, EndpointResult } from '@hudur/core/endpoint'
import { UnreachableError } from '@hudur/core/http-backend'
import { Refusal } from '@hudur/core/refusals'
import { withRetries } from '../../loading/retry.ts'
import type { Device } from '../store/device.ts'
import { readNextEntries, readOutbox } from '../store/outbox.ts'
import { isStorageFailure, type OpenedEvent, type OutboxEntry } from '../store/store.ts'
import { coalesce } from './coalesce.ts'
import type { SharedDependencies } from './shared-dependencies.ts'
import { endOldServerSession } from './sign-in.ts'
import { uploadOutboxEntry } from './upload.ts'

/** The number of entries that are uploaded before the lock is released for other tabs. */
const UPLOAD_BATCH_SIZE = 20

/** The most rounds of upload and download in one sync. A further round follows only when the server was restored from a backup. */
const MAX_SYNC_ROUNDS = 3

/** Downloads the code that stores a replica. The first screen does not wait for it. */
const loadDownloadPart = withRetries(() => import('./download.ts'))

const downloadPart = () =>
  loadDownloadPart().catch((cause: unknown) => {
    throw new UnreachableError('the code of the download could not be fetched', { cause })
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
    const storeAnswer = await callServer(() => uploadOutboxEntry(thisDevice, server, entry))
    const isStored = await status.orFallback(() => storeAnswer().then(() => true), false)
    if (isStored) uploadedButWaiting.delete(entry.seq!)
    else uploadedButWaiting.add(entry.seq!)
  }

  /** An entry that was uploaded but could not be removed is uploaded again only when the device can store data again. */
  const isDueForUpload = ({ seq }: OutboxEntry) => status.get().canStoreData || !uploadedButWaiting.has(seq!)

  /** Returns whether a user is signed in and the outbox is empty. A rejected entry counts, because a profile can make it wait again. */
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
        // Later batches do not read the earlier entries again, so a call during them starts a further run.
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
      const { applyChanges, startDownload } = await downloadPart()
      const start = await startDownload(thisDevice, user.id)
      const changes = await callServer(() => readChanges(start.from))
      const total = changes.invitations.length
      const isRestored = await applyChanges(thisDevice, user, changes, start, stored => status.setDownload({ stored, total }))
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
    } finally {
      isRunning = false
      status.setDownload(null)
      await status.changed()
    }
    if (uploaded > 0) for (const listener of listeners) listener()
  }

  const runCoalesced = coalesce(syncOnce)

  /** Syncs unless the connection is disconnected. A call during a sync starts another sync after it. */
  async function run(): Promise<void> {
    const thisDevice = await device()
    if (thisDevice && connection.get() !== 'disconnected') await runCoalesced(thisDevice)
  }

  return {
    run,

    /** Returns whether the last sync ended without an answer. Callers then start another sync. */
    isUnfinished: () => isUnfinished,

    /** Returns whether the replica may be incomplete: a sync is running, or the last sync is unfinished. */
    isDownloadPending: () => isRunning || isUnfinished,

    /** Adds an opened event to the replica, whatever its date. Syncs when the replica does not include the event yet. */
    async open(event: OpenedEvent) {
      const thisDevice = await device()
      if (!thisDevice) return
      const part = await downloadPart().catch(() => undefined)
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
