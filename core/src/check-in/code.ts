import { cleanLine } from '../arabic.ts'
import { isDoorId } from '../id.ts'
import { printedEventOf, withoutReaderPrefix } from './card-text.ts'
import { findLikelyCode } from './find-code.ts'

/** The content of a scanned or typed text: an invitation's code or id, the SHA-256 of a code (see `isDoorId`), or any other text. */
export type ScannedContent = { is: 'id'; id: string } | { is: 'text'; text: string }

/** Reads a scanned or typed text. Returns the id in it, or else the cleaned text. Never throws. */
export function readCode(raw: string): ScannedContent {
  const text = withoutReaderPrefix(raw)
  const id = isDoorId(text) ? text : findLikelyCode(raw)
  return id === undefined ? { is: 'text', text: cleanLine(text) } : { is: 'id', id }
}

/** Returns a scanned text as devices of door links send it: of a card only its code and its event, without the guest's name. */
export function textWithoutName(raw: string) {
  const read = readCode(raw)
  if (read.is === 'text') return raw
  const printedEvent = printedEventOf(raw)
  return printedEvent ? JSON.stringify({ id: read.id, ...printedEvent }) : read.id
}
