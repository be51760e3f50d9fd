import type { Invitation } from '@hudur/core'
import { openRenderer, type RenderRequest } from './card-renderer.ts'

/** Requests of the page: first a renderer, then one card after another. Each gets one answer, in order. */
export type ToRenderer = { is: 'open'; request: RenderRequest } | { is: 'render'; invitation: Invitation }
export type FromRenderer = { is: 'open' } | { is: 'rendered'; file: Blob } | { is: 'failed'; why: string }

const post = (message: FromRenderer) => self.postMessage(message)

let renderer: ReturnType<typeof openRenderer> | undefined

async function answer(message: ToRenderer): Promise<FromRenderer> {
  if (message.is === 'open') {
    renderer = openRenderer(message.request, { savesRows: true })
    await renderer
    return { is: 'open' }
  }
  const render = await renderer
  if (!render) return { is: 'failed', why: 'asked for a card before anything was prepared' }
  return { is: 'rendered', file: await render(message.invitation) }
}

/** The last request. There is one canvas, so each card waits for the previous one. */
let last = Promise.resolve()
self.onmessage = ({ data }: MessageEvent<ToRenderer>) => {
  last = last.then(async () => post(await answer(data).catch((cause: unknown): FromRenderer => ({ is: 'failed', why: String(cause) }))))
}
