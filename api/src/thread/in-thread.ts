import { Worker } from 'node:worker_threads'
import { type FieldTexts, Refusal, type RefusalCode } from '@hudur/core/refusals'

/** A call of a module's export in the thread, and its answer. A `Refusal` is sent in parts, because messages lose its class. */
export type TaskOrder = { order: number; module: string; name: string; args: unknown[] }
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

/** Starts the thread. When it ends by itself, its tasks are rejected as `unavailable`, and the next task starts another. */
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

/** Returns the buffers to transfer, which the caller loses. Bytes that share their buffer with others are copied. */
const transferList = (args: unknown[]) =>
  args.flatMap(value =>
    value instanceof Uint8Array && value.buffer instanceof ArrayBuffer && value.byteLength === value.buffer.byteLength
      ? [value.buffer]
      : [],
  )

/**
 * Returns a function that runs `task`, an export of the module at this URL, in a worker thread, one call after another. Byte arrays among
 * the arguments are transferred. Rejects with the error of the task, or with `unavailable` when the thread ends.
 */
export const inThread =
  <Args extends unknown[], Made>(module: string, { name }: (...args: Args) => Made) =>
  (...args: Args): Promise<Made> => {
    const asker = Promise.withResolvers<unknown>()
    const order = ++lastOrder
    pendingTasks.set(order, asker)
    worker ??= startWorker()
    worker.ref()
    worker.postMessage({ order, module, name, args } satisfies TaskOrder, transferList(args))
    return asker.promise as Promise<Made>
  }
