import {
  type CardLook,
  codeBoxes,
  DEFAULT_PLACES,
  DESIGN_SIZES,
  nameBox,
  overlap,
  PICTURE_SIZES,
  type Place,
  type Rectangle,
} from '@hudur/core'
import { text } from '../../../text/ar.ts'
import { fill, line, rectangle, stroke, WHOLE } from './card-shapes.ts'
import { AMIRI, AMIRI_BOLD, type Canvas2D, measureWith, setBlock, writeBlock, writeLine, writeWithin } from './card-text.ts'
import type { Design } from './designs/design.ts'
import { designs } from './designs.ts'
import { drawCode, type Modules } from './draw-code.ts'

/** What the maker of a card has chosen, with the picture it names, already cut to the card. */
export type CardDrawing = { look: CardLook; picture: CanvasImageSource | undefined }
/** What the card says to every guest: the event, and its day as it is written on cards. */
export type CardWords = { eventName: string; day: string }
export type CardGuest = { guestName: string; modules: Modules }

export const sizesOf = ({ background }: CardLook) => (background.is === 'ready' ? DESIGN_SIZES : PICTURE_SIZES)

const PICTURE_INK = '#1b231f'
const PICTURE_CODE_RADIUS = 12
const NAME_LARGEST = 64

/** The part of a name's box that a ready design leaves to the name itself, below «إلى حضرة» and above the rule. */
const NAME_TOP = 26
const RULE_TOP = 6
const RULE_BOTTOM = 130

/** A card is drawn in two steps, at any scale. First everything that is the same for every guest: it can be drawn once and copied. */
export function drawGround(context: Canvas2D, { look, picture }: CardDrawing, words: CardWords) {
  const { background } = look
  if (background.is === 'picture') {
    if (picture) context.drawImage(picture, WHOLE.x, WHOLE.y, WHOLE.width, WHOLE.height)
    else fill(context, rectangle(WHOLE), '#ffffff')
    return
  }
  const design = designs[background.design]
  design.paint(context)
  writeEvent(context, design, words)
  writeWithin(context, design.day.width, {
    text: words.day,
    x: WHOLE.width / 2,
    baseline: design.day.baseline,
    face: AMIRI,
    size: 40,
    ink: design.day.ink,
  })
  drawNameFrame(context, design, look)
  drawCodeFrame(context, design, look)
}

const isMoved = (place: Place, home: Place) => Math.hypot(place.x - home.x, place.y - home.y) > 4

/** Then what is this guest's own: the name and the code. */
export function drawGuest(context: Canvas2D, look: CardLook, { guestName, modules }: CardGuest) {
  const { background, places } = look
  const sizes = sizesOf(look)
  const box = nameBox(guestName, places.name, sizes)
  const design = background.is === 'ready' ? designs[background.design] : undefined
  if (!design && guestName) drawPlate(context, box)
  if (guestName)
    writeName(
      context,
      guestName,
      design ? { ...box, y: box.y + NAME_TOP, height: box.height - NAME_TOP } : plateRoom(box),
      design?.guest.ink ?? PICTURE_INK,
    )
  // The white box comes after the name: wherever the two were placed, nothing is written across the code.
  const { box: white, code } = codeBoxes(places.code, sizes)
  fill(context, rectangle(white, design?.code.radius ?? PICTURE_CODE_RADIUS), '#ffffff')
  drawCode(context, modules, code, design?.code.ink ?? '#000000')
}

const OPENING = { size: 38, room: 74 }

/** The opening line stands just above the event's name, and both about the middle of their box. */
function writeEvent(context: Canvas2D, { event: { box, face, largest, ink, openingInk } }: Design, { eventName }: CardWords) {
  const room = { ...box, height: box.height - OPENING.room }
  const block = { text: eventName, box: room, face, largest, mostLines: 3 }
  const { height } = setBlock(context, block)
  const top = box.y + (box.height - height - OPENING.room) / 2
  writeLine(context, {
    text: text.card.opening,
    x: box.x + box.width / 2,
    baseline: top + OPENING.size,
    face: AMIRI,
    size: OPENING.size,
    ink: openingInk,
  })
  writeBlock(context, { ...block, box: { ...room, y: top + OPENING.room, height }, ink })
}

