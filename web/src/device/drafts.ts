import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { tabDrafts } from './tab-drafts.ts'

/**
 * A part of an account's draft on a screen, such as a field or a list. Each part is stored by itself, so that a key press does not store a
 * list of 10,000 guests again.
 */
type Part = { account: string; screen: string; part: string; value: unknown }

interface DraftsSchema extends DBSchema {
  parts: { key: [account: string, screen: string, part: string]; value: { value: unknown; at: number } }
}

type Transaction = { abort: () => void }

const DATABASE_NAME = 'hudur-drafts'
/** How long (ms) after its last change a draft is deleted. */
const DRAFT_LIFETIME_MS = 14 * 86_400_000
/** How long (ms) to wait for the browser's storage before it counts as failed: the page must not wait for it. */
const TIMEOUT_MS = 2_000

const keyOf = ({ account, screen, part }: Omit<Part, 'value'>) => [account, screen, part].join(' ')

/** The parts that wait to be written, the latest value of each (`waiting`), and those being written (`writing`). */
const waiting = new Map<string, Part & { isAllowed: () => boolean }>()
let writing: (Part & { isAllowed: () => boolean })[] = []
let running: Promise<boolean> | undefined
let transaction: Transaction | undefined
let opened: Promise<IDBPDatabase<DraftsSchema>> | undefined

function open() {
  opened ??= openDB<DraftsSchema>(DATABASE_NAME, 1, {
    upgrade: db => void db.createObjectStore('parts'),
    blocking: (_current, _blocked, event) => closeDatabase(event.target as IDBDatabase),
    terminated: () => closeDatabase(),
  })
  opened.catch(() => closeDatabase())
  return opened
}

function closeDatabase(db?: IDBDatabase) {
  db?.close()
  opened = undefined
}

const withTimeout = <Answer>(operation: Promise<Answer>) =>
  Promise.race([
    operation,
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error('the browser keeps nothing just now')), TIMEOUT_MS)),
  ])

/** Stores a part in this tab when the disk refuses it. Images are too large for that. Returns whether it was stored. */
const keepInTab = ({ account, screen, part, value }: Part) =>
  !(value instanceof Blob) && tabDrafts.write(account, `${screen} ${part}`, { value })

async function writeAll(parts: readonly Part[]) {
  const db = await open()
  const trx = db.transaction('parts', 'readwrite')
  transaction = trx
  const store = trx.objectStore('parts')
  for (const { account, screen, part, value } of parts) {
    const key: [string, string, string] = [account, screen, part]
    // The rejection is ignored: a failed request aborts the transaction, and then `trx.done` rejects.
    const request: Promise<unknown> = value === undefined ? store.delete(key) : store.put({ value, at: Date.now() }, key)
    request.catch(() => undefined)
  }
  trx.commit()
  await trx.done
}

/** Writes the waiting parts until none is left. Returns whether the last ones were stored on the disk or in the tab. */
async function run() {
  let isKept = true
  while (waiting.size > 0) {
    // The user may have signed out since the part was typed.
    writing = [...waiting.values()].filter(({ isAllowed }) => isAllowed())
    waiting.clear()
    try {
      await withTimeout(writeAll(writing))
      for (const { account, screen, part } of writing) tabDrafts.remove(account, `${screen} ${part}`)
      isKept = true
    } catch {
      isKept = writing.filter(({ isAllowed }) => isAllowed()).every(keepInTab)
    }
    transaction = undefined
    writing = []
  }
  running = undefined
  return isKept
}

/**
 * Aborts the running transaction when the page is left, and stores its parts in the tab, which is synchronous. A left page may stay in
 * memory with its transaction open, and WebKit then lets no later page write.
 */
function leavePage() {
  const parts = [...writing, ...waiting.values()].filter(({ isAllowed }) => isAllowed())
  try {
    transaction?.abort()
  } catch {
    // The transaction has already ended.
  }
  for (const part of parts) keepInTab(part)
}
globalThis.addEventListener?.('pagehide', leavePage)

async function storedParts(account: string, screen: string) {
  const db = await open()
  const range = IDBKeyRange.bound([account, screen, ''], [account, screen, '\uffff'])
  const [keys, rows] = await Promise.all([db.getAllKeys('parts', range), db.getAll('parts', range)])
  if (rows.every(({ at }) => Date.now() - at > DRAFT_LIFETIME_MS)) {
    await db.delete('parts', range)
    return {}
  }
  return Object.fromEntries(keys.map(([, , part], index) => [part, rows[index]?.value]))
}

async function removeOthers(account: string | undefined) {
  const db = await open()
  const trx = db.transaction('parts', 'readwrite')
  // Commit at once, without waiting for the requests: a sign-out leaves the page at the same time.
  const others = account === undefined ? [null] : [IDBKeyRange.upperBound([account]), IDBKeyRange.lowerBound([account, []])]
  for (const range of others) void (range ? trx.store.delete(range) : trx.store.clear())
  trx.commit()
  await trx.done
}

/**
 * The drafts of accounts on screens, stored on this device's disk: they survive a reload and a closed tab. Each account has one draft per
 * screen. When the disk is full, texts are stored in the tab.
 */
export const drafts = {
  /** Returns the parts of a draft by name; none when the browser has no storage. Removes the drafts of other accounts. */
  async read(account: string, screen: string, parts: readonly string[]): Promise<Record<string, unknown>> {
    void this.leaveOnly(account)
    const storedValues: Record<string, unknown> = await withTimeout(storedParts(account, screen)).catch(() => ({}))
    for (const part of parts) {
      // A part that is stored in the tab is newer than the same part on the disk.
      const inTab = tabDrafts.read(account, `${screen} ${part}`) as { value?: unknown } | undefined
      if (inTab) storedValues[part] = inTab.value
    }
    return storedValues
  },

  /** Writes a part after the running write; `undefined` removes it. Calls `isAllowed` just before. Returns whether it was stored. */
  write(part: Part, isAllowed: () => boolean): Promise<boolean> {
    waiting.set(keyOf(part), { ...part, isAllowed })
    running ??= run()
    return running
  },

  /** Removes the drafts of every account but this one. */
  async leaveOnly(account: string | undefined) {
    tabDrafts.leaveOnly(account)
    await withTimeout(removeOthers(account)).catch(() => undefined)
  },
}
