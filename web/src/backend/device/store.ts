import type { contract, DeletedInvitation, InputOf, Invitation, RefusalCode, User } from '@hudur/core'
import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB, type StoreNames, unwrap, wrap } from 'idb'

/** One invitation of the replica, as the server said it, or as it was made here. */
export type KeptInvitation = {
  id: string
  invitation: Invitation
  guestKey: string
  eventKey: string
  /** The words by which the guest is found, between spaces. Missing where an earlier version put it here. */
  guestWords?: string
  /** Its place among those made at the same moment. */
  position: number
  /** Made on this device, and the server has not yet said that it has it. */
  isMade: boolean
}

/** Somebody this device let in, by whichever way it was judged. */
export type OwnScan = {
  account: string
  nonce: string
  /** What was read or typed; once it is sent, the invitation's id in its place. */
  code: string
  invitationId: string
  people: number
  /** The device's clock when it happened, and how many milliseconds it was measured to be behind the server's. */
  scannedAt: string
  clockOffset: number | null
  /** The same put right. */
  at: string
  gate: string | null
  /** Whether the server has answered that it has it, and whether the replica's count holds it. */
  isSent: boolean
  isListed: boolean
  undo?: { input: InputOf<typeof contract.scanning.undo>; isSent: boolean; isListed: boolean }
  /** There while the replica's count does not hold it all; an index finds these alone. */
  open?: 1
}

type Operations = {
  create: InputOf<typeof contract.invitations.create>
  check: InputOf<typeof contract.scanning.check>
  undo: InputOf<typeof contract.scanning.undo>
}

/** Something that was done here and is still to be told. Entries go in the order of `seq`. */
export type Entry = {
  [O in keyof Operations]: {
    seq?: number
    version: 1
    account: string
    operation: O
    input: Operations[O]
    nonce: string
    /** The device's clock. */
    at: string
    state: 'waiting' | 'unsent'
    /** Why the server would not have it. */
    refusal?: { code: RefusalCode; text: string }
    /** Whose balance it takes from, and how much. */
    spends?: Record<string, number>
  }
}[keyof Operations]

/** What lets somebody who has signed in on this device sign in again without a server. It is of no use on the server. */
export type Verifier = {
  key: string
  userId: string
  salt: Uint8Array<ArrayBuffer>
  hash: Uint8Array<ArrayBuffer>
  rounds: number
  /** When the server last took this password. */
  at: string
  failures: number
  waitUntil: string | null
}

/** Who is signed in here. `isConfirmed`: the server said so; otherwise this device let them in. */
export type Session = { userId: string; isConfirmed: boolean }

/** An event that was opened on this device, and is kept here whenever it is. */
export type OpenedEvent = { eventName: string; eventDate: string }

/** How the replica stands to the server: the mark it was last read to, when that was, and which opened events it holds. */
type ReplicaCursor = { account: string; mark: string; epoch: string; at: string; events?: OpenedEvent[] }

type Meta = {
  session: Session
  /** Somebody signed out, or another signed in, without a server: its session is still to be ended. */
  'ends-session': true
  copy: ReplicaCursor
  /** The last ones that were opened here, the latest first. */
  'opened-events': OpenedEvent[]
  /** Changes with every change of the replica, so that what is held in memory can be trusted. */
  'copy-version': number
  /** The deleted invitations of the replica's events, the latest first; they go with the replica. */
  deleted: DeletedInvitation[]
  position: number
  clock: { offset: number; at: string }
  [epochOf: `epoch ${string}`]: string
}

interface DeviceSchema extends DBSchema {
  invitations: { key: string; value: KeptInvitation }
  scans: { key: [string, string]; value: OwnScan; indexes: { invitation: string; open: number; account: string } }
  outbox: { key: number; value: Entry; indexes: { state: [string, string]; nonce: [string, string] } }
  accounts: { key: string; value: User }
  verifiers: { key: string; value: Verifier; indexes: { user: string } }
  meta: { key: string; value: Meta[keyof Meta] }
}

export type Store = IDBPDatabase<DeviceSchema>
export type StoreName = StoreNames<DeviceSchema>
/** A read-write transaction that reaches these stores; one that reaches more of them may stand in its place. */
export type Writing<Reached extends StoreName> = {
  objectStore: <Name extends Reached>(name: Name) => IDBPObjectStore<DeviceSchema, [Name], Name, 'readwrite'>
}

/** The page that holds the store open, as far as the store must know it. */
export type Page = Pick<Window, 'addEventListener'> & { location: Pick<Location, 'reload'> }

function abort(trx: IDBTransaction) {
  try {
    trx.abort()
  } catch {
    // It has ended already.
  }
}

/**
 * Aborts what runs when the page is left, and begins nothing until it is shown again. WebKit keeps a page that was left with its transactions
 * open, and every other page would wait for them for ever. A page that comes back after something was aborted is loaded anew.
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

  /** Aborts this transaction too, if it still runs when the page is left. */
  function watch(trx: IDBTransaction) {
    running.add(trx)
    for (const end of ['complete', 'abort']) trx.addEventListener(end, () => running.delete(trx))
    // Whoever only reads hears of it by the request, and does not wait for the end.
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
 * Opens what this device keeps for a page. A new version of the shape gets a step of its own here; the ones before it stay as they are.
 */
export async function openStore(name = 'hudur', page?: Page): Promise<Store> {
  const end = page && endWithPage(page)
  const store = await openDB<DeviceSchema>(name, 1, {
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
    },
    // Another tab brings a newer shape: it must not wait for this one.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  })
  end?.watchAll(unwrap(store))
  return store
}

/** Whether what failed is what this browser keeps: it is full, or was closed or taken away since it was opened. */
export const isStorageFailure = (error: unknown) => error instanceof DOMException

/** Everything `body` changes, or nothing. Answers only when it is on the disk: what was promised by it survives the battery. */
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
    // Whatever went wrong inside is what is told, not that the transaction ended by it.
    trx.done.catch(() => {})
    abort(unwrap(trx))
    throw error
  }
}

/** One of the device's own remarks. */
export const readMeta = async <Name extends keyof Meta>(store: Store, name: Name): Promise<Meta[Name] | undefined> =>
  (await store.get('meta', name)) as Meta[Name] | undefined

/** The same inside a transaction. */
export const metaIn = (trx: Writing<'meta'>) => {
  const meta = trx.objectStore('meta')
  return {
    get: async <Name extends keyof Meta>(name: Name) => (await meta.get(name)) as Meta[Name] | undefined,
    set: async <Name extends keyof Meta>(name: Name, value: Meta[Name]) => void (await meta.put(value, name)),
    remove: (name: keyof Meta) => meta.delete(name),
  }
}
