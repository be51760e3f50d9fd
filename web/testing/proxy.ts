import net from 'node:net'

/**
 * The state of the network between a device and the server. `open` passes everything on. `refusing` closes every connection. `swallowing`
 * accepts connections and never responds. `losing` delivers every request and returns the responses to GET requests. From the first
 * request with another method on, it closes the connection instead of returning a response. `collecting` passes whole responses on and
 * holds event streams back. `portal` and `gateway` respond with an HTML page, with the status 200 and 502.
 */
export type NetworkState = 'open' | 'refusing' | 'swallowing' | 'losing' | 'collecting' | 'portal' | 'gateway'

const GET_PREFIX = Buffer.from('GET ')

const createHtmlResponse = (status: string) => {
  const html = '<!doctype html><title>أهلاً بك في شبكة القاعة</title>'
  return `HTTP/1.1 ${status}\r\ncontent-type: text/html\r\ncontent-length: ${Buffer.byteLength(html)}\r\nconnection: close\r\n\r\n${html}`
}

/** Starts a TCP proxy between one device and the server. Tests change its network state with `become`. */
export async function startProxy(port: number) {
  let networkState: NetworkState = 'open'
  let isLosing = false
  let delayMs = 0
  const sockets = new Set<net.Socket>()

  const trackSocket = (socket: net.Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  }

  /** Runs `deliver` at once, or after the delay of the line. Deliveries with equal delays keep their order. */
  const afterDelay = (deliver: () => void) => (delayMs === 0 ? deliver() : void setTimeout(deliver, delayMs))

  function forwardConnection(client: net.Socket) {
    const upstream = net.connect(port, '127.0.0.1')
    trackSocket(upstream)
    client.on('data', (chunk: Buffer) => {
      if (networkState === 'losing' && !chunk.subarray(0, 4).equals(GET_PREFIX)) isLosing = true
      afterDelay(() => upstream.write(chunk))
    })
    client.on('close', () => upstream.destroy())
    upstream.on('data', chunk => {
      if (isLosing) client.destroy()
      else if (networkState !== 'collecting' || !chunk.includes('text/event-stream')) afterDelay(() => client.write(chunk))
    })
    upstream.on('close', () => afterDelay(() => client.destroy()))
  }

  const proxy = net.createServer(client => {
    trackSocket(client)
    if (networkState === 'refusing') return client.destroy()
    if (networkState === 'swallowing') return client.resume()
    if (networkState === 'portal') return client.once('data', () => client.end(createHtmlResponse('200 OK')))
    if (networkState === 'gateway') return client.once('data', () => client.end(createHtmlResponse('502 Bad Gateway')))
    forwardConnection(client)
  })
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  const { port: own } = proxy.address() as net.AddressInfo

  return {
    base: `http://127.0.0.1:${own}`,
    become(next: NetworkState) {
      networkState = next
      isLosing = false
      if (next === 'losing') return
      for (const socket of sockets) socket.destroy()
    },
    /** Sets the round trip time (ms) of the line: each direction delays its bytes by half of it. */
    setRoundTrip(ms: number) {
      delayMs = ms / 2
    },
    close() {
      for (const socket of sockets) socket.destroy()
      return new Promise(resolve => proxy.close(resolve))
    },
  }
}
