/**
 * Holds connections open in a process of its own. `idle-crowd.ts URL COUNT KIND [COOKIE or PATH]` keeps COUNT connections open, and opens
 * another whenever one is closed. KIND `idle` sends nothing; `slow` sends the head of a form and then one byte a second, with a cookie to a
 * signed-in call; `unread` requests PATH eight times and then reads a little every second. Prints a line of figures every second.
 */
import { connect, type Socket } from 'node:net'
import os from 'node:os'
import process from 'node:process'

/**
 * The connections opened a second at first, and those opened a second in place of closed ones. The rates are lower for slow readers,
 * because each costs the server megabytes.
 */
const [RATE, REPLACEMENT_RATE] = process.argv[4] === 'unread' ? [60, 10] : [600, 150]
const TURN_MS = 50

const [url = '', count = '0', kind = 'idle', extra = ''] = process.argv.slice(2)
const port = Number(new URL(url).port)
// Real attackers have their own machines. Here they run at low priority, so that they take no CPU time from the server and the gates.
os.setPriority(os.constants.priority.PRIORITY_LOW)

const path = extra === '' ? '/api/messages/create.php' : '/api/invitations.php'
const slowHead = [
  `POST ${path} HTTP/1.1`,
  'host: x',
  'content-type: application/json',
  'content-length: 60000',
  ...(extra === '' ? [] : [`cookie: ${extra}`]),
].join('\r\n')

/** What each kind of connection sends first, and what it does every second. */
const KINDS: Record<string, { first: string; act: (socket: Socket) => void }> = {
  idle: { first: '', act: () => {} },
  slow: { first: `${slowHead}\r\n\r\n`, act: socket => socket.writable && socket.write(' ') },
  unread: { first: `GET ${extra} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(8), act: socket => socket.read() },
}
const { first, act } = KINDS[kind]!

let [open, most, opened, cut] = [0, 0, 0, 0]

function join() {
  opened++
  const socket = connect(port, '127.0.0.1', () => {
    open++
    most = Math.max(most, open)
    if (first !== '') socket.write(first)
    const acting = setInterval(act, 1_000, socket)
    socket.once('close', () => {
      open--
      cut++
      clearInterval(acting)
    })
  })
  socket.on('error', () => {})
  socket.once('close', () => {
    missing++
  })
  // A socket that is never resumed reads only when `read` is called.
  if (kind !== 'unread') socket.resume()
}

let missing = Number(count)
setInterval(() => {
  const rate = opened < Number(count) ? RATE : REPLACEMENT_RATE
  for (let n = 0; n < (rate * TURN_MS) / 1_000 && missing > 0; n++) {
    missing--
    join()
  }
}, TURN_MS)
setInterval(() => process.stdout.write(`${JSON.stringify({ open, most, opened, cut })}\n`), 1_000)
