import { connect } from 'node:net'

/** The number of bytes that the phone reads per second. */
const BYTES_PER_SECOND = 30_000

/** The number of requests. Their responses together are larger than the buffers of the operating system for one reader. */
const REQUEST_COUNT = 6

/**
 * Acts as a signed-in phone on a bad network: requests a file six times over one connection, and reads 30 kB a second. `rest` reads the
 * remaining bytes at full speed, and returns the total number of bytes received until the server closed the connection.
 */
export function startSlowPhone(url: string, cookie: string, path: string) {
  let received = 0
  let isSlow = true
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const sendGet = (requestPath: string, connection: string) =>
    socket.write(`GET ${requestPath} HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\nconnection: ${connection}\r\n\r\n`)
  sendGet('/api/auth/me.php', 'keep-alive')
  // When this response arrives, the server knows to which account the connection belongs.
  socket.once('data', () => {
    for (let n = 1; n <= REQUEST_COUNT; n++) sendGet(path, n < REQUEST_COUNT ? 'keep-alive' : 'close')
    socket.on('data', chunk => {
      received += chunk.length
      if (!isSlow) return
      socket.pause()
      setTimeout(() => socket.resume(), (chunk.length / BYTES_PER_SECOND) * 1_000)
    })
  })
  socket.on('error', () => {})
  const closed = new Promise<void>(resolve => socket.once('close', () => resolve()))
  return {
    times: REQUEST_COUNT,
    async rest() {
      isSlow = false
      socket.resume()
      await closed
      return received
    },
  }
}
