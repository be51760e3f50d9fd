/** The worker thread of `npm run bench -- codes`. It requests the guest pages of codes that no invitation has, at a steady pace. */
import http from 'node:http'
import os from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, Worker, workerData } from 'node:worker_threads'
import { ID_BYTES, idFromBytes } from '@hudur/core/id'

/** The number of concurrent requests, and the number of requests sent per second. */
const CONCURRENT_REQUESTS = 8
const REQUESTS_PER_SECOND = 1_000

/** The kinds of codes that no invitation has, in the order in which they are requested. */
export const CODE_KINDS = ['random', 'one character off', 'deleted', 'another length'] as const
type CodeKind = (typeof CODE_KINDS)[number]

/** The input of the worker: the server, the number of requests, and the codes of existing and of deleted invitations. */
type GuesserInput = { url: string; tries: number; existing: readonly string[]; deleted: readonly string[] }

/** The response to one requested code: the kind of the code, and the status, the length (bytes) and the latency (ms) of the response. */
export type CodeResponse = { kind: CodeKind; status: number; bytes: number; ms: number }

const randomCode = () => idFromBytes(crypto.getRandomValues(new Uint8Array(ID_BYTES)))

function chooseUnknownCode(n: number, { existing, deleted }: GuesserInput) {
  const kind = CODE_KINDS[n % CODE_KINDS.length]!
  const turn = Math.floor(n / CODE_KINDS.length)
  const code = existing[turn % existing.length]!
  if (kind === 'one character off') return { kind, code: code.slice(0, -1) + (code.endsWith('A') ? 'B' : 'A') }
  if (kind === 'deleted') return { kind, code: deleted[turn % deleted.length]! }
  return { kind, code: kind === 'random' ? randomCode() : randomCode().slice(0, 1 + (n % 19)) }
}

async function requestCodes(guesses: GuesserInput): Promise<CodeResponse[]> {
  // The thread runs at low priority, because a real attacker has a machine of their own.
  os.setPriority(os.constants.priority.PRIORITY_LOW)
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONCURRENT_REQUESTS })
  const learnt: CodeResponse[] = []
  const requestCode = (kind: CodeKind, code: string) =>
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
    Array.from({ length: CONCURRENT_REQUESTS }, async () => {
      for (let n = next++; n < guesses.tries; n = next++) {
        const { kind, code } = chooseUnknownCode(n, guesses)
        await wait(Math.max(0, start + (n * 1_000) / REQUESTS_PER_SECOND - performance.now()))
        await requestCode(kind, code)
      }
    }),
  )
  agent.destroy()
  return learnt
}

if (parentPort) {
  const port = parentPort
  void requestCodes(workerData as GuesserInput).then(learnt => port.postMessage(learnt))
}

/** Requests the pages of codes that no invitation has, in a worker thread. Returns the responses. */
export async function requestUnknownCodes(guesses: GuesserInput): Promise<CodeResponse[]> {
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
