/**
 * A crowd in a process of its own: `idle-crowd.ts URL COUNT KIND [COOKIE]` keeps COUNT connections open, and opens another whenever one is
 * closed. KIND `idle` sends nothing; `slow` sends the head of a form and then one byte a second, with a cookie to a signed-in call. Prints a
 * line of figures a second.
 */
import { connect } from 'node:net'
import os from 'node:os'
import process from 'node:process'

/** How many connections are opened a second at first, and how many of those that were closed are opened again. */
const RATE = 600
const AGAIN = 150
const TURN = 50

const [url = '', count = '0', kind = 'idle', cookie] = process.argv.slice(2)
const port = Number(new URL(url).port)
// Attackers have machines of their own; on this one they take what the server and the doors leave.
os.setPriority(os.constants.priority.PRIORITY_LOW)

const path = cookie === undefined ? '/api/messages/create.php' : '/api/invitations.php'
const head = [
  `POST ${path} HTTP/1.1`,
  'host: x',
  'content-type: application/json',
  'content-length: 60000',
  ...(cookie === undefined ? [] : [`cookie: ${cookie}`]),
].join('\r\n')

let [open, most, opened, cut] = [0, 0, 0, 0]

function join() {
  opened++
  const socket = connect(port, '127.0.0.1', () => {
    open++
    most = Math.max(most, open)
    if (kind === 'slow') socket.write(`${head}\r\n\r\n`)
    const drops = kind === 'slow' && setInterval(() => socket.writable && socket.write(' '), 1_000)
    socket.once('close', () => {
      open--
      cut++
      if (drops) clearInterval(drops)
    })
  })
  socket.on('error', () => {})
  socket.once('close', () => {
    missing++
  })
  socket.resume()
}

let missing = Number(count)
setInterval(() => {
  const rate = opened < Number(count) ? RATE : AGAIN
  for (let n = 0; n < (rate * TURN) / 1_000 && missing > 0; n++) {
    missing--
    join()
  }
}, TURN)
setInterval(() => process.stdout.write(`${JSON.stringify({ open, most, opened, cut })}\n`), 1_000)
