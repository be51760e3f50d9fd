import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import { inThread } from '../thread/in-thread.ts'
import { cleanPicture } from './picture-file.ts'

const cleanInThread = inThread(new URL('./picture-file.ts', import.meta.url).href, cleanPicture)

/** Returns the refusal of an uploaded picture. */
export const pictureRefusal = (reason: keyof typeof texts.pictureProblems) => {
  const text = texts.pictureProblems[reason]
  return new Refusal('bad-input', { text, fields: { picture: text } })
}

/** Returns an uploaded picture as it may be stored. Its bytes are moved to a worker thread. Throws `bad-input`. */
export async function acceptPicture(bytes: Uint8Array) {
  const clean = await cleanInThread(bytes)
  if (!clean.ok) throw pictureRefusal(clean.reason)
  return clean
}
