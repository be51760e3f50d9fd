import { Worker } from 'node:worker_threads'
import { type FieldTexts, Refusal, type RefusalCode } from '@hudur/core'
import type { tasks } from './tasks.ts'

type Tasks = typeof tasks
type Task = keyof Tasks

/** A message to the thread, and its answer. A `Refusal` is sent as its parts, because a message between threads loses its class. */
export type TaskOrder = { order: number; task: Task; given: unknown[] }
export type TaskAnswer = { order: number } & (
  | { made: unknown }
  | { refusal: { code: RefusalCode; text: string; fields: FieldTexts | undefined } }
  | { error: unknown }
)

/** The memory limit of the thread (MB). The largest body needs less than half of it. */
const MEMORY_LIMIT_MB = 512

const pendingTasks = new Map<number, PromiseWithResolvers<unknown>>()
let worker: Worker | undefined
let lastOrder = 0

function settleTask(order: number, act: (asker: PromiseWithResolvers<unknown>) => void) {
  const asker = pendingTasks.get(order)
  pendingTasks.delete(order)
  if (asker) act(asker)
  // An idle thread must not keep the process alive.
  if (pendingTasks.size === 0) worker?.unref()
}

/**
 * Starts the thread. When it ends by itself, its pending tasks are rejected with `unavailable`, and the next task starts another thread.
 */
function startWorker() {
  const started = new Worker(new URL('./thread.ts', import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB } })
  let cause: unknown
  started.on('message', (answer: TaskAnswer) =>
    settleTask(answer.order, ({ resolve, reject }) => {
      if ('made' in answer) resolve(answer.made)
      else reject('refusal' in answer ? new Refusal(answer.refusal.code, answer.refusal) : answer.error)
    }),
  )
  started.on('error', error => {
    cause = error
  })
  started.on('exit', () => {
    worker = undefined
    for (const order of [...pendingTasks.keys()]) settleTask(order, ({ reject }) => reject(new Refusal('unavailable', { cause })))
  })
  return started
}

/**
 * Returns the buffers to transfer to the thread; the arrays of the caller are empty afterwards. Bytes that share their buffer with other
 * data are copied instead.
 */
const transferList = (given: unknown[]) =>
  given.flatMap(value =>
    value instanceof Uint8Array && value.buffer instanceof ArrayBuffer && value.byteLength === value.buffer.byteLength
      ? [value.buffer]
      : [],
  )

/**
 * Runs a task in a worker thread beside the event loop. Tasks run one at a time, in the order of the calls. Byte arrays in `given` are
 * transferred. Rejects with the error that the task throws, or with `unavailable` when the thread ends.
 */
export function runInThread<T extends Task>(task: T, ...given: Parameters<Tasks[T]>): Promise<ReturnType<Tasks[T]>> {
  const asker = Promise.withResolvers<unknown>()
  const order = ++lastOrder
  pendingTasks.set(order, asker)
  worker ??= startWorker()
  worker.ref()
  worker.postMessage({ order, task, given } satisfies TaskOrder, transferList(given))
  return asker.promise as Promise<ReturnType<Tasks[T]>>
}
