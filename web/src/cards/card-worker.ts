import type { Invitation } from '@hudur/core'
import { openRenderer, type RenderRequest } from './card-renderer.ts'

/** What the page asks: first for a renderer, then for one card after another. Each is answered in turn. */
export type ToRenderer = { is: 'open'; request: RenderRequest } | { is: 'render'; invitation: Invitation }
export type FromRenderer = { is: 'open' } | { is: 'rendered'; file: Blob } | { is: 'failed'; why: string }

const tell = (message: FromRenderer) => self.postMessage(message)

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

/** There is one canvas: a card waits for the one before it. */
let last = Promise.resolve()
self.onmessage = ({ data }: MessageEvent<ToRenderer>) => {
  last = last.then(async () => tell(await answer(data).catch((cause: unknown): FromRenderer => ({ is: 'failed', why: String(cause) }))))
}
