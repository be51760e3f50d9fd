import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import process from 'node:process'
import type { FastifyInstance, FastifyServerFactory } from 'fastify'

/** The most connections, more than any event needs; each connection takes memory. */
const MAX_CONNECTIONS = 10_000

/** The file descriptors that are left for the database, backups and mail; at most half of the limit. */
const RESERVE = 256

/** Returns how many file descriptors this process may have open; undefined when the system has no such limit. */
export function descriptorLimit(): number | undefined {
  // Otherwise the report looks up the host name of every address that the process is connected to.
  const report = Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } }
  const soft = userLimits?.open_files?.soft
  return typeof soft === 'number' ? soft : undefined
}

/**
 * Returns how many connections may be open at once under a limit of file descriptors. Each connection may need two: one for itself and one
 * for the file of the site that it sends.
 */
export const maxConnectionsFor = (descriptors = Number.POSITIVE_INFINITY) =>
  Math.min(MAX_CONNECTIONS, Math.floor((descriptors - Math.min(RESERVE, Math.floor(descriptors / 2))) / 2))

/** The slowest allowed transfer: on average at least `pace` bytes per second in each period of `grace` ms. */
export type Pace = { grace: number; pace: number }

export type ConnectionLimits = {
  /** The most open connections. */
  maxConnections: number
  /** The timeout (ms) for the headers of a request, and for a new connection that sends nothing. */
  headers: number
  /** The timeout (ms) for a whole request to arrive: 8 MB at 30 kB/s take 280 s. */
  request: number
  /** How long (ms) a connection stays open between requests: longer than the minute for which proxies reuse a connection. */
  keepAlive: number
  /** How long (ms) a response may make no progress because its reader takes no bytes. */
  stalled: number
  /** The slowest allowed transfer of a body. */
  body: Pace
  /**
   * The slowest allowed transfer of a response that waits for its reader. The operating system lets a server write again only when a third
   * of its send buffer is free. The buffer may have 4 MB, so progress may appear in steps of about 1.5 MB: a reader of 30 kB/s may seem to
   * take nothing for 50 s.
   */
  answer: Pace
  /** The interval (ms) at which both transfers are checked. */
  checks: number
  /**
   * The most unanswered requests of one connection, including the one being processed. Browsers and proxies send the next request only
   * after a response.
   */
  pipelined: number
}

export const LIMITS: Omit<ConnectionLimits, 'maxConnections'> = {
  headers: 15_000,
  request: 300_000,
  keepAlive: 72_000,
  stalled: 120_000,
  body: { grace: 15_000, pace: 8_000 },
  answer: { grace: 120_000, pace: 2_000 },
  checks: 5_000,
  pipelined: 8,
}

/** How long (ms) a refused sender may take to read the refusal before its connection is closed. */
export const LINGER = 2_000

/** The shortest interval (ms) between two log lines about connections that were closed because there were too many. */
const LOG_INTERVAL_MS = 60_000

/** A period in which a transfer is measured: its start (ms) and the number of bytes transferred until then. */
export type Period = { since: number; bytes: number }

/**
 * Returns whether too few bytes were transferred in a period that is over at `now` (ms). `bytes` is the number of all bytes until then.
 * When enough were transferred, the next period begins.
 */
export function isBehind(period: Period, { bytes, now }: { bytes: number; now: number }, { grace, pace }: Pace): boolean {
  const elapsed = now - period.since
  if (elapsed < grace) return false
  if ((bytes - period.bytes) * 1_000 < pace * elapsed) return true
  Object.assign(period, { since: now, bytes })
  return false
}

/**
 * Returns how many bytes the operating system has taken from this socket. A chunk of which it has taken only the beginning counts in part,
 * as for Node's own timeout.
 */
function sentOver(socket: Socket) {
  const { _handle: handle } = socket as unknown as { _handle?: { bytesWritten: number; writeQueueSize: number } | null }
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0
}

type Connection = {
  socket: Socket
  /** Whether a request with a session has arrived over the connection. */
  isKnown: boolean
  /** The number of responses that have not left yet. */
  answers: number
  request: IncomingMessage | undefined
  response: ServerResponse | undefined
  /** The periods in which the transfers of the body and of the response are measured. A response has one while it waits for its reader. */
  arriving: Period
  leaving: Period | undefined
}

/** Returns whether the body of the last request is still arriving. */
const isSending = ({ request }: Connection) => request !== undefined && !request.complete && !request.destroyed

/** Returns whether a response waits for its reader. */
const isUnread = ({ socket }: Connection) => socket.writableLength > 0

/** Returns whether the server waits for the client: for a request, for the rest of a body, or for the reader of a response. */
const isWaiting = (connection: Connection) => connection.answers === 0 || isSending(connection) || isUnread(connection)

const firstOf = <Item>(items: Iterable<Item>, isWanted: (item: Item) => boolean) => {
  for (const item of items) if (isWanted(item)) return item
  return undefined
}

/**
 * Manages the connections of one server. When `maxConnections` are open, a new connection replaces the least recently used one for whose
 * client the server waits: it is idle, its body is arriving, or its response waits for its reader. Connections without a session are
 * replaced first, then those with one. A request that has arrived whole is never ended before its response. When all connections have such
 * a request, the new connection is refused.
 */
