import { type CardLook, panelBox, type Rectangle } from '@hudur/core'
import { cardTime } from '../text/format.ts'
import { type Pen, writeWithin } from './card-text.ts'
import { AMIRI } from './face.ts'

/** Returns what a card says beneath the day: the time, the place and the free lines, without those that are empty. */
const linesOf = ({ time, place, lines }: CardLook) => [cardTime(time), place, ...lines].filter(said => said.trim() !== '')

/** More lines than this stand closer together, in smaller letters. */
const WIDE_LINES = 3

const lineSizes = (count: number) => (count > WIDE_LINES ? { size: 32, step: 48 } : { size: 36, step: 56 })

/** How much room the lines of a card take below the day, in pixels of the card. */
export const linesHeight = (look: CardLook) => {
  const { length } = linesOf(look)
  return length * lineSizes(length).step
}

type Lines = { x: number; baseline: number; width: number; ink: string }

/** Writes the lines of a card about x, the first below `baseline`, each made smaller where it would be wider than `width`. */
export function writeLines(pen: Pen, look: CardLook, { x, baseline, width, ink }: Lines) {
  const lines = linesOf(look)
  const { size, step } = lineSizes(lines.length)
  lines.forEach((text, index) => {
    writeWithin(pen, width, { text, x, baseline: baseline + (index + 1) * step, face: AMIRI, size, ink })
  })
}

/** Returns where the panel of a picture stands; undefined on a card without one. */
export const panelOf = (look: CardLook): Rectangle | undefined =>
  look.background.is === 'picture' && look.panel ? panelBox(look.places.panel, linesHeight(look)) : undefined
