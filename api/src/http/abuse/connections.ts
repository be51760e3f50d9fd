import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import process from 'node:process'
import type { FastifyInstance, FastifyServerFactory } from 'fastify'

/** The maximum number of connections. It is more than any event needs, and limits the memory that connections use. */
const MAX_CONNECTIONS = 10_000

/** The number of file descriptors that are reserved for the database, backups and mail, but at most half of the limit. */
const RESERVED_DESCRIPTORS = 256

/** Returns how many file descriptors this process may have open; undefined when the system has no such limit. */
export function descriptorLimit(): number | undefined {
  // Without this option, the report would look up the host name of every address to which the process is connected.
  const report = Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } }
  const soft = userLimits?.open_files?.soft
  return typeof soft === 'number' ? soft : undefined
}

/** Returns the maximum number of connections. Each may need two descriptors: for itself and for the file that it sends. */
export const maxConnectionsFor = (descriptors = Number.POSITIVE_INFINITY) =>
  Math.min(MAX_CONNECTIONS, Math.floor((descriptors - Math.min(RESERVED_DESCRIPTORS, Math.floor(descriptors / 2))) / 2))

/** The minimum rate of a transfer: on average at least `pace` bytes per second in each period of `grace` ms. */
export type MinTransferRate = { grace: number; pace: number }

export type ConnectionLimits = {
  /** The maximum number of open connections. */
  maxConnections: number
  /** The timeout (ms) for the headers of a request, and for a new connection that sends nothing. */
  headers: number
  /** The timeout (ms) for a whole request to arrive: 8 MB at 30 kB/s take 280 s. */
  request: number
  /** How long (ms) a connection stays open between requests: longer than the minute for which proxies reuse a connection. */
  keepAlive: number
  /** How long (ms) a response may make no progress because its client reads no bytes. */
  stalled: number
  /** The minimum rate at which a request body must arrive. */
  body: MinTransferRate
  /**
   * The minimum rate at which the client must read a response. Progress appears in steps of about 1.5 MB, a third of the send buffer: at 30
   * kB/s a client may seem to read nothing for 50 s.
   */
  answer: MinTransferRate
  /** The interval (ms) at which the rates of arriving bodies and of responses are checked. */
  checks: number
  /** The maximum number of unanswered requests of a connection. Browsers and proxies send one at a time. */
  pipelined: number
}

export const CONNECTION_LIMITS: Omit<ConnectionLimits, 'maxConnections'> = {
  headers: 15_000,
  request: 300_000,
  keepAlive: 72_000,
  stalled: 120_000,
  body: { grace: 15_000, pace: 8_000 },
  answer: { grace: 120_000, pace: 2_000 },
  checks: 5_000,
  pipelined: 2,
}

/** How long (ms) a connection stays open after its last response, so that the client can read the response. */
export const CLOSE_DELAY_MS = 2_000

/** The shortest interval (ms) between two log lines about connections that were closed because there were too many. */
const LOG_INTERVAL_MS = 60_000

/** A period in which a transfer is measured: its start (ms), and the number of bytes that had been transferred by then. */
export type TransferPeriod = { since: number; bytes: number }

/** Returns whether too few bytes were transferred in a period that is over at `now` (ms); otherwise starts the next one. */
export function isTooSlow(
  period: TransferPeriod,
  { bytes, now }: { bytes: number; now: number },
  { grace, pace }: MinTransferRate,
): boolean {
  const elapsed = now - period.since
  if (elapsed < grace) return false
  if ((bytes - period.bytes) * 1_000 < pace * elapsed) return true
  Object.assign(period, { since: now, bytes })
  return false
}

/** Returns how many bytes the operating system has accepted from this socket, also when it has accepted only a part of a chunk. */
function bytesSent(socket: Socket) {
  const { _handle: handle } = socket as unknown as { _handle?: { bytesWritten: number; writeQueueSize: number } | null }
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0
}

type Connection = {
  socket: Socket
  /** Whether a request with a session has arrived over the connection. */
  hasSession: boolean
  /** The number of requests whose responses have not been sent completely. */
  unansweredRequests: number
  request: IncomingMessage | undefined
  response: ServerResponse | undefined
  /** The periods in which rates are measured. A response has one only while its client has not read all of it. */
  bodyPeriod: TransferPeriod
  responsePeriod: TransferPeriod | undefined
}

/** Returns whether the body of the last request is still arriving. */
const isBodyArriving = ({ request }: Connection) => request !== undefined && !request.complete && !request.destroyed

/** Returns whether a response waits for the client to read it. */
const hasUnreadResponse = ({ socket }: Connection) => socket.writableLength > 0

/** Returns whether the server waits for the client: for a request, for the rest of a body, or until a response is read. */
const isServerWaiting = (connection: Connection) =>
  connection.unansweredRequests === 0 || isBodyArriving(connection) || hasUnreadResponse(connection)

const findFirst = <Item>(items: Iterable<Item>, isWanted: (item: Item) => boolean) => {
  for (const item of items) if (isWanted(item)) return item
  return undefined
}

