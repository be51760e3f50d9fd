import type { User } from '@hudur/core/accounts/contract'
import type { PartnerEvent } from '@hudur/core/actor'
import type { contract } from '@hudur/core/contract'
import type { EndpointInput } from '@hudur/core/endpoint'
import type { EventDetails } from '@hudur/core/events/contract'
import type { DeletedInvitation } from '@hudur/core/invitations/contract'
import type { Invitation } from '@hudur/core/invitations/invitation'
import type { Direction } from '@hudur/core/invitations/rules'
import type { CurrentLink } from '@hudur/core/links/contract'
import type { RefusalCode } from '@hudur/core/refusals'
import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, type IDBPTransaction, openDB, type StoreNames, unwrap, wrap } from 'idb'

/** A stored row of the replica. The name and the day of its event are those of the download; the store `events` has the present ones. */
export type StoredReplicaRow = {
  id: string
  invitation: Invitation
  guestKey: string
  /** The guest's search words, separated by spaces. */
  guestWords: string
  /** The position among invitations with the same creation time. */
  position: number
  /** Whether the invitation was created on this device and the server has not confirmed it yet. */
  isMade: boolean
  /** The guest data, encrypted with the code of the invitation. Only present on a device that opened a door link without guest search. */
  sealed?: string
  /** The present and former codes of the invitation, except its id. Missing while the id is the code. */
  codes?: string[]
}

/** An admission that was made with this device. The server or the device has decided it. */
export type DeviceScan = {
  account: string
  idempotencyKey: string
  /** The scanned code or the typed name. After the upload, the code or the id of the invitation. */
  code: string
  invitationId: string
  people: number
  /** `out` for an exit; missing for an admission. */
  direction?: Direction
  /** How many people of an admission had left before, as far as this device knew. */
  returned?: number
  /**
   * The time of the scan by this device's clock, in ISO 8601. `clockOffset`: how many ms that clock is behind the server's; null: never
   * measured.
   */
  scannedAt: string
  clockOffset: number | null
  /** `scannedAt` corrected by `clockOffset`, in ISO 8601. */
  at: string
  gate: string | null
  /** `isSent`: the server has the scan. `isListed`: the count in the replica includes it. */
  isSent: boolean
  isListed: boolean
  undo?: { input: EndpointInput<typeof contract.checkIn.undo>; isSent: boolean; isListed: boolean }
  /** Set while the count in the replica does not include the scan or its undo. The index `open` contains only these scans. */
  open?: 1
}

type OperationInputs = {
  create: EndpointInput<typeof contract.invitations.create>
  check: EndpointInput<typeof contract.checkIn.check>
  undo: EndpointInput<typeof contract.checkIn.undo>
  walkIn: EndpointInput<typeof contract.checkIn.walkIn>
}

/** A change on this device that waits for the upload or that the server rejected. Entries are uploaded in the order of `seq`. */
export type OutboxEntry = {
  [O in keyof OperationInputs]: {
    seq?: number
    account: string
    operation: O
    input: OperationInputs[O]
    idempotencyKey: string
    /** The time of the change by the device's clock. */
    at: string
    /** `waiting`: the entry waits for the upload. `rejected`: the server rejected the entry. */
    state: 'waiting' | 'rejected'
    refusal?: { code: RefusalCode; text: string }
    /** The number of invitations that the entry charges to a quota, by account id. */
    spends?: Record<string, number>
  }
}[keyof OperationInputs]

/** A salted password hash with which a user signs in on this device while the server is unreachable. The server does not accept it. */
export type Verifier = {
  key: string
  userId: string
  salt: Uint8Array<ArrayBuffer>
  hash: Uint8Array<ArrayBuffer>
  rounds: number
  /** The time at which the server last accepted this password. */
  at: string
  failures: number
  waitUntil: string | null
}

/** The session on this device. `isConfirmed` is false when the user signed in offline with a verifier. */
export type Session = { userId: string; isConfirmed: boolean }

/** An event that the user opened on this device. The replica includes it, whatever its date. Without id: unknown to this device. */
export type OpenedEvent = { eventId?: string | undefined; eventName: string; eventDate: string }

/** The state of the replica after the last download: cursor, epoch, time (`at`), and the opened events that it includes. */
type ReplicaState = {
  account: string
  /**
   * The cursor of the last download. Missing when the next download must be a full one, because this version computes the search words of
   * rows in another way.
   */
  cursor?: string
  epoch: string
  at: string
  events: OpenedEvent[]
  /** The events of the replica whose partner the account is. Missing where an earlier version stored the replica. */
  partnerOf?: PartnerEvent[]
}

/** Admissions and undos that the counts of the replica include although this device has not stored them. */
type DownloadedScans = {
  admissions: { nonce: string; invitationId: string; people: number }[]
  undos: string[]
}

