import { decodePicture } from './decode-picture.ts'

/** Decodes one picture. The page ends this worker when it takes too long. */
self.onmessage = async ({ data }: MessageEvent<Blob>) => {
  const bitmap = await decodePicture(data)
  self.postMessage(bitmap, { transfer: bitmap ? [bitmap] : [] })
}
