import { type CardLook, PANEL, type Rectangle } from '@hudur/core'
import { linesHeight, panelOf, writeLines } from './card-lines.ts'
import { fill, grown, line, rectangle, star, stroke } from './card-shapes.ts'
import { type Pen, writeBlock, writeWithin } from './card-text.ts'
import { AMIRI, NAME_FACES } from './face.ts'
import type { Canvas2D } from './paint-text.ts'

/** What is written on a picture: ink on light plates, which make it readable on any photograph. */
export const PICTURE_INK = '#1b231f'
const GREEN = '#0f4a38'
const GOLD = '#a8853c'

/** The plate beneath a name lets a tenth of the picture through: as dark as that can make it. */
const PLATE = 'rgb(255 253 248 / 0.9)'
export const DARKEST_PLATE = '#e6e4df'
/** The panel lets a fifth through. On black its ink is still 11 to 1. */
const PANEL_PAPER = 'rgb(255 253 248 / 0.8)'

const DAY_SIZE = 38

function drawPaper(context: Canvas2D, box: Rectangle, { paper, radius }: { paper: string; radius: number }) {
  fill(context, rectangle(box, radius), paper)
  stroke(context, rectangle(grown(box, -7), radius / 2), GOLD, 1.4)
}

/** Draws the plate of a guest's name. */
export const drawPlate = (context: Canvas2D, box: Rectangle) => drawPaper(context, box, { paper: PLATE, radius: 10 })

/** Draws the panel of a picture with the event, its day and the lines beneath; nothing where the look has none. */
export function drawPanel(pen: Pen, look: CardLook, { eventName, day }: { eventName: string; day: string }) {
  const box = panelOf(look)
  if (!box) return
  const { context } = pen
  const middle = box.x + box.width / 2
  const room = { x: box.x + PANEL.edge, y: box.y + PANEL.edge, width: box.width - 2 * PANEL.edge, height: PANEL.event }
  const below = room.y + room.height
  drawPaper(context, box, { paper: PANEL_PAPER, radius: 14 })
  writeBlock(pen, { text: eventName, box: room, face: NAME_FACES.amiri, largest: 88, mostLines: 2, ink: GREEN })
  line(context, { from: middle - 150, to: middle - 22, y: below + 14, ink: GOLD })
  line(context, { from: middle + 22, to: middle + 150, y: below + 14, ink: GOLD })
  fill(context, star(middle, below + 14, 8), GOLD)
  const said = { x: middle, width: room.width, ink: PICTURE_INK }
  const baseline = box.y + box.height - PANEL.edge - linesHeight(look) - 8
  writeWithin(pen, said.width, { ...said, text: day, baseline, face: AMIRI, size: DAY_SIZE })
  writeLines(pen, look, { ...said, baseline })
}
