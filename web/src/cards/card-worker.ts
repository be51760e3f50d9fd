import type { Invitation } from '@hudur/core'
import { openPress, type PrintOrder } from './card-press.ts'

/** What the page asks: first for a press, then for one card after another. Each is answered in turn. */
export type ToPress = { is: 'open'; order: PrintOrder } | { is: 'print'; invitation: Invitation }
export type FromPress = { is: 'open' } | { is: 'printed'; file: Blob } | { is: 'failed'; why: string }

const tell = (message: FromPress) => self.postMessage(message)

let press: ReturnType<typeof openPress> | undefined

async function answer(message: ToPress): Promise<FromPress> {
  if (message.is === 'open') {
    press = openPress(message.order, { savesRows: true })
    await press
    return { is: 'open' }
  }
  const print = await press
  if (!print) return { is: 'failed', why: 'asked for a card before anything was prepared' }
  return { is: 'printed', file: await print(message.invitation) }
}

/** There is one canvas: a card waits for the one before it. */
let last = Promise.resolve()
self.onmessage = ({ data }: MessageEvent<ToPress>) => {
  last = last.then(async () => tell(await answer(data).catch((cause: unknown): FromPress => ({ is: 'failed', why: String(cause) }))))
}
