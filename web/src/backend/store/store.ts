import type { contract, DeletedInvitation, EventDetails, InputOf, Invitation, LinkSelf, RefusalCode, User } from '@hudur/core'
import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB, type StoreNames, unwrap, wrap } from 'idb'

/** The fields of an invitation that rows of an earlier version of the product lack. */
type NewerFields = 'eventId' | 'table' | 'note' | 'isVip' | 'side' | 'code' | 'state' | 'sentAt' | 'sentVia' | 'openedAt' | 'answer'

/** An invitation as it is stored. Its event's name and day are those of the download; the store `events` has the present ones. */
export type StoredInvitation = Omit<Invitation, NewerFields> & Partial<Pick<Invitation, NewerFields>>

/** One invitation of the replica, as the server sent it or as it was created on this device. */
export type KeptInvitation = {
  id: string
  invitation: StoredInvitation
  guestKey: string
  /** The guest's search words, separated by spaces. Missing in rows that an earlier version of the product stored. */
  guestWords?: string
  /** Its order among invitations with the same creation time. */
  position: number
  /** Whether it was created on this device and the server has not confirmed it yet. */
  isMade: boolean
  /** At a door that may not search: the guest, readable with the code alone. */
  sealed?: string
  /** Its present and former codes other than its id. Missing while the id is the code. */
  codes?: string[]
}

/** An admission that this device made, whether the server or the device decided it. */
export type OwnScan = {
  account: string
  nonce: string
  /** The code or name that was scanned or typed; after the upload, the invitation's id. */
  code: string
  invitationId: string
  people: number
  /** The time of the scan by the device's clock, and how many milliseconds that clock is behind the server's (null: never measured). */
  scannedAt: string
  clockOffset: number | null
  /** `scannedAt` corrected by `clockOffset`. */
  at: string
  gate: string | null
  /** Whether the server has the scan (`isSent`), and whether the replica's count includes it (`isListed`). */
  isSent: boolean
  isListed: boolean
  undo?: { input: InputOf<typeof contract.scanning.undo>; isSent: boolean; isListed: boolean }
  /** Present while the replica's count lacks the scan or its undo. The index `open` finds only these scans. */
  open?: 1
}

type Operations = {
  create: InputOf<typeof contract.invitations.create>
  check: InputOf<typeof contract.scanning.check>
  undo: InputOf<typeof contract.scanning.undo>
}

/** An outbox entry: a change on this device that waits for the upload, or that the server rejected. Uploaded in the order of `seq`. */
export type Entry = {
  [O in keyof Operations]: {
    seq?: number
    version: 1
    account: string
    operation: O
    input: Operations[O]
    nonce: string
    /** The time of the change by the device's clock. */
    at: string
    /** `unsent`: the server rejected it. */
    state: 'waiting' | 'unsent'
    /** The server's refusal of a rejected entry. */
    refusal?: { code: RefusalCode; text: string }
    /** How many invitations it charges to which quota, by account id. */
    spends?: Record<string, number>
  }
}[keyof Operations]

/** A salted password hash with which a user signs in again on this device without a server. The server does not accept it. */
export type Verifier = {
  key: string
  userId: string
  salt: Uint8Array<ArrayBuffer>
  hash: Uint8Array<ArrayBuffer>
  rounds: number
  /** When the server last accepted this password. */
  at: string
  failures: number
  waitUntil: string | null
}

/** The session on this device. `isConfirmed`: the server confirmed it; otherwise the user signed in with a verifier of this device. */
export type Session = { userId: string; isConfirmed: boolean }

/** An event that was opened on this device. The replica includes it whatever its date. Events of an earlier version have no id. */
export type OpenedEvent = { eventId?: string | undefined; eventName: string; eventDate: string }

/** The replica's cursor (`mark`) and epoch of the last download, its time (`at`), and the opened events that the replica includes. */
type ReplicaCursor = {
  account: string
  mark: string
  epoch: string
  at: string
  events?: OpenedEvent[]
  /** Missing after a download by a version of the product without codes: the next download is a full one. */
  knowsCodes?: true
}

/** Scans of the account that the counts of the replica include, and that this device has not stored. */
type EarlyScans = {
  admissions: { nonce: string; invitationId: string; people: number }[]
  /** Idempotency keys. */
  undos: string[]
}

type Meta = {
  session: Session
  /** The link of a door. */
  link: LinkSelf
  /** A user signed out, or another signed in, without a server: the server's session must still be ended. */
  'ends-session': true
  copy: ReplicaCursor
  /** The events last opened on this device, the latest first. */
  'opened-events': OpenedEvent[]
  /** The admissions, and the idempotency keys of undos, that downloads included before this device had stored them, the latest last. */
  'early-scans': EarlyScans
  /** A counter that every change of the replica increments, so that stale rows in memory are noticed. */
  'copy-version': number
  /** The tombstones of the replica's events, the latest first. They are removed with the replica. */
  deleted: DeletedInvitation[]
  position: number
  clock: { offset: number; at: string }
  [epochOf: `epoch ${string}`]: string
}

interface DeviceSchema extends DBSchema {
  invitations: { key: string; value: KeptInvitation; indexes: { codes: string } }
  events: { key: string; value: EventDetails }
  scans: { key: [string, string]; value: OwnScan; indexes: { invitation: string; open: number; account: string } }
  outbox: { key: number; value: Entry; indexes: { state: [string, string]; nonce: [string, string] } }
  accounts: { key: string; value: User }
  verifiers: { key: string; value: Verifier; indexes: { user: string } }
  meta: { key: string; value: Meta[keyof Meta] }
}

