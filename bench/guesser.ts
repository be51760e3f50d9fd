/** A worker thread of `npm run bench -- codes`: requests the pages of codes that no invitation has, at a steady pace. */
import http from 'node:http'
import os from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, Worker, workerData } from 'node:worker_threads'
import { ID_BYTES, idFrom } from '@hudur/core'

/** How many requests are under way at the same time, and how many are sent in a second. */
const LANES = 8
const PER_SECOND = 1_000

/** The kinds of codes that no invitation has, in the order in which they are tried. */
export const KINDS = ['random', 'one character off', 'deleted', 'another length'] as const
type Kind = (typeof KINDS)[number]

/** Where to send how many requests, and the codes of existing and of deleted invitations. */
type Guesses = { url: string; tries: number; existing: readonly string[]; deleted: readonly string[] }

/** What a sender of codes learns: the kind of each code, and status, length (bytes) and time (ms) of its answer. */
export type Learnt = { kind: Kind; status: number; bytes: number; ms: number }

const randomCode = () => idFrom(crypto.getRandomValues(new Uint8Array(ID_BYTES)))

function madeUp(n: number, { existing, deleted }: Guesses) {
  const kind = KINDS[n % KINDS.length]!
  const turn = Math.floor(n / KINDS.length)
  const code = existing[turn % existing.length]!
  if (kind === 'one character off') return { kind, code: code.slice(0, -1) + (code.endsWith('A') ? 'B' : 'A') }
  if (kind === 'deleted') return { kind, code: deleted[turn % deleted.length]! }
  return { kind, code: kind === 'random' ? randomCode() : randomCode().slice(0, 1 + (n % 19)) }
}

async function send(guesses: Guesses): Promise<Learnt[]> {
  // The low priority stands in for a machine of its own.
  os.setPriority(os.constants.priority.PRIORITY_LOW)
  const agent = new http.Agent({ keepAlive: true, maxSockets: LANES })
  const learnt: Learnt[] = []
  const ask = (kind: Kind, code: string) =>
    new Promise<void>((resolve, reject) => {
      const sentAt = performance.now()
      const request = http.get(`${guesses.url}/i/${code}`, { agent }, response => {
        let bytes = 0
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length
        })
        response.on('end', () => {
          learnt.push({ kind, status: response.statusCode!, bytes, ms: performance.now() - sentAt })
          resolve()
        })
        response.on('error', reject)
      })
      request.on('error', reject)
    })
  const start = performance.now()
  let next = 0
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      for (let n = next++; n < guesses.tries; n = next++) {
        const { kind, code } = madeUp(n, guesses)
        await wait(Math.max(0, start + (n * 1_000) / PER_SECOND - performance.now()))
        await ask(kind, code)
      }
    }),
  )
  agent.destroy()
  return learnt
}

if (parentPort) {
  const port = parentPort
  void send(workerData as Guesses).then(learnt => port.postMessage(learnt))
}

/** Sends made-up codes from a thread of their own. */
export async function guess(guesses: Guesses): Promise<Learnt[]> {
  const worker = new Worker(import.meta.filename, { workerData: guesses })
  try {
    return await new Promise((resolve, reject) => {
      worker.on('message', resolve)
      worker.on('error', reject)
    })
  } finally {
    await worker.terminate()
  }
}
