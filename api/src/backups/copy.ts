import { Worker } from 'node:worker_threads'

/** The number of rows of each table, by its name. */
export type RowCounts = Record<string, number>

export type DatabaseCopy = { rows: RowCounts; bytes: number }

export type CopyJob = { from: string; to: string }
export type CopyAnswer = { copy: DatabaseCopy } | { problem: string }

/**
 * Copies a database file in a worker thread, while other connections may write; the copy is a consistent snapshot. Checks it. Throws
 * an `Error` when the copy is damaged, incomplete or aborted by `signal`; the caller deletes the partial file.
 */
export function copyDatabase(order: CopyJob, signal?: AbortSignal): Promise<DatabaseCopy> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const worker = new Worker(new URL('./copy-thread.ts', import.meta.url), { workerData: order })
    const terminateWorker = () => void worker.terminate()
    signal?.addEventListener('abort', terminateWorker)
    worker.once('message', (answer: CopyAnswer) => ('copy' in answer ? resolve(answer.copy) : reject(new Error(answer.problem))))
    worker.once('error', reject)
    worker.once('exit', () => {
      signal?.removeEventListener('abort', terminateWorker)
      reject(new Error('the copy was not finished'))
    })
  })
}