export function connections(given: Partial<ConnectionLimits> = {}) {
  const limits = { ...LIMITS, ...given, maxConnections: given.maxConnections ?? maxConnectionsFor(descriptorLimit()) }
  const open = new Map<Socket, Connection>()
  /** Connections without a session, and connections with one; both in the order of their last use. */
  const strangers = new Set<Connection>()
  const sessionConnections = new Set<Connection>()
  let closed = 0
  let reported = Number.NEGATIVE_INFINITY
  let report = (_closed: number) => {}
  let reportError = (_error: Error) => {}

  function use(connection: Connection) {
    strangers.delete(connection)
    sessionConnections.delete(connection)
    if (open.has(connection.socket)) (connection.isKnown ? sessionConnections : strangers).add(connection)
  }

  const leastMissed = () => firstOf(strangers, isWaiting) ?? firstOf(sessionConnections, isWaiting)

  function forget(connection: Connection) {
    open.delete(connection.socket)
    use(connection)
  }

  function reportClosed() {
    closed++
    if (performance.now() - reported < LOG_INTERVAL_MS) return
    reported = performance.now()
    report(closed)
    closed = 0
  }

  function welcome(socket: Socket) {
    if (open.size >= limits.maxConnections) {
      reportClosed()
      const connection = leastMissed()
      if (!connection) return void socket.destroy()
      connection.socket.destroy()
      forget(connection)
    }
    const connection: Connection = {
      ...{ socket, isKnown: false, answers: 0, request: undefined, response: undefined, leaving: undefined },
      arriving: { since: 0, bytes: 0 },
    }
    open.set(socket, connection)
    use(connection)
    socket.on('drain', () => use(connection))
    socket.once('close', () => forget(connection))
  }

  function follow(connection: Connection, request: IncomingMessage, response: ServerResponse) {
    connection.answers++
    Object.assign(connection, { request, response, arriving: { since: performance.now(), bytes: request.socket.bytesRead } })
    use(connection)
    response.once('close', () => {
      connection.answers--
      use(connection)
    })
  }

  /**
   * Returns a handler that processes the requests of one connection one after another, because each may have a file open until its response
   * is read. It closes a connection with too many unanswered requests.
   */
  const oneByOne = (handler: http.RequestListener) => (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const connection = open.get(socket)
    if (!connection) return
    if (connection.answers >= limits.pipelined) return void socket.destroy()
    const before = connection.answers > 0 ? connection.response : undefined
    follow(connection, request, response)
    if (before) before.once('close', () => socket.destroyed || handler(request, response))
    else handler(request, response)
  }

  /** Closes connections whose bodies arrive too slowly, with 408 if no response has begun, and those whose readers are too slow. */
  function cutSlow(server: http.Server) {
    const now = performance.now()
    for (const connection of open.values()) {
      const { socket, response, arriving } = connection
      if (isUnread(connection)) {
        const bytes = sentOver(socket)
        connection.leaving ??= { since: now, bytes }
        if (isBehind(connection.leaving, { bytes, now }, limits.answer)) socket.destroy()
      } else connection.leaving = undefined
      if (!isSending(connection) || !isBehind(arriving, { bytes: socket.bytesRead, now }, limits.body)) continue
      if (response?.headersSent) socket.destroy()
      else server.emit('clientError', Object.assign(new Error('the body came too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket)
    }
  }

  const serverFactory: FastifyServerFactory = handler => {
    const server = http.createServer(
      {
        headersTimeout: limits.headers,
        requestTimeout: limits.request,
        keepAliveTimeout: limits.keepAlive,
        connectionsCheckingInterval: limits.checks,
        requireHostHeader: false,
      },
      oneByOne(handler),
    )
    server.setTimeout(limits.stalled)
    // Only `100-continue` is known. Any other expectation may be ignored (RFC 9110, 10.1.1).
    server.on('checkExpectation', (request, response) => server.emit('request', request, response))
    server.on('connection', welcome)
    // Without a listener, an error while accepting a connection would end the process. Errors of `listen` go to its caller.
    server.on('error', error => server.listening && reportError(error))
    const checking = setInterval(cutSlow, limits.checks, server).unref()
    server.once('close', () => clearInterval(checking))
    return server
  }

  return {
    serverFactory,
    /** Returns the number of open connections. */
    count: () => open.size,
    /** Notes which connections have a session, logs closed connections and errors, and closes idle connections when the server stops. */
    watch(app: FastifyInstance) {
      report = count => app.log.warn({ closed: count, most: limits.maxConnections }, 'too many connections: the longest unused were closed')
      reportError = error => app.log.error(error)
      app.addHook('preParsing', (request, _reply, _payload, done) => {
        const connection = request.actor === null ? undefined : open.get(request.raw.socket)
        if (connection) connection.isKnown = true
        done(null)
      })
      app.addHook('preClose', done => {
        for (const connection of open.values()) if (connection.answers === 0) connection.socket.destroy()
        done()
      })
    },
  }
}