function drawNameFrame(context: Canvas2D, design: Design, { places }: CardLook) {
  const box = nameBox('', places.name, DESIGN_SIZES)
  const middle = box.x + box.width / 2
  if (isMoved(places.name, DEFAULT_PLACES.name))
    fill(context, rectangle({ x: box.x - 30, y: box.y - 24, width: box.width + 60, height: RULE_BOTTOM + 44 }, 12), design.paper)
  const { width } = measureWith(context, AMIRI)(text.card.to, 32)
  const gap = width / 2 + 26
  const rule = { ink: design.guest.rule }
  line(context, { ...rule, from: box.x, to: middle - gap, y: box.y + RULE_TOP })
  line(context, { ...rule, from: middle + gap, to: box.x + box.width, y: box.y + RULE_TOP })
  line(context, { ...rule, from: box.x, to: box.x + box.width, y: box.y + RULE_BOTTOM })
  writeLine(context, { text: text.card.to, x: middle, baseline: box.y + RULE_TOP + 11, face: AMIRI, size: 32, ink: design.guest.labelInk })
  const closing: Rectangle = { x: box.x, y: box.y + 150, width: box.width, height: 80 }
  if (isMoved(places.name, DEFAULT_PLACES.name) || overlap(closing, codeBoxes(places.code, DESIGN_SIZES).box)) return
  writeWithin(context, box.width, {
    text: text.card.closing,
    x: middle,
    baseline: box.y + 200,
    face: design.closing.face,
    size: 44,
    ink: design.closing.ink,
  })
}

function drawCodeFrame(context: Canvas2D, { code, paper }: Design, { places }: CardLook) {
  const { box } = codeBoxes(places.code, DESIGN_SIZES)
  const middle = box.x + box.width / 2
  const below = box.y + box.height + 54
  // At the card's lower end there is no room beneath the box: the line stands above it.
  const baseline = below < WHOLE.height - 60 ? below : box.y - 34
  if (isMoved(places.code, DEFAULT_PLACES.code))
    fill(
      context,
      rectangle({ x: box.x - 14, y: Math.min(box.y - 14, baseline - 40), width: box.width + 28, height: box.height + 82 }, 12),
      paper,
    )
  code.frame?.(context, box)
  writeWithin(context, box.width, { text: text.card.practical, x: middle, baseline, face: AMIRI, size: 30, ink: code.captionInk })
}

/** A light plate makes a name readable on any photograph. */
function drawPlate(context: Canvas2D, box: Rectangle) {
  fill(context, rectangle(box, 10), 'rgb(255 253 248 / 0.9)')
  stroke(context, rectangle({ x: box.x + 7, y: box.y + 7, width: box.width - 14, height: box.height - 14 }, 5), '#a8853c', 1.4)
}

const plateRoom = ({ x, y, width, height }: Rectangle): Rectangle => ({ x: x + 24, y: y + 14, width: width - 48, height: height - 28 })

/** A name stands on one line of its box, as near as its ink allows to where all names stand; a very long one on two. */
function writeName(context: Canvas2D, name: string, room: Rectangle, ink: string) {
  const block = { text: name, box: room, face: AMIRI_BOLD, largest: NAME_LARGEST, mostLines: 2 }
  const { lines, size, measure } = setBlock(context, block)
  if (lines.length > 1) return writeBlock(context, { ...block, ink })
  const { ascent, descent } = measure(name, size)
  const usual = room.y + room.height / 2 + size * 0.28
  const baseline = Math.max(room.y + ascent, Math.min(usual, room.y + room.height - descent))
  writeLine(context, { text: name, x: room.x + room.width / 2, baseline, face: AMIRI_BOLD, size, ink })
}