/** A walk-in of this device that the server has. It has neither the name nor the note, and always `scannedAt`. */
type UploadedWalkIn = { account: string; input: OperationInputs['walkIn'] & { scannedAt: string } }

type MetaValues = {
  session: Session
  link: CurrentLink
  /** The verifier of the PIN with which a door link was opened, the wrong PINs in a row, and until when the page accepts none. */
  pin: Pick<Verifier, 'salt' | 'hash' | 'rounds' | 'failures' | 'waitUntil'>
  /** Set after a sign-out or a change of user while the server was unreachable: the session on the server must still be ended. */
  'ends-session': true
  replica: ReplicaState
  /** The id of the latest download of the replica. The answer to another download is discarded. */
  download: string
  /** The events that were last opened on this device, the latest first. */
  'opened-events': OpenedEvent[]
  /** Admissions and undos that a download listed before this device stored them, the latest last. */
  'early-scans': DownloadedScans
  /** The uploaded walk-ins of seven days, for a server that was restored from a backup. */
  'walk-ins': UploadedWalkIn[]
  /** A counter that every change of the replica increments. Rows in memory with another number are outdated. */
  'replica-version': number
  /** The tombstones of deleted invitations, the latest first. They are deleted together with the replica. */
  deleted: DeletedInvitation[]
  position: number
  clock: { offset: number; at: string }
  [epochOf: `epoch ${string}`]: string
}

interface DeviceSchema extends DBSchema {
  invitations: { key: string; value: StoredReplicaRow; indexes: { codes: string } }
  events: { key: string; value: EventDetails }
  scans: { key: [string, string]; value: DeviceScan; indexes: { invitation: string; open: number; account: string } }
  outbox: { key: number; value: OutboxEntry; indexes: { state: [string, string]; idempotencyKey: [string, string] } }
  accounts: { key: string; value: User }
  verifiers: { key: string; value: Verifier; indexes: { user: string } }
  meta: { key: string; value: MetaValues[keyof MetaValues] }
}

export type Store = IDBPDatabase<DeviceSchema>
export type StoreName = StoreNames<DeviceSchema>
/** A read-write transaction over the object stores `Names`. A transaction over further object stores is accepted too. */
export type WriteTransaction<Names extends StoreName> = {
  objectStore: <Name extends Names>(name: Name) => IDBPObjectStore<DeviceSchema, [Name], Name, 'readwrite'>
}

export type StorePage = Pick<Window, 'addEventListener'> & { location: Pick<Location, 'reload'> }

function abortIfRunning(trx: IDBTransaction) {
  try {
    trx.abort()
  } catch {
    // `abort` throws when the transaction has already ended.
  }
}

/**
 * Aborts the running transactions when the user leaves the page, and rejects new ones until it is shown again. WebKit keeps a left page in
 * memory with its transactions open, which would block every other page. A page whose transactions were aborted reloads.
 */
function abortOnPageLeave(page: StorePage) {
  const running = new Set<IDBTransaction>()
  let isLeft = false
  let hasAborted = false

  page.addEventListener('pagehide', () => {
    isLeft = true
    hasAborted ||= running.size > 0
    for (const trx of running) abortIfRunning(trx)
  })
  page.addEventListener('pageshow', event => {
    if (event.persisted && hasAborted) page.location.reload()
    isLeft = false
  })

  /** Registers a transaction, so that it is aborted when the user leaves the page. */
  function watchTransaction(trx: IDBTransaction) {
    running.add(trx)
    for (const end of ['complete', 'abort']) trx.addEventListener(end, () => running.delete(trx))
    // Readers get the error from their request and do not await `done`. Without this handler the rejection of `done` would be unhandled.
    wrap(trx).done.catch(() => {})
    return trx
  }

  return {
    watch: watchTransaction,
    /** Registers every later transaction of a database. */
    watchAll(db: IDBDatabase) {
      const begin = db.transaction.bind(db)
      db.transaction = (...wanted) => {
        hasAborted ||= isLeft
        if (isLeft) throw new DOMException('the page was left', 'AbortError')
        return watchTransaction(begin(...wanted))
      }
    },
  }
}

function createScanStore(db: IDBPDatabase) {
  const scans = db.createObjectStore('scans', { keyPath: ['account', 'idempotencyKey'] })
  scans.createIndex('invitation', 'invitationId')
  scans.createIndex('open', 'open')
  scans.createIndex('account', 'account')
}

function createStores(db: IDBPDatabase) {
  db.createObjectStore('invitations', { keyPath: 'id' }).createIndex('codes', 'codes', { multiEntry: true })
  db.createObjectStore('events', { keyPath: 'id' })
  createScanStore(db)
  const outbox = db.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true })
  outbox.createIndex('state', ['account', 'state'])
  outbox.createIndex('idempotencyKey', ['account', 'idempotencyKey'])
  db.createObjectStore('accounts', { keyPath: 'id' })
  db.createObjectStore('verifiers', { keyPath: 'key' }).createIndex('user', 'userId')
  db.createObjectStore('meta')
}