/**
 * Manages the connections of one server. When `maxConnections` are open, a new connection replaces another one for whose client the server
 * waits: it is idle, its body is arriving, or its response is not read. Connections without a session are replaced first, then those with
 * one; the least recently used is the first of them. A request that has arrived completely is never ended before its response. When all
 * connections have such a request, the new connection is refused.
 */
export function manageConnections(given: Partial<ConnectionLimits> = {}) {
  const limits = { ...CONNECTION_LIMITS, ...given, maxConnections: given.maxConnections ?? maxConnectionsFor(descriptorLimit()) }
  const open = new Map<Socket, Connection>()
  /** The connections without a session and those with one, both in the order of their last use. */
  const sessionlessConnections = new Set<Connection>()
  const sessionConnections = new Set<Connection>()
  let unreportedClosures = 0
  let lastReportAt = Number.NEGATIVE_INFINITY
  let report = (_closed: number) => {}
  let reportError = (_error: Error) => {}

  function markAsUsed(connection: Connection) {
    sessionlessConnections.delete(connection)
    sessionConnections.delete(connection)
    if (open.has(connection.socket)) (connection.hasSession ? sessionConnections : sessionlessConnections).add(connection)
  }

  const connectionToReplace = () => findFirst(sessionlessConnections, isServerWaiting) ?? findFirst(sessionConnections, isServerWaiting)

  function forget(connection: Connection) {
    open.delete(connection.socket)
    markAsUsed(connection)
  }

  function reportClosedConnection() {
    unreportedClosures++
    if (performance.now() - lastReportAt < LOG_INTERVAL_MS) return
    lastReportAt = performance.now()
    report(unreportedClosures)
    unreportedClosures = 0
  }

  function acceptConnection(socket: Socket) {
    if (open.size >= limits.maxConnections) {
      reportClosedConnection()
      const connection = connectionToReplace()
      if (!connection) return void socket.destroy()
      connection.socket.destroy()
      forget(connection)
    }
    const connection: Connection = {
      ...{ socket, hasSession: false, unansweredRequests: 0, request: undefined, response: undefined, responsePeriod: undefined },
      bodyPeriod: { since: 0, bytes: 0 },
    }
    open.set(socket, connection)
    markAsUsed(connection)
    socket.on('drain', () => markAsUsed(connection))
    socket.once('close', () => forget(connection))
  }

  function trackRequest(connection: Connection, request: IncomingMessage, response: ServerResponse) {
    connection.unansweredRequests++
    connection.request = request
    connection.response = response
    connection.bodyPeriod = { since: performance.now(), bytes: request.socket.bytesRead }
    markAsUsed(connection)
    response.once('close', () => {
      connection.unansweredRequests--
      markAsUsed(connection)
    })
  }

  /** Processes the requests of a connection one after another, because each may keep a file open. Closes it at too many. */
  const processRequestsInOrder = (handler: http.RequestListener) => (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const connection = open.get(socket)
    if (!connection) return
    if (connection.unansweredRequests >= limits.pipelined) return void socket.destroy()
    const before = connection.unansweredRequests > 0 ? connection.response : undefined
    trackRequest(connection, request, response)
    if (before) before.once('close', () => socket.destroyed || handler(request, response))
    else handler(request, response)
  }

  /** Closes connections with too slow a body, with 408 if no response has begun, or with too slow a reader. */
  function closeSlowConnections(server: http.Server) {
    const now = performance.now()
    for (const connection of open.values()) {
      const { socket, response, bodyPeriod } = connection
      if (hasUnreadResponse(connection)) {
        const bytes = bytesSent(socket)
        connection.responsePeriod ??= { since: now, bytes }
        if (isTooSlow(connection.responsePeriod, { bytes, now }, limits.answer)) socket.destroy()
      } else connection.responsePeriod = undefined
      if (!isBodyArriving(connection) || !isTooSlow(bodyPeriod, { bytes: socket.bytesRead, now }, limits.body)) continue
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
      processRequestsInOrder(handler),
    )
    server.setTimeout(limits.stalled)
    // Node handles only the expectation `100-continue`. Any other may be ignored (RFC 9110, 10.1.1).
    server.on('checkExpectation', (request, response) => server.emit('request', request, response))
    server.on('connection', acceptConnection)
    // Without a listener, an error while accepting a connection would end the process. Errors of `listen` reach its caller.
    server.on('error', error => server.listening && reportError(error))
    const checking = setInterval(closeSlowConnections, limits.checks, server).unref()
    server.once('close', () => clearInterval(checking))
    return server
  }

  return {
    serverFactory,
    /** Returns the number of open connections. */
    count: () => open.size,
    /** Records which connections have a session, logs errors and closures, and closes idle connections when the server stops. */
    watch(app: FastifyInstance) {
      report = count => app.log.warn({ closed: count, most: limits.maxConnections }, 'too many connections: the longest unused were closed')
      reportError = error => app.log.error(error)
      app.addHook('preParsing', (request, _reply, _payload, done) => {
        const connection = request.actor === null ? undefined : open.get(request.raw.socket)
        if (connection) connection.hasSession = true
        done(null)
      })
      app.addHook('preClose', done => {
        for (const connection of open.values()) if (connection.unansweredRequests === 0) connection.socket.destroy()
        done()
      })
    },
  }
}
