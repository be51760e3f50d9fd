import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import process from 'node:process'
import type { FastifyInstance, FastifyServerFactory } from 'fastify'

/** More than any hall needs; each connection also takes memory. */
const MOST = 10_000

/** Descriptors left for the database, backups, files of the site and mail, where the limit allows so many. */
const RESERVE = 256

/** How many descriptors this process may have open; undefined where the system has no such limit. */
export function descriptorLimit(): number | undefined {
  // Otherwise the report asks for the names of every address it knows.
  const report = Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } }
  const soft = userLimits?.open_files?.soft
  return typeof soft === 'number' ? soft : undefined
}

/** How many connections may be open at once under a limit of so many descriptors. */
export const mostConnections = (descriptors = Number.POSITIVE_INFINITY) =>
  Math.min(MOST, descriptors - Math.min(RESERVE, Math.floor(descriptors / 2)))

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
  /** In each period of this length (ms) a body must bring at least `pace` bytes a second. */
  grace: number
  pace: number
  /** How often this is looked at (ms). */
  checks: number
}

const LIMITS: Omit<ConnectionLimits, 'most'> = {
  headers: 15_000,
  request: 300_000,
  keepAlive: 72_000,
  stalled: 120_000,
  grace: 15_000,
  pace: 8_000,
  checks: 5_000,
}

/** How long (ms) a refused sender has to read why before its connection is closed. */
export const LINGER = 2_000

/** How often (ms) it is logged at most that connections were closed because there were too many. */
const QUIET = 60_000

type Connection = {
  socket: Socket
  /** Whether somebody signed in has asked over it. */
  isKnown: boolean
  /** Answers that have not left yet. */
  answers: number
  request: IncomingMessage | undefined
  response: ServerResponse | undefined
  /** The start of the period in which the body's pace is measured (ms), and what had arrived by then (bytes). */
  since: number
  received: number
}

/** Whether the body of its request is still arriving. */
const isSending = ({ request }: Connection) => request !== undefined && !request.complete && !request.destroyed

/** Whether this end waits for the other. */
const isWaiting = (connection: Connection) => connection.answers === 0 || isSending(connection)

const firstOf = <Item>(items: Iterable<Item>, isWanted: (item: Item) => boolean) => {
  for (const item of items) if (isWanted(item)) return item
  return undefined
}

/**
 * The connections of one server. Beyond `most`, a newcomer takes the place of the stranger's connection that was longest unused or whose body
 * has been arriving longest; where no stranger is left, of a signed-in caller's. A call that has arrived whole is never ended; when all are such
 * calls, the newcomer is refused.
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
    const connection = { socket, isKnown: false, answers: 0, request: undefined, response: undefined, since: 0, received: 0 }
    open.set(socket, connection)
    use(connection)
    socket.once('close', () => forget(connection))
  }

  function follow(request: IncomingMessage, response: ServerResponse) {
    const connection = open.get(request.socket)
    if (!connection) return
    connection.answers++
    Object.assign(connection, { request, response, since: performance.now(), received: request.socket.bytesRead })
    use(connection)
    response.once('close', () => {
      connection.answers--
      use(connection)
    })
  }

  /** Ends bodies that stopped or trickle. */
  function cutSlow(server: http.Server) {
    const now = performance.now()
    for (const connection of open.values()) {
      const { socket, response, since, received } = connection
      if (!isSending(connection) || now - since < limits.grace) continue
      if ((socket.bytesRead - received) * 1_000 >= limits.pace * (now - since))
        Object.assign(connection, { since: now, received: socket.bytesRead })
      else if (response?.headersSent) socket.destroy()
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
      },
      handler,
    )
    server.setTimeout(limits.stalled)
    server.prependListener('request', follow)
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
