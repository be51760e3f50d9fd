import { INSPECTED_PICTURE_BYTES, inspectPicture } from '@hudur/core/cards/picture'
import * as texts from '@hudur/core/texts'
import { type DecodedPicture, decodePicture } from './decode-picture.ts'

/** How long (ms) a picture may take to be decoded. Slow phones take about two seconds for the largest photograph. */
const DECODING_TIMEOUT_MS = 20_000

/** `problem`: why the file is refused, in Arabic. */
type PictureDecoding = { ok: true; bitmap: ImageBitmap } | { ok: false; problem: string }

const refusedAs = (reason: keyof typeof texts.pictureProblems): PictureDecoding => ({ ok: false, problem: texts.pictureProblems[reason] })

/** Decodes a picture file, recognised by its content, turned upright: once, in a worker, for at most `timeoutMs`. */
export async function decodePictureFile(file: Blob, timeoutMs = DECODING_TIMEOUT_MS): Promise<PictureDecoding> {
  const found = inspectPicture(new Uint8Array(await file.slice(0, INSPECTED_PICTURE_BYTES).arrayBuffer()))
  if (!found.ok) return refusedAs(found.reason)
  const bitmap = await decodeInWorker(file, timeoutMs)
  return bitmap ? { ok: true, bitmap } : refusedAs(bitmap === null ? 'not-an-image' : 'too-slow')
}

/** Decodes a picture in a worker of its own, or in the page where no worker starts. Returns null for a damaged file, undefined after the time. */
async function decodeInWorker(file: Blob, timeoutMs: number): Promise<DecodedPicture | undefined> {
  const worker = new Worker(new URL('./picture-worker.ts', import.meta.url), { type: 'module' })
  const decoded = new Promise<DecodedPicture>(resolve => {
    worker.onmessage = ({ data }: MessageEvent<DecodedPicture>) => resolve(data)
    worker.onerror = () => resolve(decodePicture(file))
    worker.postMessage(file)
  })
  const timer = new Promise<undefined>(resolve => setTimeout(resolve, timeoutMs))
  const bitmap = await Promise.race([decoded, timer])
  worker.terminate()
  return bitmap
}
