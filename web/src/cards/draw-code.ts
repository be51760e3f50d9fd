import type { Rectangle } from '@hudur/core/cards/geometry'
import type { CardLook } from '@hudur/core/cards/look'
import { isCodeTooFine } from '@hudur/core/cards/readability'
import { qrCodeText } from '@hudur/core/check-in/card-text'
import type { Invitation } from '@hudur/core/invitations/invitation'
import { encodeQR } from 'qr'
import type { Canvas2D } from './paint-text.ts'

export type QrModules = boolean[][]

const encodeQrModules = (text: string): QrModules =>
  // The encoder requires a border, but the white box is the border here.
  encodeQR(text, 'raw', { ecc: 'medium', border: 1 })
    .slice(1, -1)
    .map(row => row.slice(1, -1))

/**
 * Returns the modules of an invitation's code for this side length in pixels. If long names would make the modules too small to read in a
 * messenger's shrunk picture, it contains only the invitation's code (the short form). Scanners read both forms.
 */
export function qrModulesForSize(invitation: Invitation, side: number, holds: CardLook['code']['holds']): QrModules {
  if (holds === 'short') return encodeQrModules(invitation.code)
  const full = encodeQrModules(qrCodeText(invitation))
  return isCodeTooFine(full.length, side) ? encodeQrModules(invitation.code) : full
}

/** Draws the dark modules on whole pixels. Adjacent modules of a row are one rectangle, all in one path, so that no seams appear. */
export function drawQrCode(context: Canvas2D, modules: QrModules, { x, y, width }: Rectangle, ink: string) {
  const moduleEdge = (index: number) => Math.round((index * width) / modules.length)
  context.beginPath()
  modules.forEach((row, top) => {
    for (let start = 0; start < row.length; start++) {
      if (!row[start]) continue
      let end = start
      while (row[end]) end++
      context.rect(x + moduleEdge(start), y + moduleEdge(top), moduleEdge(end) - moduleEdge(start), moduleEdge(top + 1) - moduleEdge(top))
      start = end
    }
  })
  context.fillStyle = ink
  context.fill()
}
