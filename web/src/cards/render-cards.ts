import type { Invitation } from '@hudur/core/invitations/invitation'
import type { CardFile } from './card-files.ts'
import type { RenderRequest } from './card-renderer.ts'
import type { WorkerRequest, WorkerResponse } from './card-worker.ts'

/** The number of workers. More were no faster on the measured machines. */
const WORKER_COUNT = 2
/** The number of cards per worker that may be in progress or not yet yielded: enough to keep the worker busy with little memory. */
const MAX_CARDS_AHEAD = 2
/** The time, in milliseconds, after which a silent worker counts as dead. Browsers do not always report that a worker has died. */
const WORKER_TIMEOUT_MS = 60_000

/** Draws cards as files. `pendingCount` is the number of a worker's unanswered requests; 0 in the page. `close` ends the worker. */
type CardRenderer = { render: (invitation: Invitation) => Promise<CardFile>; pendingCount: () => number; close: () => void }

/**
 * Yields the cards of all these invitations as files, in order. Workers draw them ahead of the consumer, or this thread if they cannot.
 * Throws if `signal` is aborted or a worker fails or dies. Closes the workers then, and when the consumer stops early.
 */
export async function* renderCards(request: RenderRequest, signal: AbortSignal): AsyncGenerator<CardFile, void, void> {
  const renderers = await openRenderers(request, signal)
  try {
    const pendingFiles: Promise<CardFile>[] = []
    let next = 0
    for (let yieldedCount = 0; yieldedCount < request.invitations.length; yieldedCount++) {
      for (; pendingFiles.length < renderers.length * MAX_CARDS_AHEAD && next < request.invitations.length; next++) {
        const rendering = findLeastBusyRenderer(renderers).render(request.invitations[next]!)
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

const findLeastBusyRenderer = (renderers: readonly CardRenderer[]) =>
  renderers.reduce((a, b) => (b.pendingCount() < a.pendingCount() ? b : a))

async function openRenderers(request: RenderRequest, signal: AbortSignal): Promise<CardRenderer[]> {
  if (request.invitations.length > 1 && canDrawInWorkers()) {
    const opening = Array.from({ length: WORKER_COUNT }, () => createWorkerRenderer(request, signal))
    const opened = await Promise.allSettled(opening)
    const renderers = opened.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []))
    const failed = opened.find(result => result.status === 'rejected')
    if (failed) {
      for (const { close } of renderers) close()
      throw failed.reason
    }
    return renderers
  }
  return [await createPageRenderer(request)]
}

const canDrawInWorkers = () => typeof OffscreenCanvas === 'function' && new OffscreenCanvas(1, 1).getContext('2d') !== null

async function createPageRenderer(request: RenderRequest): Promise<CardRenderer> {
  const { openRenderer } = await import('./card-renderer.ts')
  const render = await openRenderer(request, { reusesEqualRows: false })
  let last: Promise<unknown> = Promise.resolve()
  return {
    render(invitation) {
      const rendering = last.then(() => render(invitation))
      last = rendering.catch(() => undefined)
      return rendering
    },
    pendingCount: () => 0,
    close: () => undefined,
  }
}

async function createWorkerRenderer({ drawing, ...request }: RenderRequest, signal: AbortSignal): Promise<CardRenderer> {
  const picture = drawing.picture && (await createImageBitmap(drawing.picture))
  signal.throwIfAborted()
  const worker = new Worker(new URL('./card-worker.ts', import.meta.url), { type: 'module' })
  const pendingRequests: { resolve: (answer: WorkerResponse) => void; reject: (cause: unknown) => void }[] = []
  let termination: { cause: unknown } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function closeWorker(cause: unknown) {
    termination ??= { cause }
    clearTimeout(timer)
    worker.terminate()
    signal.removeEventListener('abort', closeOnAbort)
    for (const { reject } of pendingRequests.splice(0)) reject(termination.cause)
  }
  const closeOnAbort = () => closeWorker(signal.reason)
  signal.addEventListener('abort', closeOnAbort)

  function restartTimeout() {
    clearTimeout(timer)
    if (pendingRequests.length > 0) timer = setTimeout(() => closeWorker(new Error('a worker has gone silent')), WORKER_TIMEOUT_MS)
  }
  worker.onerror = event => closeWorker(new Error(event.message || 'a worker could not start'))
  worker.onmessageerror = () => closeWorker(new Error('a worker could not be understood'))
  worker.onmessage = ({ data }: MessageEvent<WorkerResponse>) => {
    if (data.is === 'failed') return closeWorker(new Error(data.why))
    pendingRequests.shift()?.resolve(data)
    restartTimeout()
  }

  const sendRequest = (message: WorkerRequest, transfer: Transferable[] = []) =>
    new Promise<WorkerResponse>((resolve, reject) => {
      if (termination) return reject(termination.cause)
      pendingRequests.push({ resolve, reject })
      worker.postMessage(message, transfer)
      if (pendingRequests.length === 1) restartTimeout()
    })

  await sendRequest({ is: 'open', request: { ...request, drawing: { ...drawing, picture } } }, picture ? [picture] : [])
  return {
    async render(invitation) {
      const rendered = await sendRequest({ is: 'render', invitation })
      if (rendered.is !== 'rendered') throw new Error('a worker answered something else')
      return rendered.file
    },
    pendingCount: () => pendingRequests.length,
    close: () => closeWorker(new Error('closed')),
  }
}
