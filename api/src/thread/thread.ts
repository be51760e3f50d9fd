/** The worker thread of `runInThread`: runs one task after another. */

import { parentPort } from 'node:worker_threads'
import { Refusal } from '@hudur/core'
import type { TaskAnswer, TaskOrder } from './in-thread.ts'
import { tasks } from './tasks.ts'

function runTask({ order, task, given }: TaskOrder): TaskAnswer {
  try {
    return { order, made: (tasks[task] as (...given: unknown[]) => unknown)(...given) }
  } catch (error) {
    if (!(error instanceof Refusal)) return { order, error }
    return { order, refusal: { code: error.code, text: error.message, fields: error.fields } }
  }
}

parentPort?.on('message', (order: TaskOrder) => parentPort?.postMessage(runTask(order)))
