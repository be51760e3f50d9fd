import net from 'node:net'

/** The time (ms) between two deliveries of queued bytes. */
const DELIVERY_INTERVAL_MS = 50

const HEADERS_TERMINATOR = '\r\n\r\n'

/** Matches the beginning of a request. A browser waits for the previous response, so each request begins a chunk. */
const REQUEST_START_PATTERN = /^(?:GET|POST|PUT|DELETE) /

type LineQuality = {
  /** The bytes per second in each direction, over all connections together. */
  bytesPerSecond: number
  /** Of this number of requests, one loses its connection in the middle of the response. */
  requestsPerCut: number
}

/**
 * Starts a TCP proxy in front of a server on this machine. The proxy queues bytes and delivers them at the speed of a slow line. It cuts
 * the connection of some requests. Returns its URL, and the numbers of requests that were sent and cut.
 */
export async function startSlowLine(port: number, { bytesPerSecond, requestsPerCut }: LineQuality) {
  const queuedChunks: { chunk: Buffer; deliver: (part: Buffer) => void; isUp: boolean; source: net.Socket }[] = []
  const sockets = new Set<net.Socket>()
  const counts = { requests: 0, cut: 0 }

  /** Delivers the queued bytes that the line carries in one tick, in one direction: a packet of each connection in turn. */
  function deliverQueuedBytes(isUp: boolean) {
    let budget = Math.round((bytesPerSecond * DELIVERY_INTERVAL_MS) / 1_000)
    while (budget > 0) {
      const at = queuedChunks.findIndex(one => one.isUp === isUp)
      if (at === -1) return
      const [first] = queuedChunks.splice(at, 1)
      const part = first!.chunk.subarray(0, Math.min(budget, 1_460))
      first!.deliver(part)
      budget -= part.length
      const rest = first!.chunk.subarray(part.length)
      if (rest.length > 0) queuedChunks.push({ ...first!, chunk: rest })
      else first!.source.resume()
    }
  }
  const ticks = setInterval(() => {
    deliverQueuedBytes(true)
    deliverQueuedBytes(false)
  }, DELIVERY_INTERVAL_MS)

  function queueData(source: net.Socket, isUp: boolean, deliver: (part: Buffer) => void) {
    source.on('data', chunk => {
      source.pause()
      queuedChunks.push({ chunk: Buffer.from(chunk), deliver, isUp, source })
    })
  }

  const proxy = net.createServer(client => {
    const upstream = net.connect(port, '127.0.0.1')
    let isToBeCut = false
    /** The part of the current response that was already delivered, while `isToBeCut` is true. */
    let head = ''
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => sockets.delete(socket))
    }
    queueData(client, true, part => {
      if (REQUEST_START_PATTERN.test(part.toString('latin1', 0, 8))) {
        isToBeCut = ++counts.requests % requestsPerCut === 0
        head = ''
      }
      if (upstream.writable) upstream.write(part)
    })
    queueData(upstream, false, part => {
      if (!client.writable) return
      if (!isToBeCut) return client.write(part)
      // The headers are always delivered completely. Over HTTPS a browser would notice incomplete headers, but this proxy uses plain HTTP.
      const body = Math.max(0, `${head}${part.toString('latin1')}`.indexOf(HEADERS_TERMINATOR) + HEADERS_TERMINATOR.length - head.length)
      head += part.toString('latin1')
      if (!head.includes(HEADERS_TERMINATOR) || body >= part.length) return client.write(part)
      counts.cut++
      client.write(part.subarray(0, body + (part.length - body) / 2), () => client.destroy())
    })
    client.on('close', () => upstream.destroy())
    // The queued bytes of a response are delivered even after the server has closed the connection.
    upstream.on('end', () => {
      const endWhenDelivered = () =>
        queuedChunks.some(({ source }) => source === upstream) ? setTimeout(endWhenDelivered, DELIVERY_INTERVAL_MS) : client.end()
      endWhenDelivered()
    })
  })
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  const { port: proxyPort } = proxy.address() as net.AddressInfo

  return {
    url: `http://127.0.0.1:${proxyPort}`,
    counts,
    close() {
      clearInterval(ticks)
      for (const socket of sockets) socket.destroy()
      return new Promise(resolve => proxy.close(resolve))
    },
  }
}
