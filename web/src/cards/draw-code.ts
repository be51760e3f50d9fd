import { type CardLook, type Invitation, isCodeTooFine, qrCodeText, type Rectangle } from '@hudur/core'
import { encodeQR } from 'qr'
import type { Canvas2D } from './paint-text.ts'

export type CodeModules = boolean[][]

const encodeModules = (text: string): CodeModules =>
  // The encoder requires a border, but the white box is the border here.
  encodeQR(text, 'raw', { ecc: 'medium', border: 1 })
    .slice(1, -1)
    .map(row => row.slice(1, -1))

/**
 * Returns the modules of an invitation's code for this side length in pixels. If long names would make the modules too small to read on a
 * card that a messenger has shrunk, the QR code contains only the invitation's code (the short form). Scanners read both forms.
 */
export function codeModules(invitation: Invitation, side: number, holds: CardLook['code']['holds']): CodeModules {
  if (holds === 'short') return encodeModules(invitation.code)
  const full = encodeModules(qrCodeText(invitation))
  return isCodeTooFine(full.length, side) ? encodeModules(invitation.code) : full
}

/** Draws the dark modules on whole pixels. Adjacent modules of a row are one rectangle, all in one path, so that no seams appear. */
export function drawCode(context: Canvas2D, modules: CodeModules, { x, y, width }: Rectangle, ink: string) {
  const edge = (index: number) => Math.round((index * width) / modules.length)
  context.beginPath()
  modules.forEach((row, top) => {
    for (let start = 0; start < row.length; start++) {
      if (!row[start]) continue
      let end = start
      while (row[end]) end++
      context.rect(x + edge(start), y + edge(top), edge(end) - edge(start), edge(top + 1) - edge(top))
      start = end
    }
  })
  context.fillStyle = ink
  context.fill()
}
