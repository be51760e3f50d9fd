import net from 'node:net'

/** The type of the message with which PostgreSQL delivers a notification (`NotificationResponse`). */
const NOTIFICATION_TYPE = 'A'.charCodeAt(0)

/** The size (bytes) of a message's type and length fields. The length counts itself and the content, but not the type. */
const HEADER_BYTES = 5

/** Calls `forward` with each message of the stream of a PostgreSQL server that is no notification. */
function dropNotifications(forward: (message: Buffer) => void) {
  let rest = Buffer.alloc(0)
  return (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= HEADER_BYTES) {
      const length = 1 + rest.readUInt32BE(1)
      if (rest.length < length) return
      if (rest[0] !== NOTIFICATION_TYPE) forward(rest.subarray(0, length))
      rest = rest.subarray(length)
    }
  }
}

/** Forwards connections to a PostgreSQL server. `forward` passes on the data of each connection in both directions. */
async function startProxy(databaseUrl: string, forward: (client: net.Socket, server: net.Socket) => void) {
  const url = new URL(databaseUrl)
  const { hostname, port } = url
  const sockets = new Set<net.Socket>()
  const proxy = net.createServer(client => {
    const server = net.connect(Number(port), hostname)
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(socket)
      socket.setNoDelay()
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    forward(client, server)
  })
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  url.host = `127.0.0.1:${(proxy.address() as net.AddressInfo).port}`
  return {
    /** The URL of the same database through the proxy. */
    url: url.href,
    close() {
      for (const socket of sockets) socket.destroy()
      proxy.close()
    },
  }
}

/**
 * Starts a pooler in front of a PostgreSQL server that accepts `listen` and delivers no notification, as poolers do that share connections
 * between transactions.
 */
export const startSwallowingPooler = (databaseUrl: string) =>
  startProxy(databaseUrl, (client, server) => {
    client.on('data', chunk => server.write(chunk))
    server.on(
      'data',
      dropNotifications(message => client.write(message)),
    )
  })

/**
 * Starts a proxy in front of a PostgreSQL server that records what clients send: for each connection a list of its round trips, each as the
 * text that the client sent before the server answered.
 */
export async function startRecordingProxy(databaseUrl: string) {
  const connections: string[][] = []
  const { url, close } = await startProxy(databaseUrl, (client, server) => {
    const trips: string[] = []
    let isAnswered = true
    connections.push(trips)
    client.on('data', chunk => {
      if (isAnswered) trips.push('')
      isAnswered = false
      trips[trips.length - 1] += chunk.toString('latin1')
      server.write(chunk)
    })
    server.on('data', chunk => {
      isAnswered = true
      client.write(chunk)
    })
  })
  return { url, close, connections }
}

/** The messages with which a client sends `begin` (`Query`), and a server refuses it (`ErrorResponse` 57014 and `ReadyForQuery`). */
const BEGIN_MESSAGE = Buffer.from('Q\0\0\0\x0abegin\0', 'latin1')
const REFUSAL_MESSAGES = Buffer.from('E\0\0\0\x27SERROR\0C57014\0Mbegin was canceled\0\0Z\0\0\0\x05I', 'latin1')

/**
 * Starts a proxy in front of a PostgreSQL server that answers `begin` itself with an error while `isRefusing` is true. The connection stays
 * usable, as after `pg_cancel_backend`.
 */
export async function startRefusingProxy(databaseUrl: string) {
  const state = { isRefusing: false }
  const { url, close } = await startProxy(databaseUrl, (client, server) => {
    client.on('data', (chunk: Buffer) => {
      const place = state.isRefusing ? chunk.indexOf(BEGIN_MESSAGE) : -1
      if (place === -1) return void server.write(chunk)
      client.write(REFUSAL_MESSAGES)
      server.write(Buffer.concat([chunk.subarray(0, place), chunk.subarray(place + BEGIN_MESSAGE.length)]))
    })
    server.on('data', chunk => client.write(chunk))
  })
  return Object.assign(state, { url, close })
}

/**
 * Starts a proxy in front of a PostgreSQL server. While `isFrozen` is true it keeps connections open and accepts new ones, but passes nothing
 * on, as a server whose process is stopped. What it received meanwhile is lost.
 */
export async function startFreezingProxy(databaseUrl: string) {
  const state = { isFrozen: false }
  const { url, close } = await startProxy(databaseUrl, (client, server) => {
    client.on('data', chunk => void (!state.isFrozen && server.write(chunk)))
    server.on('data', chunk => void (!state.isFrozen && client.write(chunk)))
  })
  return Object.assign(state, { url, close })
}
