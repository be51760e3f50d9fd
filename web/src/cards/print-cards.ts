import type { Invitation } from '@hudur/core'
import { openPress, type PrintOrder } from './card-press.ts'
import type { FromPress, ToPress } from './card-worker.ts'

/** More gave nothing on the machines this was measured on. */
const PRESSES = 2
/** So many cards a press are drawn or waiting to be taken: enough to keep it busy, and no more in memory. */
const AHEAD = 2
/** A worker that says nothing for so long, in milliseconds, is dead: browsers do not always tell. */
const SILENCE = 60_000

/** `close` ends what is being drawn at once. */
type Press = { print: (invitation: Invitation) => Promise<Blob>; waiting: () => number; close: () => void }

/**
 * The cards of all these invitations as files, in order. They are drawn in workers, ahead of who takes them; where workers cannot draw,
 * here. Aborting throws, as does a worker that fails or dies; either way, and when nobody takes the rest, the workers are gone.
 */
export async function* printCards(order: PrintOrder, signal: AbortSignal): AsyncGenerator<Blob, void, void> {
  const presses = await openPresses(order, signal)
  try {
    const coming: Promise<Blob>[] = []
    let next = 0
    for (let taken = 0; taken < order.invitations.length; taken++) {
      for (; coming.length < presses.length * AHEAD && next < order.invitations.length; next++) {
        const printing = idlest(presses).print(order.invitations[next]!)
        // Looked at when its turn comes; until then its failure is nobody's.
        printing.catch(() => undefined)
        coming.push(printing)
      }
      const file = await coming.shift()!
      signal.throwIfAborted()
      yield file
      signal.throwIfAborted()
    }
  } finally {
    for (const { close } of presses) close()
  }
}

const idlest = (presses: readonly Press[]) => presses.reduce((a, b) => (b.waiting() < a.waiting() ? b : a))

async function openPresses(order: PrintOrder, signal: AbortSignal): Promise<Press[]> {
  if (order.invitations.length > 1 && canDrawInWorkers()) {
    const opening = Array.from({ length: PRESSES }, () => workerPress(order, signal))
    const opened = await Promise.allSettled(opening)
    const presses = opened.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []))
    const failed = opened.find(result => result.status === 'rejected')
    if (failed) {
      for (const { close } of presses) close()
      throw failed.reason
    }
    return presses
  }
  return [await ownPress(order)]
}

const canDrawInWorkers = () => typeof OffscreenCanvas === 'function' && new OffscreenCanvas(1, 1).getContext('2d') !== null

async function ownPress(order: PrintOrder): Promise<Press> {
  const print = await openPress(order, { savesRows: false })
  let last: Promise<unknown> = Promise.resolve()
  return {
    print(invitation) {
      const printing = last.then(() => print(invitation))
      last = printing.catch(() => undefined)
      return printing
    },
    waiting: () => 0,
    close: () => undefined,
  }
}

async function workerPress({ drawing, ...order }: PrintOrder, signal: AbortSignal): Promise<Press> {
  const picture = drawing.picture && (await createImageBitmap(drawing.picture))
  signal.throwIfAborted()
  const worker = new Worker(new URL('./card-worker.ts', import.meta.url), { type: 'module' })
  const asked: { resolve: (answer: FromPress) => void; reject: (cause: unknown) => void }[] = []
  let ended: { cause: unknown } | undefined
  let silence: ReturnType<typeof setTimeout> | undefined

  function end(cause: unknown) {
    ended ??= { cause }
    clearTimeout(silence)
    worker.terminate()
    signal.removeEventListener('abort', stop)
    for (const { reject } of asked.splice(0)) reject(ended.cause)
  }
  const stop = () => end(signal.reason)
  signal.addEventListener('abort', stop)

  function watch() {
    clearTimeout(silence)
    if (asked.length > 0) silence = setTimeout(() => end(new Error('a worker has gone silent')), SILENCE)
  }
  worker.onerror = event => end(new Error(event.message || 'a worker could not start'))
  worker.onmessageerror = () => end(new Error('a worker could not be understood'))
  worker.onmessage = ({ data }: MessageEvent<FromPress>) => {
    if (data.is === 'failed') return end(new Error(data.why))
    asked.shift()?.resolve(data)
    watch()
  }

  const ask = (message: ToPress, transfer: Transferable[] = []) =>
    new Promise<FromPress>((resolve, reject) => {
      if (ended) return reject(ended.cause)
      asked.push({ resolve, reject })
      worker.postMessage(message, transfer)
      if (asked.length === 1) watch()
    })

  await ask({ is: 'open', order: { ...order, drawing: { ...drawing, picture } } }, picture ? [picture] : [])
  return {
    async print(invitation) {
      const printed = await ask({ is: 'print', invitation })
      if (printed.is !== 'printed') throw new Error('a worker answered something else')
      return printed.file
    },
    waiting: () => asked.length,
    close: () => end(new Error('closed')),
  }
}
