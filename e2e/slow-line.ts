import net from 'node:net'

/** How often (ms) the line hands on what it may carry. */
const TICK_MS = 50

const HEAD_END = '\r\n\r\n'

/** The beginning of a request. Browsers send the next one on a connection after the answer to the last one. */
const REQUEST = /^(?:GET|POST|PUT|DELETE) /

type Line = {
  /** What all connections together carry in each direction. */
  bytesPerSecond: number
  /** Of this number of requests, one loses its connection in the middle of the answer. */
  cutsOneOf: number
}

/**
 * Starts a proxy in front of a server on this machine that is as slow as a line. Bytes wait at the proxy: an answer arrives no earlier than
 * the line could carry it. Returns its address, and how many requests were sent and cut.
 */
export async function startSlowLine(port: number, { bytesPerSecond, cutsOneOf }: Line) {
  const waiting: { chunk: Buffer; deliver: (part: Buffer) => void; isUp: boolean; source: net.Socket }[] = []
  const sockets = new Set<net.Socket>()
  const counts = { requests: 0, cut: 0 }

  /** Hands on what the line carries in a tick, a part of each connection's bytes in turn. */
  function carry(isUp: boolean) {
    let budget = Math.round((bytesPerSecond * TICK_MS) / 1_000)
    while (budget > 0) {
      const at = waiting.findIndex(one => one.isUp === isUp)
      if (at === -1) return
      const [first] = waiting.splice(at, 1)
      const part = first!.chunk.subarray(0, Math.min(budget, 1_460))
      first!.deliver(part)
      budget -= part.length
      const rest = first!.chunk.subarray(part.length)
      if (rest.length > 0) waiting.push({ ...first!, chunk: rest })
      else first!.source.resume()
    }
  }
  const ticks = setInterval(() => {
    carry(true)
    carry(false)
  }, TICK_MS)

  function queue(source: net.Socket, isUp: boolean, deliver: (part: Buffer) => void) {
    source.on('data', chunk => {
      source.pause()
      waiting.push({ chunk: Buffer.from(chunk), deliver, isUp, source })
    })
  }

  const proxy = net.createServer(client => {
    const upstream = net.connect(port, '127.0.0.1')
    let isToBeCut = false
    /** The beginning of the answer, as far as it was delivered. */
    let head = ''
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => sockets.delete(socket))
    }
    queue(client, true, part => {
      if (REQUEST.test(part.toString('latin1', 0, 8))) {
        isToBeCut = ++counts.requests % cutsOneOf === 0
        head = ''
      }
      if (upstream.writable) upstream.write(part)
    })
    queue(upstream, false, part => {
      if (!client.writable) return
      if (!isToBeCut) return client.write(part)
      // A head arrives whole: a browser that is connected by https notices when it does not.
      const body = Math.max(0, `${head}${part.toString('latin1')}`.indexOf(HEAD_END) + HEAD_END.length - head.length)
      head += part.toString('latin1')
      if (!head.includes(HEAD_END) || body >= part.length) return client.write(part)
      counts.cut++
      client.write(part.subarray(0, body + (part.length - body) / 2), () => client.destroy())
    })
    client.on('close', () => upstream.destroy())
    // What is waiting still arrives after the server has closed the connection.
    upstream.on('end', () => {
      const end = () => (waiting.some(({ source }) => source === upstream) ? setTimeout(end, TICK_MS) : client.end())
      end()
    })
  })
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  const { port: own } = proxy.address() as net.AddressInfo

  return {
    url: `http://127.0.0.1:${own}`,
    counts,
    close() {
      clearInterval(ticks)
      for (const socket of sockets) socket.destroy()
      return new Promise(resolve => proxy.close(resolve))
    },
  }
}
