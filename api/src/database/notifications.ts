import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { type Change, type Changes, changeListeners } from './changes.ts'

const CHANNEL = 'hudur_changes'
/** How long (ms) changes are collected before they are sent together. */
const COLLECT_MS = 20
/** The most changes of one notification: its text may have 8,000 bytes, and a change takes up to 80. */
const AT_ONCE = 75
/** How long (ms) the test notification may take, and the interval (ms) between two tests. */
const TEST_MS = 5_000
const TEST_INTERVAL_MS = 10_000
/** The wait (ms) before a lost connection is opened again. */
const RECONNECT_MS = 1_000

type Message = { from: string; test?: string; changes?: Change[] }

/** Returns a message of the channel, to which other programs may write too. */
function parse(payload = ''): Message {
  try {
    return JSON.parse(payload) as Message
  } catch {
    return { from: '' }
  }
}

/**
 * Reports changes between the processes that share a PostgreSQL database. `send` executes `pg_notify` after a commit, never inside a
 * transaction, because PostgreSQL commits such transactions one after another. The connection that listens is opened with the first
 * subscription. A pooler may accept `listen` and deliver nothing, so the connection counts only after its own test notification came back;
 * the test is repeated every ten seconds.
 */
export function notifications(url: string, send: (channel: string, payload: string) => Promise<unknown>) {
  const own = randomUUID()
  const listeners = changeListeners()
  let collected: Change[] = []
  let collecting: ReturnType<typeof setTimeout> | undefined
  let client: pg.Client | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let test: { id: string; sentAt: number } | undefined
  let isStarted = false
  let isHeard = false
  let isClosed = false

  const post = (message: Omit<Message, 'from'>) => send(CHANNEL, JSON.stringify({ from: own, ...message }))

  function sendCollected() {
    collecting = undefined
    const changes = collected
    collected = []
    // When the notification fails, the others learn of the change with their next regular read.
    for (let from = 0; from < changes.length; from += AT_ONCE) post({ changes: changes.slice(from, from + AT_ONCE) }).catch(() => {})
  }

  function receive(payload: string | undefined) {
    const message = parse(payload)
    if (message.test !== undefined && message.test === test?.id) {
      test = undefined
      if (!isHeard) listeners.reportGap()
      isHeard = true
    }
    if (message.from !== own) listeners.report(message.changes ?? [])
  }

  function wait(milliseconds: number, act: () => void) {
    clearTimeout(timer)
    if (!isClosed) timer = setTimeout(act, milliseconds).unref()
  }

  function reconnect() {
    const wasHeard = isHeard
    isHeard = false
    if (wasHeard) listeners.reportGap()
    test = undefined
    const old = client
    client = undefined
    old?.removeAllListeners('end')
    old?.end().catch(() => {})
    wait(RECONNECT_MS, connect)
  }

  /** Sends a test notification, or reconnects when the last one did not come back. */
  function runTest() {
    if (test) return reconnect()
    test = { id: randomUUID(), sentAt: performance.now() }
    post({ test: test.id }).catch(() => {})
    wait(TEST_MS, () => (test ? reconnect() : wait(TEST_INTERVAL_MS - TEST_MS, runTest)))
  }

  async function connect() {
    const opened = new pg.Client({ connectionString: url, keepAlive: true, application_name: 'hudur changes' })
    client = opened
    opened.on('error', () => client === opened && reconnect())
    opened.on('end', () => client === opened && reconnect())
    opened.on('notification', ({ payload }) => receive(payload))
    try {
      await opened.connect()
      await opened.query(`listen ${CHANNEL}`)
      if (client === opened) runTest()
    } catch {
      if (client === opened) reconnect()
    }
  }

  const changes: Changes = {
    subscribe(listener) {
      if (!isStarted && !isClosed) {
        isStarted = true
        void connect()
      }
      return listeners.subscribe(listener)
    },
    areComplete: () => isHeard,
  }

  return {
    changes,
    /** Reports changes of this process: at once to its own listeners, and to the other processes. */
    report(reported: readonly Change[]) {
      if (reported.length === 0 || isClosed) return
      listeners.report(reported)
      collected.push(...reported)
      collecting ??= setTimeout(sendCollected, COLLECT_MS)
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      clearTimeout(collecting)
      client?.removeAllListeners('end')
      await client?.end().catch(() => {})
    },
  }
}