/** The version of the database in version 0.9.0 of the app. */
const VERSION_OF_090 = 3

/** Renames what version 0.9.0 stored under other names: the idempotency keys, the rejected entries and the cursor of the replica. */
async function upgradeFrom090(db: IDBPDatabase, trx: IDBPTransaction<unknown, string[], 'versionchange'>) {
  const scans = await trx.objectStore('scans').getAll()
  db.deleteObjectStore('scans')
  createScanStore(db)
  for (const { nonce: idempotencyKey, ...scan } of scans) await trx.objectStore('scans').put({ ...scan, idempotencyKey })
  const outbox = trx.objectStore('outbox')
  outbox.deleteIndex('nonce')
  outbox.createIndex('idempotencyKey', ['account', 'idempotencyKey'])
  for (const { nonce: idempotencyKey, state, ...entry } of await outbox.getAll())
    await outbox.put({ ...entry, idempotencyKey, state: state === 'unsent' ? 'rejected' : state })
  const meta = trx.objectStore('meta')
  const { mark, ...replica } = (await meta.get('copy')) ?? {}
  if (mark) await meta.put(replica, 'replica')
  for (const name of ['copy', 'copy-version']) await meta.delete(name)
}

/**
 * The version of the database since which search words are computed in the present way («علي» finds «علی»). Rows of earlier versions have
 * other search words.
 */
const VERSION_OF_ONE_LETTER_TABLE = VERSION_OF_090 + 2

/** Removes the cursor of the replica, so that the next download replaces all rows. Until then the stored rows stay in use. */
async function removeCursor(trx: IDBPTransaction<unknown, string[], 'versionchange'>) {
  const meta = trx.objectStore('meta')
  const { cursor, ...replica } = (await meta.get('replica')) ?? {}
  if (cursor) await meta.put(replica, 'replica')
}

/** Opens the IndexedDB database of this device, and upgrades that of an earlier version. */
export async function openStore(name = 'hudur', page?: StorePage): Promise<Store> {
  const end = page && abortOnPageLeave(page)
  const store = await openDB<DeviceSchema>(name, VERSION_OF_ONE_LETTER_TABLE, {
    upgrade(db, from, _to, trx) {
      end?.watch(unwrap(trx))
      const [stores, data] = [db as unknown as IDBPDatabase, trx as unknown as IDBPTransaction<unknown, string[], 'versionchange'>]
      if (from < VERSION_OF_090) return createStores(stores)
      const upgraded = from === VERSION_OF_090 ? upgradeFrom090(stores, data) : removeCursor(data)
      upgraded.catch(() => abortIfRunning(unwrap(trx)))
    },
    // Another tab upgrades the schema and needs this tab to close its connection to the database.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  })
  end?.watchAll(unwrap(store))
  return store
}

/** Returns whether an error comes from the storage of the browser: the disk is full, or the database was closed or deleted. */
export const isStorageFailure = (error: unknown) => error instanceof DOMException

/**
 * Runs `body` in one transaction. Resolves when the changes are on the disk, or with the durability `relaxed` when the operating system has
 * them: a power failure may undo them, never without those after them. When `body` fails, stores nothing and throws its error.
 */
export async function runWriteTransaction<Names extends StoreName, Answer>(
  store: Store,
  names: readonly Names[],
  body: (trx: WriteTransaction<Names>) => Promise<Answer>,
  durability: 'strict' | 'relaxed' = 'strict',
): Promise<Answer> {
  const trx = store.transaction(names, 'readwrite', { durability })
  try {
    const answer = await body(trx as unknown as WriteTransaction<Names>)
    await trx.done
    return answer
  } catch (error) {
    // The caller gets the error of `body`. The rejection of `done`, which follows from the abort, is ignored.
    trx.done.catch(() => {})
    abortIfRunning(unwrap(trx))
    throw error
  }
}

export const readMeta = async <Name extends keyof MetaValues>(store: Store, name: Name): Promise<MetaValues[Name] | undefined> =>
  (await store.get('meta', name)) as MetaValues[Name] | undefined

export const metaInTransaction = (trx: WriteTransaction<'meta'>) => {
  const meta = trx.objectStore('meta')
  return {
    get: async <Name extends keyof MetaValues>(name: Name) => (await meta.get(name)) as MetaValues[Name] | undefined,
    set: async <Name extends keyof MetaValues>(name: Name, value: MetaValues[Name]) => void (await meta.put(value, name)),
    remove: (name: keyof MetaValues) => meta.delete(name),
  }
}
