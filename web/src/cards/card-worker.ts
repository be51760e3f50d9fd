import type { Invitation } from '@hudur/core/invitations/invitation'
import type { CardFile } from './card-files.ts'
import { openRenderer, type RenderRequest } from './card-renderer.ts'

/** Requests of the page: first `open` creates a renderer, then each `render` draws a card. Each request gets one response, in order. */
export type WorkerRequest = { is: 'open'; request: RenderRequest } | { is: 'render'; invitation: Invitation }
export type WorkerResponse = { is: 'open' } | { is: 'rendered'; file: CardFile } | { is: 'failed'; why: string }

/** Sends a response. The bytes of a card are moved to the page, so that they are in memory once. */
function postResponse(message: WorkerResponse) {
  const parts = message.is === 'rendered' ? message.file.parts : []
  self.postMessage(message, { transfer: parts.flatMap(part => (part instanceof Blob ? [] : [part.buffer])) })
}

let renderer: ReturnType<typeof openRenderer> | undefined

async function respondToRequest(message: WorkerRequest): Promise<WorkerResponse> {
  if (message.is === 'open') {
    renderer = openRenderer(message.request, { reusesEqualRows: true })
    await renderer
    return { is: 'open' }
  }
  const render = await renderer
  if (!render) return { is: 'failed', why: 'asked for a card before anything was prepared' }
  return { is: 'rendered', file: await render(message.invitation) }
}

/** Resolves when the last request has its response. There is one canvas, so each request waits for the previous response. */
let lastResponse = Promise.resolve()
self.onmessage = ({ data }: MessageEvent<WorkerRequest>) => {
  lastResponse = lastResponse.then(async () =>
    postResponse(await respondToRequest(data).catch((cause: unknown): WorkerResponse => ({ is: 'failed', why: String(cause) }))),
  )
}
