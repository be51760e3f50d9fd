/**
 * The worker thread of the drill `hostile`. One account sends the most expensive requests in several sessions until the drill
 * terminates the thread.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { type HttpRequest, httpLanes } from '../api/testing/http-lanes.ts'
import { WORST_BODIES } from '../api/testing/worst-bodies.ts'
import type { Attack, Attacked } from './hostile.ts'

const { url, cookies, run } = workerData as Attack
const json = { method: 'POST', type: 'application/json' }
const bodies = Object.values(WORST_BODIES)

/** A text near the limit of a scanned code (8,192 characters), of letters that take three bytes each in UTF-8. */
const LONG = '\u0800'.repeat(8_000)

/** Returns eight words of 15 letters, the longest in which a search looks for typing errors. */
const longWords = (n: number) => {
  const letters = 'بتثجحخدذرزسشصضطظعغفقكلمن'
  return Array.from({ length: 8 }, (_, word) => letters.slice(word, word + 14) + letters[n % letters.length]).join(' ')
}

const creation = (n: number) => ({
  invitations: Array.from({ length: 10_000 }, (_, guest) => ({
    eventName: 'حفل',
    eventDate: '2027-01-14',
    guestName: `ضيف ${n}-${guest}`,
  })),
  nonce: `${run} ${n}`,
  happened: true,
})

/** The requests of each attack and its number of connections; each connection sends the next request as soon as the last is answered. */
const ATTACKS: Record<string, { lanes: number; request: (n: number) => HttpRequest }> = {
  'the worst bodies': { lanes: 8, request: n => bodies[n % bodies.length]! },
  'scans of unknown codes with long texts': {
    lanes: 2,
    request: n => ({ ...json, url: '/api/invitations.php', body: JSON.stringify({ qr_code: `${n} ${LONG}`, source: 'camera' }) }),
  },
  'creations that happened, beyond the balance': {
    lanes: 1,
    request: n => ({ ...json, url: '/api/invitations/create.php', body: JSON.stringify(creation(n)) }),
  },
  'searches for long words among 500 events': {
    lanes: 4,
    request: n => ({ method: 'GET', url: `/api/invitations/list.php?search=${encodeURIComponent(longWords(n))}&limit=1` }),
  },
  'conflicts of 200 made-up codes': {
    lanes: 1,
    request: n => ({ ...json, url: '/api/invitations.php', body: JSON.stringify({ qr_code: `made-up ${n % 200}`, happened: true }) }),
  },
}

for (const [n, [attack, { lanes, request }]] of Object.entries(ATTACKS).entries()) {
  const { ask } = httpLanes(url, { lanes, timeoutMs: 60_000 })
  let requestCount = 0
  for (let lane = 0; lane < lanes; lane++) {
    void (async () => {
      for (;;) {
        const status = await ask({ ...request(requestCount++), cookie: cookies[n % cookies.length]! }).then(
          answer => String(answer.status),
          () => 'no answer',
        )
        parentPort?.postMessage({ attack, status } satisfies Attacked)
      }
    })()
  }
}
