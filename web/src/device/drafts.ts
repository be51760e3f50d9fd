import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { tabDraftStore } from './tab-drafts.ts'
import { withTimeout } from './timeout.ts'

/**
 * A part of an account's draft on a screen. Parts are stored separately, so that a key press in a field does not store a list of 10,000
 * guests again.
 */
type DraftPart = { account: string; screen: string; part: string; value: unknown }

interface DraftsSchema extends DBSchema {
  parts: { key: [account: string, screen: string, part: string]; value: { value: unknown; at: number } }
}

const DATABASE_NAME = 'hudur-drafts'
const DRAFT_LIFETIME_MS = 14 * 86_400_000
/** The longest wait (ms) for the browser's storage. After it a write counts as failed, so that the page does not hang. */
export const STORAGE_TIMEOUT_MS = 2_000

const partKeyOf = ({ account, screen, part }: Omit<DraftPart, 'value'>) => [account, screen, part].join(' ')

/** The parts that wait to be written, each with its latest value, and the parts of the running write. */
const waitingDraftParts = new Map<string, DraftPart & { isAllowed: () => boolean }>()
let partsBeingWritten: (DraftPart & { isAllowed: () => boolean })[] = []
/** The parts whose latest value is stored nowhere, by their keys. */
const unstoredParts = new Map<string, DraftPart>()
let runningWrite: Promise<boolean> | undefined
let runningTransaction: { abort: () => void } | undefined
let openedDatabase: Promise<IDBPDatabase<DraftsSchema>> | undefined

function openDatabase() {
  openedDatabase ??= openDB<DraftsSchema>(DATABASE_NAME, 1, {
    upgrade: db => void db.createObjectStore('parts'),
    blocking: (_current, _blocked, event) => closeDatabase(event.target as IDBDatabase),
    terminated: () => closeDatabase(),
  })
  openedDatabase.catch(() => closeDatabase())
  return openedDatabase
}

function closeDatabase(db?: IDBDatabase) {
  db?.close()
  openedDatabase = undefined
}

const withStorageTimeout = <Answer>(operation: Promise<Answer>) =>
  withTimeout(operation, STORAGE_TIMEOUT_MS, 'the browser keeps nothing just now')

/** Stores a part in session storage, which is too small for images. Returns whether the part was stored. */
const storePartInTab = ({ account, screen, part, value }: DraftPart) =>
  !(value instanceof Blob) && tabDraftStore.write(account, `${screen} ${part}`, { value })

async function writeParts(parts: readonly DraftPart[]) {
  const db = await openDatabase()
  const trx = db.transaction('parts', 'readwrite')
  runningTransaction = trx
  const store = trx.objectStore('parts')
  for (const { account, screen, part, value } of parts) {
    const key: [string, string, string] = [account, screen, part]
    // A failed request aborts the transaction, so `trx.done` rejects as well. The rejection of the request itself is ignored.
    const request: Promise<unknown> = value === undefined ? store.delete(key) : store.put({ value, at: Date.now() }, key)
    request.catch(() => undefined)
  }
  trx.commit()
  await trx.done
}

/** Writes waiting parts until there are none. Returns whether the latest value of every part is in IndexedDB or in session storage. */
async function writeWaitingParts() {
  while (waitingDraftParts.size > 0) {
    // Parts are checked again here, because the user may have signed out since typing.
    const parts = [...waitingDraftParts.values()].filter(({ isAllowed }) => isAllowed())
    partsBeingWritten = parts
    waitingDraftParts.clear()
    for (const part of parts) unstoredParts.delete(partKeyOf(part))
    const write = writeParts(parts)
    try {
      await withStorageTimeout(write)
      for (const { account, screen, part } of parts) tabDraftStore.remove(account, `${screen} ${part}`)
    } catch {
      for (const part of parts) if (part.isAllowed() && !storePartInTab(part)) unstoredParts.set(partKeyOf(part), part)
      // A write that has timed out continues. If it succeeds, for instance with a large image, its parts are stored after all.
      const removeStored = () => {
        for (const part of parts) if (unstoredParts.get(partKeyOf(part)) === part) unstoredParts.delete(partKeyOf(part))
      }
      write.then(removeStored, () => undefined)
    }
    runningTransaction = undefined
    partsBeingWritten = []
  }
  runningWrite = undefined
  return unstoredParts.size === 0
}

/**
 * Aborts the running transaction when the user leaves the page, and stores its parts in session storage, which is synchronous. A left page
 * may stay in memory with its transaction open, and in WebKit later pages then cannot write.
 */
function storePartsInTabOnPageLeave() {
  const parts = [...partsBeingWritten, ...waitingDraftParts.values()].filter(({ isAllowed }) => isAllowed())
  try {
    runningTransaction?.abort()
  } catch {
    // `abort` throws when the transaction has already ended.
  }
  for (const part of parts) storePartInTab(part)
}
globalThis.addEventListener?.('pagehide', storePartsInTabOnPageLeave)

async function readStoredParts(account: string, screen: string) {
  const db = await openDatabase()
  const range = IDBKeyRange.bound([account, screen, ''], [account, screen, '\uffff'])
  const [keys, rows] = await Promise.all([db.getAllKeys('parts', range), db.getAll('parts', range)])
  if (rows.every(({ at }) => Date.now() - at > DRAFT_LIFETIME_MS)) {
    await db.delete('parts', range)
    return {}
  }
  return Object.fromEntries(keys.map(([, , part], index) => [part, rows[index]?.value]))
}

async function deleteDraftsOfOtherAccounts(account: string | undefined) {
  const db = await openDatabase()
  const trx = db.transaction('parts', 'readwrite')
  // The transaction is committed without waiting for its requests, because the page is left during a sign-out.
  const others = account === undefined ? [null] : [IDBKeyRange.upperBound([account]), IDBKeyRange.lowerBound([account, []])]
  for (const range of others) void (range ? trx.store.delete(range) : trx.store.clear())
  trx.commit()
  await trx.done
}

/** The drafts of accounts in IndexedDB, one for each account and screen. When IndexedDB fails, texts are stored in session storage. */
export const draftStore = {
  /**
   * Returns the parts of a draft by name; empty when the browser has no storage. Has no time limit, because a draft that is read too late
   * would be overwritten by the next text. Deletes the drafts of other accounts.
   */
  async read(account: string, screen: string, parts: readonly string[]): Promise<Record<string, unknown>> {
    void this.leaveOnly(account)
    const storedValues: Record<string, unknown> = await readStoredParts(account, screen).catch(() => ({}))
    for (const part of parts) {
      // A part in session storage is newer than the same part in IndexedDB.
      const inTab = tabDraftStore.read(account, `${screen} ${part}`) as { value?: unknown } | undefined
      if (inTab) storedValues[part] = inTab.value
    }
    return storedValues
  },

  /**
   * Writes a part after the running write has ended. The value `undefined` deletes the part. `isAllowed` is called just before the write,
   * and false prevents it. Returns whether the latest value of every part was stored.
   */
  write(part: DraftPart, isAllowed: () => boolean): Promise<boolean> {
    waitingDraftParts.set(partKeyOf(part), { ...part, isAllowed })
    runningWrite ??= writeWaitingParts()
    return runningWrite
  },

  async leaveOnly(account: string | undefined) {
    tabDraftStore.leaveOnly(account)
    for (const [key, part] of unstoredParts) if (part.account !== account) unstoredParts.delete(key)
    await withStorageTimeout(deleteDraftsOfOtherAccounts(account)).catch(() => undefined)
  },
}
