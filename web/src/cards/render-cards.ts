import type { Invitation } from '@hudur/core'
import type { RenderRequest } from './card-renderer.ts'
import type { FromRenderer, ToRenderer } from './card-worker.ts'

/** The number of workers. More were no faster on the measured machines. */
const WORKERS = 2
/** How many cards per worker may be pending or waiting to be taken: enough to keep it busy with little memory. */
const MAX_AHEAD = 2
/** A worker that sends nothing for this time has died, in milliseconds: browsers do not always report it. */
const WORKER_TIMEOUT_MS = 60_000

/** `close` stops all drawing at once. */
type CardRenderer = { render: (invitation: Invitation) => Promise<Blob>; waiting: () => number; close: () => void }

/**
 * Yields the cards of all these invitations as files, in order. Workers draw them ahead of the consumer; if workers cannot draw, this
 * thread does. Throws if `signal` is aborted or a worker fails or dies. The workers are closed then, and also when the consumer stops
 * early.
 */
export async function* renderCards(request: RenderRequest, signal: AbortSignal): AsyncGenerator<Blob, void, void> {
  const renderers = await openRenderers(request, signal)
  try {
    const pendingFiles: Promise<Blob>[] = []
    let next = 0
    for (let yieldedCount = 0; yieldedCount < request.invitations.length; yieldedCount++) {
      for (; pendingFiles.length < renderers.length * MAX_AHEAD && next < request.invitations.length; next++) {
        const rendering = leastBusy(renderers).render(request.invitations[next]!)
        // A failure is thrown when this card's turn comes; until then it must not count as unhandled.
        rendering.catch(() => undefined)
        pendingFiles.push(rendering)
      }
      const file = await pendingFiles.shift()!
      signal.throwIfAborted()
      yield file
      signal.throwIfAborted()
    }
  } finally {
    for (const { close } of renderers) close()
  }
}

const leastBusy = (renderers: readonly CardRenderer[]) => renderers.reduce((a, b) => (b.waiting() < a.waiting() ? b : a))

async function openRenderers(request: RenderRequest, signal: AbortSignal): Promise<CardRenderer[]> {
  if (request.invitations.length > 1 && canDrawInWorkers()) {
    const opening = Array.from({ length: WORKERS }, () => workerRenderer(request, signal))
    const opened = await Promise.allSettled(opening)
    const renderers = opened.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []))
    const failed = opened.find(result => result.status === 'rejected')
    if (failed) {
      for (const { close } of renderers) close()
      throw failed.reason
    }
    return renderers
  }
  return [await pageRenderer(request)]
}

const canDrawInWorkers = () => typeof OffscreenCanvas === 'function' && new OffscreenCanvas(1, 1).getContext('2d') !== null

async function pageRenderer(request: RenderRequest): Promise<CardRenderer> {
  const { openRenderer } = await import('./card-renderer.ts')
  const render = await openRenderer(request, { savesRows: false })
  let last: Promise<unknown> = Promise.resolve()
  return {
    render(invitation) {
      const rendering = last.then(() => render(invitation))
      last = rendering.catch(() => undefined)
      return rendering
    },
    waiting: () => 0,
    close: () => undefined,
  }
}

async function workerRenderer({ drawing, ...request }: RenderRequest, signal: AbortSignal): Promise<CardRenderer> {
  const picture = drawing.picture && (await createImageBitmap(drawing.picture))
  signal.throwIfAborted()
  const worker = new Worker(new URL('./card-worker.ts', import.meta.url), { type: 'module' })
  const pendingRequests: { resolve: (answer: FromRenderer) => void; reject: (cause: unknown) => void }[] = []
  let termination: { cause: unknown } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function end(cause: unknown) {
    termination ??= { cause }
    clearTimeout(timer)
    worker.terminate()
    signal.removeEventListener('abort', stop)
    for (const { reject } of pendingRequests.splice(0)) reject(termination.cause)
  }
  const stop = () => end(signal.reason)
  signal.addEventListener('abort', stop)

  function watch() {
    clearTimeout(timer)
    if (pendingRequests.length > 0) timer = setTimeout(() => end(new Error('a worker has gone silent')), WORKER_TIMEOUT_MS)
  }
  worker.onerror = event => end(new Error(event.message || 'a worker could not start'))
  worker.onmessageerror = () => end(new Error('a worker could not be understood'))
  worker.onmessage = ({ data }: MessageEvent<FromRenderer>) => {
    if (data.is === 'failed') return end(new Error(data.why))
    pendingRequests.shift()?.resolve(data)
    watch()
  }

  const ask = (message: ToRenderer, transfer: Transferable[] = []) =>
    new Promise<FromRenderer>((resolve, reject) => {
      if (termination) return reject(termination.cause)
      pendingRequests.push({ resolve, reject })
      worker.postMessage(message, transfer)
      if (pendingRequests.length === 1) watch()
    })

  await ask({ is: 'open', request: { ...request, drawing: { ...drawing, picture } } }, picture ? [picture] : [])
  return {
    async render(invitation) {
      const rendered = await ask({ is: 'render', invitation })
      if (rendered.is !== 'rendered') throw new Error('a worker answered something else')
      return rendered.file
    },
    waiting: () => pendingRequests.length,
    close: () => end(new Error('closed')),
  }
}
