/**
 * Holds connections open in a separate process. `idle-crowd.ts URL COUNT KIND [COOKIE or PATH [COOKIE]]` keeps COUNT connections open, and opens
 * another whenever one is closed. With KIND `idle` a connection sends nothing. With `slow` it sends the head of a POST request and then one
 * byte a second; with a COOKIE the request goes to an endpoint for signed-in users. With `unread` it requests PATH twice, which is the most that the server accepts, and then
 * reads a little every second. Prints a line of figures every second.
 */
import { connect, type Socket } from 'node:net'
import os from 'node:os'
import process from 'node:process'

/** Connections opened per second at first, and as replacements. Each slow reader costs the server megabytes, so it opens fewer. */
const [INITIAL_RATE, REPLACEMENT_RATE] = process.argv[4] === 'unread' ? [60, 10] : [600, 150]
const OPEN_INTERVAL_MS = 50

const [url = '', connectionCount = '0', connectionKind = 'idle', cookieOrPath = '', readerCookie = ''] = process.argv.slice(2)
const port = Number(new URL(url).port)
// Real attackers have their own machines. Here the process runs at low priority, so that it takes no CPU time from the server and the
// gates.
os.setPriority(os.constants.priority.PRIORITY_LOW)

const requestPath = cookieOrPath === '' ? '/api/messages/create.php' : '/api/invitations.php'
const slowRequestHead = [
  `POST ${requestPath} HTTP/1.1`,
  'host: x',
  'content-type: application/json',
  'content-length: 60000',
  ...(cookieOrPath === '' ? [] : [`cookie: ${cookieOrPath}`]),
].join('\r\n')

/** For each kind of connection: the bytes that it sends first, and the action that it repeats every second. */
const CONNECTION_KINDS: Record<string, { first: string; act: (socket: Socket) => void }> = {
  idle: { first: '', act: () => {} },
  slow: { first: `${slowRequestHead}\r\n\r\n`, act: socket => socket.writable && socket.write(' ') },
  unread: { first: `GET ${cookieOrPath} HTTP/1.1\r\nhost: x\r\ncookie: ${readerCookie}\r\n\r\n`.repeat(2), act: socket => socket.read() },
}
const { first: firstBytes, act: repeatedAction } = CONNECTION_KINDS[connectionKind]!

let [open, most, opened, cut] = [0, 0, 0, 0]

function openConnection() {
  opened++
  const socket = connect(port, '127.0.0.1', () => {
    open++
    most = Math.max(most, open)
    if (firstBytes !== '') socket.write(firstBytes)
    const acting = setInterval(repeatedAction, 1_000, socket)
    socket.once('close', () => {
      open--
      cut++
      clearInterval(acting)
    })
  })
  socket.on('error', () => {})
  socket.once('close', () => {
    missingConnections++
  })
  // A socket that is never resumed reads only when `read` is called, as the kind `unread` does.
  if (connectionKind !== 'unread') socket.resume()
}

let missingConnections = Number(connectionCount)
setInterval(() => {
  const rate = opened < Number(connectionCount) ? INITIAL_RATE : REPLACEMENT_RATE
  for (let n = 0; n < (rate * OPEN_INTERVAL_MS) / 1_000 && missingConnections > 0; n++) {
    missingConnections--
    openConnection()
  }
}, OPEN_INTERVAL_MS)
setInterval(() => process.stdout.write(`${JSON.stringify({ open, most, opened, cut })}\n`), 1_000)
