import { type CardLook, codeText, type Invitation, isTooFine, type Rectangle } from '@hudur/core'
import { encodeQR } from 'qr'
import type { Canvas2D } from './paint-text.ts'

export type Modules = boolean[][]

const encode = (text: string): Modules =>
  // The encoder requires a border, but the white box is the border here.
  encodeQR(text, 'raw', { ecc: 'medium', border: 1 })
    .slice(1, -1)
    .map(row => row.slice(1, -1))

/**
 * Returns the modules of an invitation's code for this side length in pixels. If long names would make the modules too small to read on a
 * card that a messenger has shrunk, the code contains only the code itself; scanners read both.
 */
export function codeModules(invitation: Invitation, side: number, holds: CardLook['code']['holds']): Modules {
  if (holds === 'short') return encode(invitation.code)
  const full = encode(codeText(invitation))
  return isTooFine(full.length, side) ? encode(invitation.code) : full
}

/** Draws the dark modules on whole pixels: each run of a row as a rectangle, all in one path, so that no seams appear at any scale. */
export function drawCode(context: Canvas2D, modules: Modules, { x, y, width }: Rectangle, ink: string) {
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
