/** The worker thread of the drill `hostile`: sends the most expensive requests of one account in several sessions. */
import { parentPort, workerData } from 'node:worker_threads'
import { type HttpRequest, openConnectionPool } from '../api/testing/http-lanes.ts'
import { WORST_BODIES } from '../api/testing/worst-bodies.ts'
import type { AttackInput, AttackResponse } from './hostile.ts'

const { url, cookies, run: runId } = workerData as AttackInput
const jsonRequest = { method: 'POST', type: 'application/json' }
const worstBodies = Object.values(WORST_BODIES)

/** A text near the maximum length of a scanned code (8,192 characters). Each of its characters takes three bytes in UTF-8. */
const LONG_CODE_TEXT = '\u0800'.repeat(8_000)

/** Returns a search text of eight words with 15 letters each, the longest words for which a search tolerates typing errors. */
const longSearchText = (n: number) => {
  const letters = 'بتثجحخدذرزسشصضطظعغفقكلمن'
  return Array.from({ length: 8 }, (_, word) => letters.slice(word, word + 14) + letters[n % letters.length]).join(' ')
}

const creationBody = (n: number) => ({
  invitations: Array.from({ length: 10_000 }, (_, guest) => ({
    eventName: 'حفل',
    eventDate: '2027-01-14',
    guestName: `ضيف ${n}-${guest}`,
  })),
  nonce: `${runId} ${n}`,
  happened: true,
})

/** Each connection (`lanes`) of an attack sends the next request as soon as the previous one is answered. */
const ATTACKS: Record<string, { lanes: number; request: (n: number) => HttpRequest }> = {
  'the worst bodies': { lanes: 8, request: n => worstBodies[n % worstBodies.length]! },
  'scans of unknown codes with long texts': {
    lanes: 2,
    request: n => ({
      ...jsonRequest,
      url: '/api/invitations.php',
      body: JSON.stringify({ qr_code: `${n} ${LONG_CODE_TEXT}`, source: 'camera' }),
    }),
  },
  'creations that happened, beyond the balance': {
    lanes: 1,
    request: n => ({ ...jsonRequest, url: '/api/invitations/create.php', body: JSON.stringify(creationBody(n)) }),
  },
  'searches for long words among 500 events': {
    lanes: 4,
    request: n => ({ method: 'GET', url: `/api/invitations/list.php?search=${encodeURIComponent(longSearchText(n))}&limit=1` }),
  },
  'conflicts of 200 made-up codes': {
    lanes: 1,
    request: n => ({
      ...jsonRequest,
      url: '/api/invitations.php',
      body: JSON.stringify({ qr_code: `made-up ${n % 200}`, happened: true }),
    }),
  },
}

for (const [n, [attack, { lanes, request }]] of Object.entries(ATTACKS).entries()) {
  const { ask } = openConnectionPool(url, { lanes, timeoutMs: 60_000 })
  let requestCount = 0
  for (let lane = 0; lane < lanes; lane++) {
    void (async () => {
      for (;;) {
        const status = await ask({ ...request(requestCount++), cookie: cookies[n % cookies.length]! }).then(
          answer => String(answer.status),
          () => 'no answer',
        )
        parentPort?.postMessage({ attack, status } satisfies AttackResponse)
      }
    })()
  }
}
