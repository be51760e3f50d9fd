import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import process from 'node:process'
import type { FastifyInstance, FastifyServerFactory } from 'fastify'

/** More than any hall needs; each connection also takes memory. */
const MOST = 10_000

/** Descriptors left for the database, backups and mail, at most half of the limit. */
const RESERVE = 256

/** How many descriptors this process may have open; undefined where the system has no such limit. */
export function descriptorLimit(): number | undefined {
  // Otherwise the report asks for the names of every address it knows.
  const report = Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } }
  const soft = userLimits?.open_files?.soft
  return typeof soft === 'number' ? soft : undefined
}

/** How many connections may be open at once under this limit of descriptors: each may have a file of the site open besides. */
export const mostConnections = (descriptors = Number.POSITIVE_INFINITY) =>
  Math.min(MOST, Math.floor((descriptors - Math.min(RESERVE, Math.floor(descriptors / 2))) / 2))

/** In each period of `grace` ms at least `pace` bytes a second must have moved. */
export type Pace = { grace: number; pace: number }

export type ConnectionLimits = {
  /** How many may be open at once. */
  most: number
  /** How long the head of a request may take, and how long a new connection may send nothing (ms). */
  headers: number
  /** How long a whole request may take to arrive (ms): 8 MB at 30 kB/s take 280 s. */
  request: number
  /** How long a connection stays open between requests (ms). Longer than proxies reuse one, which is a minute. */
  keepAlive: number
  /** How long an answer may stop because its reader takes nothing (ms). */
  stalled: number
  /** What a body must bring while it arrives. */
  body: Pace
  /**
   * What a reader must take of an answer that waits for it. The system lets a server write again only when a third of its buffer is free, which
   * may be 4 MB: of a reader of 30 kB/s nothing is seen for up to 51 s.
   */
  answer: Pace
  /** How often this is looked at (ms). */
  checks: number
  /** How many requests may wait over one connection, with the one that is worked on: browsers and proxies send the next after an answer. */
  pipelined: number
}

export const LIMITS: Omit<ConnectionLimits, 'most'> = {
  headers: 15_000,
  request: 300_000,
  keepAlive: 72_000,
  stalled: 120_000,
  body: { grace: 15_000, pace: 8_000 },
  answer: { grace: 120_000, pace: 2_000 },
  checks: 5_000,
  pipelined: 8,
}

/** How long (ms) a refused sender has to read why before its connection is closed. */
export const LINGER = 2_000

/** How often (ms) it is logged at most that connections were closed because there were too many. */
const QUIET = 60_000

/** The start of a period in which a pace is measured (ms), and how many bytes had moved by then. */
export type Period = { since: number; bytes: number }

/** Whether too few of all `bytes` moved in a period that is over by `now` (ms). Where enough did, the next one begins. */
export function isBehind(period: Period, { bytes, now }: { bytes: number; now: number }, { grace, pace }: Pace): boolean {
  const elapsed = now - period.since
  if (elapsed < grace) return false
  if ((bytes - period.bytes) * 1_000 < pace * elapsed) return true
  Object.assign(period, { since: now, bytes })
  return false
}

/** How much (bytes) the system has taken from this end: also of a chunk of which it holds only the beginning, as Node's own time-out counts. */
function sentOver(socket: Socket) {
  const { _handle: handle } = socket as unknown as { _handle?: { bytesWritten: number; writeQueueSize: number } | null }
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0
}

type Connection = {
  socket: Socket
  /** Whether somebody signed in has asked over it. */
  isKnown: boolean
  /** Answers that have not left yet. */
  answers: number
  request: IncomingMessage | undefined
  response: ServerResponse | undefined
  /** In which the body's pace is measured, and its reader's. */
  arriving: Period
  leaving: Period
}

/** Whether the body of its request is still arriving. */
const isSending = ({ request }: Connection) => request !== undefined && !request.complete && !request.destroyed

/** Whether what was answered waits for its reader. */
const isUnread = ({ socket }: Connection) => socket.writableLength > 0

/** Whether this end waits for the other. */
const isWaiting = (connection: Connection) => connection.answers === 0 || isSending(connection) || isUnread(connection)

const firstOf = <Item>(items: Iterable<Item>, isWanted: (item: Item) => boolean) => {
  for (const item of items) if (isWanted(item)) return item
  return undefined
}

/**
 * The connections of one server. Beyond `most`, a newcomer takes the place of the stranger's connection that was longest unused, or whose body
 * has been arriving or whose answer has been waiting for its reader longest; where no stranger is left, of a signed-in caller's. A call that has
 * arrived whole is never ended before it is answered; when all are such calls, the newcomer is refused.
 */
export function connections(given: Partial<ConnectionLimits> = {}) {
  const limits = { ...LIMITS, ...given, most: given.most ?? mostConnections(descriptorLimit()) }
  const open = new Map<Socket, Connection>()
  /** Those over which nobody signed in has asked yet, and the others; each in the order of their last use. */
  const strangers = new Set<Connection>()
  const known = new Set<Connection>()
  let closed = 0
  let reported = Number.NEGATIVE_INFINITY
  let report = (_closed: number) => {}
  let reportError = (_error: Error) => {}

  function use(connection: Connection) {
    strangers.delete(connection)
    known.delete(connection)
    if (open.has(connection.socket)) (connection.isKnown ? known : strangers).add(connection)
  }

  const leastMissed = () => firstOf(strangers, isWaiting) ?? firstOf(known, isWaiting)

  function forget(connection: Connection) {
    open.delete(connection.socket)
    use(connection)
  }

  function reportClosed() {
    closed++
    if (performance.now() - reported < QUIET) return
    reported = performance.now()
    report(closed)
    closed = 0
  }

  function welcome(socket: Socket) {
    if (open.size >= limits.most) {
      reportClosed()
      const connection = leastMissed()
      if (!connection) return void socket.destroy()
      connection.socket.destroy()
      forget(connection)
    }
    const connection: Connection = {
      ...{ socket, isKnown: false, answers: 0, request: undefined, response: undefined },
      arriving: { since: 0, bytes: 0 },
      leaving: { since: performance.now(), bytes: 0 },
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

  /** Lets the requests of one connection be worked on one after another: each may hold a file open until its answer is read. */
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

  /** Ends bodies that stopped or trickle, and answers whose readers do. */
  function cutSlow(server: http.Server) {
    const now = performance.now()
    for (const connection of open.values()) {
      const { socket, response, arriving, leaving } = connection
      const sent = { bytes: sentOver(socket), now }
      if (!isUnread(connection)) Object.assign(leaving, { since: now, bytes: sent.bytes })
      else if (isBehind(leaving, sent, limits.answer)) socket.destroy()
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
    // Of what else may be expected nothing is known, and it may be ignored (RFC 9110, 10.1.1).
    server.on('checkExpectation', (request, response) => server.emit('request', request, response))
    server.on('connection', welcome)
    // Without a listener, an error of accepting a connection would end the process. Those of listening are for its caller.
    server.on('error', error => server.listening && reportError(error))
    const checking = setInterval(cutSlow, limits.checks, server).unref()
    server.once('close', () => clearInterval(checking))
    return server
  }

  return {
    serverFactory,
    /** How many are open now. */
    count: () => open.size,
    /** Notices who is signed in, reports to the log, and lets the server end without waiting for connections that ask nothing. */
    watch(app: FastifyInstance) {
      report = count => app.log.warn({ closed: count, most: limits.most }, 'too many connections: the longest unused were closed')
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
