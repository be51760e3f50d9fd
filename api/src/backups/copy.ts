import { Worker } from 'node:worker_threads'

/** How many rows each table has. */
export type RowCounts = Record<string, number>

export type Copy = { rows: RowCounts; bytes: number }

export type CopyOrder = { from: string; to: string }
export type CopyAnswer = { copy: Copy } | { problem: string }

/**
 * Copies a database file whole, as it is at one moment, in a thread of its own while others go on writing, and reads the copy through. Throws
 * when it is not sound; what was written of it stays for the caller to remove.
 */
export function copyDatabase(order: CopyOrder, signal?: AbortSignal): Promise<Copy> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./copy-thread.ts', import.meta.url), { workerData: order })
    const stop = () => void worker.terminate()
    signal?.addEventListener('abort', stop)
    worker.once('message', (answer: CopyAnswer) => ('copy' in answer ? resolve(answer.copy) : reject(new Error(answer.problem))))
    worker.once('error', reject)
    worker.once('exit', () => {
      signal?.removeEventListener('abort', stop)
      reject(new Error('the copy was not finished'))
    })
  })
}
