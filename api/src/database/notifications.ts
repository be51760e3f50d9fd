import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { type Change, type ChangeNotifier, createChangeListeners } from './changes.ts'

const CHANNEL = 'hudur_changes'
/** How long (ms) changes are collected before they are sent together. */
const COLLECTING_TIME_MS = 20
/** The maximum number of changes in one notification. PostgreSQL limits its text to 8,000 bytes, and a change takes up to 80. */
const MAX_CHANGES_PER_NOTIFICATION = 75
/** The timeout (ms) of the test notification, and the interval (ms) between two tests. */
const TEST_NOTIFICATION_TIMEOUT_MS = 5_000
const TEST_NOTIFICATION_INTERVAL_MS = 10_000
/** The timeout (ms) of an attempt to connect. */
const CONNECT_TIMEOUT_MS = 2_000
/** The delay (ms) before a lost connection is opened again. */
const RECONNECT_DELAY_MS = 1_000

type Message = { from: string; test?: string; changes?: Change[] }

/** Parses a message of the channel. Returns an empty message for any other text, because other programs may also write to the channel. */
function parse(payload = ''): Message {
  try {
    return JSON.parse(payload) as Message
  } catch {
    return { from: '' }
  }
}

/**
 * Reports changes between the processes that share a PostgreSQL database. `send` executes `pg_notify` after a commit, never inside a
 * transaction, because PostgreSQL commits transactions with notifications one after another. The connection that listens is opened with the
 * first subscription. A connection pooler may accept `listen` and deliver nothing. So the connection counts as working only after it has
 * received its own test notification, and the test is repeated every ten seconds.
 */
export function createChangeNotifications(url: string, send: (channel: string, payload: string) => Promise<unknown>) {
  const processId = randomUUID()
  const listeners = createChangeListeners()
  let unsentChanges: Change[] = []
  let sendTimer: ReturnType<typeof setTimeout> | undefined
  let client: pg.Client | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let test: { id: string; sentAt: number } | undefined
  let isStarted = false
  let isConnectionTested = false
  let isClosed = false

  const sendMessage = (message: Omit<Message, 'from'>) => send(CHANNEL, JSON.stringify({ from: processId, ...message }))

  function sendCollectedChanges() {
    sendTimer = undefined
    const changes = unsentChanges
    unsentChanges = []
    // When the notification fails, the other processes see the changes at their next regular read.
    for (let from = 0; from < changes.length; from += MAX_CHANGES_PER_NOTIFICATION)
      sendMessage({ changes: changes.slice(from, from + MAX_CHANGES_PER_NOTIFICATION) }).catch(() => {})
  }

  function receive(payload: string | undefined) {
    const message = parse(payload)
    if (message.test !== undefined && message.test === test?.id) {
      test = undefined
      if (!isConnectionTested) listeners.reportGap()
      isConnectionTested = true
    }
    if (message.from !== processId) listeners.report(message.changes ?? [])
  }

  function startTimer(milliseconds: number, act: () => void) {
    clearTimeout(timer)
    if (!isClosed) timer = setTimeout(act, milliseconds).unref()
  }

  function reconnect() {
    const wasTested = isConnectionTested
    isConnectionTested = false
    if (wasTested) listeners.reportGap()
    test = undefined
    const old = client
    client = undefined
    old?.removeAllListeners('end')
    old?.end().catch(() => {})
    startTimer(RECONNECT_DELAY_MS, connect)
  }

  /** Sends a test notification. Reconnects instead when the previous one was not received. */
  function sendTestNotification() {
    if (test) return reconnect()
    test = { id: randomUUID(), sentAt: performance.now() }
    sendMessage({ test: test.id }).catch(() => {})
    startTimer(TEST_NOTIFICATION_TIMEOUT_MS, () =>
      test ? reconnect() : startTimer(TEST_NOTIFICATION_INTERVAL_MS - TEST_NOTIFICATION_TIMEOUT_MS, sendTestNotification),
    )
  }

  async function connect() {
    const opened = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      application_name: 'hudur changes',
    })
    client = opened
    opened.on('error', () => client === opened && reconnect())
    opened.on('end', () => client === opened && reconnect())
    opened.on('notification', ({ payload }) => receive(payload))
    try {
      await opened.connect()
      await opened.query(`listen ${CHANNEL}`)
      if (client === opened) sendTestNotification()
    } catch {
      if (client === opened) reconnect()
    }
  }

  const changes: ChangeNotifier = {
    subscribe(listener) {
      if (!isStarted && !isClosed) {
        isStarted = true
        void connect()
      }
      return listeners.subscribe(listener)
    },
    areComplete: () => isConnectionTested,
  }

  return {
    changes,
    /** Reports changes of this process: immediately to its own listeners, and after `COLLECTING_TIME_MS` to the other processes. */
    report(reported: readonly Change[]) {
      if (reported.length === 0 || isClosed) return
      listeners.report(reported)
      unsentChanges.push(...reported)
      sendTimer ??= setTimeout(sendCollectedChanges, COLLECTING_TIME_MS)
    },
    /** Opens the connection again, because the server has failed: it may be another one than that of the next writes. */
    reopen() {
      if (isConnectionTested) reconnect()
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      clearTimeout(sendTimer)
      client?.removeAllListeners('end')
      await client?.end().catch(() => {})
    },
  }
}