export type Store = IDBPDatabase<DeviceSchema>
export type StoreName = StoreNames<DeviceSchema>
/** A read-write transaction over at least these stores. One over more stores is accepted too. */
export type Writing<Reached extends StoreName> = {
  objectStore: <Name extends Reached>(name: Name) => IDBPObjectStore<DeviceSchema, [Name], Name, 'readwrite'>
}

/** The parts of the page's `Window` that the store uses. */
export type Page = Pick<Window, 'addEventListener'> & { location: Pick<Location, 'reload'> }

function abort(trx: IDBTransaction) {
  try {
    trx.abort()
  } catch {
    // The transaction has already ended.
  }
}

/**
 * Aborts the running transactions when the page is left, and begins none until it is shown again. WebKit keeps a left page in memory with
 * its transactions open, and every other page would wait for them forever. A page that is shown again after an abort is reloaded.
 */
function endWithPage(page: Page) {
  const running = new Set<IDBTransaction>()
  let isLeft = false
  let hasAborted = false

  page.addEventListener('pagehide', () => {
    isLeft = true
    hasAborted ||= running.size > 0
    for (const trx of running) abort(trx)
  })
  page.addEventListener('pageshow', event => {
    if (event.persisted && hasAborted) page.location.reload()
    isLeft = false
  })

  /** Aborts this transaction if it is still running when the page is left. */
  function watch(trx: IDBTransaction) {
    running.add(trx)
    for (const end of ['complete', 'abort']) trx.addEventListener(end, () => running.delete(trx))
    // Code that only reads gets the error from its request and does not await `done`: without this the rejection would be unhandled.
    wrap(trx).done.catch(() => {})
    return trx
  }

  return {
    watch,
    /** Watches every transaction of a database. */
    watchAll(db: IDBDatabase) {
      const begin = db.transaction.bind(db)
      db.transaction = (...wanted) => {
        hasAborted ||= isLeft
        if (isLeft) throw new DOMException('the page was left', 'AbortError')
        return watch(begin(...wanted))
      }
    },
  }
}

/**
 * Opens the device's IndexedDB database. A new schema version adds its own upgrade step here; earlier steps never change.
 */
export async function openStore(name = 'hudur', page?: Page): Promise<Store> {
  const end = page && endWithPage(page)
  const store = await openDB<DeviceSchema>(name, 3, {
    upgrade(db, from, _to, trx) {
      end?.watch(unwrap(trx))
      if (from < 1) {
        db.createObjectStore('invitations', { keyPath: 'id' })
        const scans = db.createObjectStore('scans', { keyPath: ['account', 'nonce'] })
        scans.createIndex('invitation', 'invitationId')
        scans.createIndex('open', 'open')
        scans.createIndex('account', 'account')
        const outbox = db.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true })
        outbox.createIndex('state', ['account', 'state'])
        outbox.createIndex('nonce', ['account', 'nonce'])
        db.createObjectStore('accounts', { keyPath: 'id' })
        db.createObjectStore('verifiers', { keyPath: 'key' }).createIndex('user', 'userId')
        db.createObjectStore('meta')
      }
      if (from < 2) db.createObjectStore('events', { keyPath: 'id' })
      if (from < 3) trx.objectStore('invitations').createIndex('codes', 'codes', { multiEntry: true })
    },
    // Another tab upgrades the schema: close, so that it need not wait for this tab.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  })
  end?.watchAll(unwrap(store))
  return store
}

/** Whether an error comes from the browser's storage: the disk is full, or the database was closed or deleted. */
export const isStorageFailure = (error: unknown) => error instanceof DOMException

/**
 * Runs `body` in one transaction. Resolves only when the changes are on the disk, so that they survive an empty battery. When `body` fails,
 * throws its error and stores nothing.
 */
export async function write<Reached extends StoreName, Answer>(
  store: Store,
  names: readonly Reached[],
  body: (trx: Writing<Reached>) => Promise<Answer>,
): Promise<Answer> {
  const trx = store.transaction(names, 'readwrite', { durability: 'strict' })
  try {
    const answer = await body(trx as unknown as Writing<Reached>)
    await trx.done
    return answer
  } catch (error) {
    // The caller gets the error of `body`, not the abort of the transaction that follows from it.
    trx.done.catch(() => {})
    abort(unwrap(trx))
    throw error
  }
}

/** Reads a value of the store `meta`. */
export const readMeta = async <Name extends keyof Meta>(store: Store, name: Name): Promise<Meta[Name] | undefined> =>
  (await store.get('meta', name)) as Meta[Name] | undefined

/** Returns the functions that read, set and remove values of the store `meta` inside a transaction. */
export const metaIn = (trx: Writing<'meta'>) => {
  const meta = trx.objectStore('meta')
  return {
    get: async <Name extends keyof Meta>(name: Name) => (await meta.get(name)) as Meta[Name] | undefined,
    set: async <Name extends keyof Meta>(name: Name, value: Meta[Name]) => void (await meta.put(value, name)),
    remove: (name: keyof Meta) => meta.delete(name),
  }
}
