import { ID_BYTES, idFromBytes } from '@hudur/core/id'
import { type CardPicture, drawOnCard } from './card-picture.ts'
import { decodePictureFile } from './decode-picture-file.ts'

/** `problem`: why the file is refused, in Arabic. */
export type PictureReading = { ok: true; picture: CardPicture } | { ok: false; problem: string }

/** Reads a picture file for a card. Only the picture cropped to the card stays in memory, because photographs are large. */
export async function readCardPicture(file: File, timeoutMs?: number): Promise<PictureReading> {
  const decoding = await decodePictureFile(file, timeoutMs)
  if (!decoding.ok) return decoding
  const id = idFromBytes(crypto.getRandomValues(new Uint8Array(ID_BYTES)))
  return { ok: true, picture: { id, name: file.name, canvas: drawOnCard(decoding.bitmap) } }
}
