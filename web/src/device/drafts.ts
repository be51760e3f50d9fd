import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { tabDrafts } from './tab-drafts.ts'

/** One part of what an account has typed on a screen. A part is written by itself, so that a key does not write a list of ten thousand again. */
type Part = { account: string; screen: string; part: string; value: unknown }

interface DraftsSchema extends DBSchema {
  parts: { key: [account: string, screen: string, part: string]; value: { value: unknown; at: number } }
}

type Transaction = { abort: () => void }

const NAME = 'hudur-drafts'
/** A draft that nobody has touched for so long (ms) is forgotten. */
const FORGOTTEN = 14 * 86_400_000
/** A browser that has not answered after so long (ms) keeps nothing: a page must not wait for it. */
const TIMEOUT_MS = 2_000

const keyOf = ({ account, screen, part }: Omit<Part, 'value'>) => [account, screen, part].join(' ')

/** What waits to be written, the latest of each part, and what is being written. */
const waiting = new Map<string, Part & { isAllowed: () => boolean }>()
let writing: (Part & { isAllowed: () => boolean })[] = []
let running: Promise<boolean> | undefined
let transaction: Transaction | undefined
let opened: Promise<IDBPDatabase<DraftsSchema>> | undefined

function open() {
  opened ??= openDB<DraftsSchema>(NAME, 1, {
    upgrade: db => void db.createObjectStore('parts'),
    blocking: (_current, _blocked, event) => forget(event.target as IDBDatabase),
    terminated: () => forget(),
  })
  opened.catch(() => forget())
  return opened
}

function forget(db?: IDBDatabase) {
  db?.close()
  opened = undefined
}

const inTime = <Answer>(asked: Promise<Answer>) =>
  Promise.race([
    asked,
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error('the browser keeps nothing just now')), TIMEOUT_MS)),
  ])

/** Keeps a part in this tab, where the disk does not take it. Pictures are too large for that. Returns whether it is kept. */
const keepInTab = ({ account, screen, part, value }: Part) =>
  !(value instanceof Blob) && tabDrafts.write(account, `${screen} ${part}`, { value })

async function writeAll(parts: readonly Part[]) {
  const db = await open()
  const trx = db.transaction('parts', 'readwrite')
  transaction = trx
  const store = trx.objectStore('parts')
  for (const { account, screen, part, value } of parts) {
    const key: [string, string, string] = [account, screen, part]
    // What fails ends the transaction, which says so.
    const asked: Promise<unknown> = value === undefined ? store.delete(key) : store.put({ value, at: Date.now() }, key)
    asked.catch(() => undefined)
  }
  trx.commit()
  await trx.done
}

/** Writes what waits until nothing does. Returns whether the last of it is kept somewhere. */
async function run() {
  let isKept = true
  while (waiting.size > 0) {
    // Somebody may have signed out since it was typed.
    writing = [...waiting.values()].filter(({ isAllowed }) => isAllowed())
    waiting.clear()
    try {
      await inTime(writeAll(writing))
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
 * A page that is left may stay in memory with its transaction open, and WebKit then lets no later page write. It is ended, and what was in it
 * is kept in the tab, which takes it at once.
 */
function leavePage() {
  const parts = [...writing, ...waiting.values()].filter(({ isAllowed }) => isAllowed())
  try {
    transaction?.abort()
  } catch {
    // It has ended already.
  }
  for (const part of parts) keepInTab(part)
}
globalThis.addEventListener?.('pagehide', leavePage)

async function storedParts(account: string, screen: string) {
  const db = await open()
  const range = IDBKeyRange.bound([account, screen, ''], [account, screen, '\uffff'])
  const [keys, rows] = await Promise.all([db.getAllKeys('parts', range), db.getAll('parts', range)])
  if (rows.every(({ at }) => Date.now() - at > FORGOTTEN)) {
    await db.delete('parts', range)
    return {}
  }
  return Object.fromEntries(keys.map(([, , part], index) => [part, rows[index]?.value]))
}

async function removeOthers(account: string | undefined) {
  const db = await open()
  const trx = db.transaction('parts', 'readwrite')
  // Committed at once: whoever signs out leaves the page at the same time.
  const others = account === undefined ? [null] : [IDBKeyRange.upperBound([account]), IDBKeyRange.lowerBound([account, []])]
  for (const range of others) void (range ? trx.store.delete(range) : trx.store.clear())
  trx.commit()
  await trx.done
}

/**
 * What accounts have typed on screens, kept on this device's disk: it is there also when the page was loaded again or the tab was closed. One
 * draft for each account and screen. Where the disk is full, texts are kept in the tab.
 */
export const drafts = {
  /** The parts of a draft by their names; none where the browser keeps nothing. The drafts of other accounts are removed. */
  async read(account: string, screen: string, parts: readonly string[]): Promise<Record<string, unknown>> {
    void this.leaveOnly(account)
    const stored: Record<string, unknown> = await inTime(storedParts(account, screen)).catch(() => ({}))
    for (const part of parts) {
      // The tab holds only what is newer than the disk.
      const inTab = tabDrafts.read(account, `${screen} ${part}`) as { value?: unknown } | undefined
      if (inTab) stored[part] = inTab.value
    }
    return stored
  },

  /** Writes a part, as soon as the one before is written; undefined removes it. Returns whether it is kept. `isAllowed` is asked just before. */
  write(part: Part, isAllowed: () => boolean): Promise<boolean> {
    waiting.set(keyOf(part), { ...part, isAllowed })
    running ??= run()
    return running
  },

  /** Removes the drafts of every account but this one. */
  async leaveOnly(account: string | undefined) {
    tabDrafts.leaveOnly(account)
    await inTime(removeOthers(account)).catch(() => undefined)
  },
}
