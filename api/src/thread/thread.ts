/** The worker thread of `inThread`: runs one task after another. */

import { parentPort } from 'node:worker_threads'
import { Refusal } from '@hudur/core/refusals'
import type { TaskAnswer, TaskOrder } from './in-thread.ts'

async function runTask({ order, module, name, args }: TaskOrder): Promise<TaskAnswer> {
  try {
    const tasks: Record<string, (...args: unknown[]) => unknown> = await import(module)
    return { order, made: tasks[name]!(...args) }
  } catch (error) {
    if (!(error instanceof Refusal)) return { order, error }
    return { order, refusal: { code: error.code, text: error.message, fields: error.fields } }
  }
}

let last: Promise<void> = Promise.resolve()
parentPort?.on('message', (order: TaskOrder) => {
  last = last.then(async () => parentPort?.postMessage(await runTask(order)))
})
