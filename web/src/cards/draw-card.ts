import {
  type Alignment,
  type CardLook,
  type CardSizes,
  codeBoxes,
  DEFAULT_PLACES,
  DESIGN_SIZES,
  type Invitation,
  nameBox,
  overlap,
  PICTURE_SIZES,
  type Place,
  type Rectangle,
  resized,
} from '@hudur/core'
import { text } from '../text/ar.ts'
import { linesHeight, panelOf, writeLines } from './card-lines.ts'
import { fill, line, rectangle, WHOLE } from './card-shapes.ts'
import { middleOf, type Pen, setBlock, writeBlock, writeLine, writeWithin } from './card-text.ts'
import type { Design } from './designs/design.ts'
import { designs } from './designs.ts'
import { drawCode, type Modules } from './draw-code.ts'
import { DARKEST_PLATE, drawPanel, drawPlate, PICTURE_INK } from './draw-plates.ts'
import { AMIRI, NAME_FACES } from './face.ts'

/** What the maker of a card has chosen, with the picture it names, already cut to the card. */
export type CardDrawing = { look: CardLook; picture: CanvasImageSource | undefined }
/** What the card says to every guest: the event, and its day as it is written on cards. */
export type CardWords = { eventName: string; day: string }
/** What it says to one guest: the name, for how many people it is where it admits more than one, and the code. */
export type CardGuest = { guestName: string; persons: string; modules: Modules }

/** The background's sizes with those the maker has chosen instead. */
export const sizesOf = ({ background, name, code }: CardLook): CardSizes =>
  resized(background.is === 'ready' ? DESIGN_SIZES : PICTURE_SIZES, {
    letters: name.size,
    code: code.size,
    isShort: code.holds === 'short',
  })

const PICTURE_CODE_RADIUS = 12

/** The part of a name's box that a ready design leaves to the name itself, below «إلى حضرة»; the second rule is below the box. */
const NAME_TOP = 26
const RULE_TOP = 6
const RULE_BELOW = 10

/** «لخمسة أشخاص» stands in the rule below a name, as «إلى حضرة» does in the rule above it; on a picture the plate is so much higher for it. */
const PERSONS = { size: 30, room: 48 }

/** The baseline of «يُبرز هذا الرمز» below the code's box or above it, and the lowest that is inside every frame. */
const CAPTION = { below: 54, above: 34, lowest: 1692 }

/** A card is drawn in two steps, at any scale. First everything that is the same for every guest: it can be drawn once and copied. */
export function drawGround(pen: Pen, { look, picture }: CardDrawing, words: CardWords) {
  const design = designOf(look)
  if (!design) {
    if (picture) pen.context.drawImage(picture, WHOLE.x, WHOLE.y, WHOLE.width, WHOLE.height)
    else fill(pen.context, rectangle(WHOLE), '#ffffff')
    drawPanel(pen, look, words)
    return
  }
  const rise = riseFor(design, look)
  design.paint(pen.context, rise)
  if (design.heading) writeLine(pen, design.heading(rise))
  writeEvent(pen, design, { words, rise })
  writeDay(pen, design, { words, rise, look })
  drawNameFrame(pen, design, look)
  drawCodeFrame(pen, design, look)
}

const isMoved = (place: Place, home: Place) => Math.hypot(place.x - home.x, place.y - home.y) > 4

/** Then what is this guest's own: the name, for how many it is, and the code. */
export function drawGuest(pen: Pen, look: CardLook, { guestName, persons, modules }: CardGuest) {
  const { places, name } = look
  const sizes = sizesOf(look)
  const box = nameBox(guestName, places.name, sizes)
  const design = designOf(look)
  if (design) drawLowerRule(pen, { box, design, persons })
  else if (guestName) drawPersonsPlate(pen, box, persons)
  if (guestName)
    writeName(pen, {
      text: guestName,
      box: design ? { ...box, y: box.y + NAME_TOP, height: box.height - NAME_TOP } : plateRoom(box),
      face: NAME_FACES[name.face ?? 'amiri'],
      largest: sizes.nameLetters,
      ink: name.ink ?? nameColours(look).ink,
      align: name.align,
    })
  // The white box comes after the name: wherever the two were placed, nothing is written across the code.
  const { box: white, code } = codeBoxes(places.code, sizes, modules.length)
  fill(pen.context, rectangle(white, design?.code.radius ?? PICTURE_CODE_RADIUS), '#ffffff')
  drawCode(pen.context, modules, code, design?.code.ink ?? '#000000')
}

const designOf = ({ background }: CardLook) => (background.is === 'ready' ? designs[background.design] : undefined)

/** What a guest's name is written with where no ink is chosen, and the colour that is behind it. */
export function nameColours(look: CardLook) {
  const design = designOf(look)
  return design ? { ink: design.guest.ink, ground: design.paper } : { ink: PICTURE_INK, ground: DARKEST_PLATE }
}

/** What stands in another thing's way: the name and the code in each other's, or one of them in that of the design's words. */
export type Collision = 'name-and-code' | 'name-on-words' | 'code-on-words'

/** Where a guest is named: on a picture the plate is higher where it also says for how many. */
export function guestBox(look: CardLook, { guestName, maxScans }: Pick<Invitation, 'guestName' | 'maxScans'>): Rectangle {
  const box = nameBox(guestName, look.places.name, sizesOf(look))
  return look.background.is === 'picture' && maxScans > 1 ? { ...box, height: box.height + PERSONS.room } : box
}

export function collisions(look: CardLook, guest: Pick<Invitation, 'guestName' | 'maxScans'>): Collision[] {
  const sizes = sizesOf(look)
  const name = guestBox(look, guest)
  const { box: code } = codeBoxes(look.places.code, sizes)
  const design = designOf(look)
  const words = design ? wordsBox(design, look) : panelOf(look)
  const found: [Collision, boolean][] = [
    ['name-and-code', overlap(name, code)],
    ['name-on-words', words !== undefined && overlap(name, words)],
    ['code-on-words', words !== undefined && overlap(code, words)],
  ]
  return found.filter(([, isSo]) => isSo).map(([collision]) => collision)
}

/** From the opening line down to the last line below the day. */
function wordsBox({ event, day }: Design, look: CardLook): Rectangle {
  const rise = riseFor({ event }, look)
  const box = event.box(rise)
  return { ...box, height: day.baseline - rise + linesHeight(look) - box.y }
}

const OPENING = { size: 38, room: 74 }
const DAY_SIZE = 40

/** The least height in which an event's name is still the card's largest word, and the most that the ornaments make room for. */
const LEAST_EVENT = 190
const MOST_RISE = 264

/** By how much the event and its day stand higher than on a card without free lines: for those, and for a name that reaches further up. */
function riseFor({ event }: Pick<Design, 'event'>, look: CardLook) {
  const forLines = linesHeight(look)
  const forName = nameBox('', DEFAULT_PLACES.name, DESIGN_SIZES).y - nameBox('', look.places.name, sizesOf(look)).y
  const both = forLines + Math.max(0, forName)
  return both <= MOST_RISE && event.box(both).height >= LEAST_EVENT ? both : forLines
}

/** The opening line stands just above the event's name, and both about the middle of their box. */
function writeEvent(pen: Pen, { event }: Design, { words, rise }: { words: CardWords; rise: number }) {
  const { face, largest, ink, openingInk } = event
  const box = event.box(rise)
  const room = { ...box, height: box.height - OPENING.room }
  const block = { text: words.eventName, box: room, face, largest, mostLines: 3 }
  const { height } = setBlock(pen, block)
  const top = box.y + (box.height - height - OPENING.room) / 2
  writeLine(pen, {
    text: text.card.opening,
    x: box.x + box.width / 2,
    baseline: top + OPENING.size,
    face: AMIRI,
    size: OPENING.size,
    ink: openingInk,
  })
  writeBlock(pen, { ...block, box: { ...room, y: top + OPENING.room, height }, ink })
}

type Day = { words: CardWords; rise: number; look: CardLook }

function writeDay(pen: Pen, { day }: Design, { words, rise, look }: Day) {
  const said = { x: WHOLE.width / 2, baseline: day.baseline - rise, width: day.width, ink: day.ink }
  writeWithin(pen, day.width, { ...said, text: words.day, face: AMIRI, size: DAY_SIZE })
  writeLines(pen, look, said)
}

/** What a design draws about a name, from the words «إلى حضرة» down to the second rule. */
function nameFrame(look: CardLook): Rectangle {
  const box = nameBox('', look.places.name, sizesOf(look))
  return { ...box, y: box.y - 24, height: box.height + RULE_BELOW + 44 }
}

/** The part of a card below the day where no design has an ornament: what is moved about in it needs no paper beneath. */
function isInTheClear({ x, y, width, height }: Rectangle, design: Design, look: CardLook) {
  const wordsEnd = design.day.baseline - riseFor(design, look) + linesHeight(look) + 16
  return y >= wordsEnd && y + height <= 1600 && x >= 174 && x + width <= WHOLE.width - 174
}

function drawNameFrame(pen: Pen, design: Design, look: CardLook) {
  const { places } = look
  const sizes = sizesOf(look)
  const box = nameBox('', places.name, sizes)
  const middle = box.x + box.width / 2
  const end = box.height + RULE_BELOW
  const frame = nameFrame(look)
  if (isMoved(places.name, DEFAULT_PLACES.name) && !isInTheClear(frame, design, look))
    fill(pen.context, rectangle({ ...frame, x: frame.x - 16, width: frame.width + 32 }, 12), design.paper)
  const { width } = pen.shaper.measure(AMIRI)(text.card.to, 32)
  const gap = width / 2 + 26
  const rule = { ink: design.guest.rule }
  line(pen.context, { ...rule, from: box.x, to: middle - gap, y: box.y + RULE_TOP })
  line(pen.context, { ...rule, from: middle + gap, to: box.x + box.width, y: box.y + RULE_TOP })
  writeLine(pen, { text: text.card.to, x: middle, baseline: box.y + RULE_TOP + 11, face: AMIRI, size: 32, ink: design.guest.labelInk })
  const closing: Rectangle = { x: box.x, y: box.y + end + 20, width: box.width, height: 80 }
  if (isMoved(places.name, DEFAULT_PLACES.name) || overlap(closing, codeBoxes(places.code, sizes).box)) return
  writeWithin(pen, box.width, {
    text: text.card.closing,
    x: middle,
    baseline: closing.y + 56,
    face: design.closing.face,
    size: 44,
    ink: design.closing.ink,
  })
}

function drawCodeFrame(pen: Pen, design: Design, look: CardLook) {
  const { code, paper } = design
  const { places } = look
  const { box } = codeBoxes(places.code, sizesOf(look))
  const middle = box.x + box.width / 2
  const below = box.y + box.height + CAPTION.below
  // At the card's lower end there is no room beneath the box: the line stands above it, if the name leaves it room there.
  const baseline = below <= CAPTION.lowest ? below : box.y - CAPTION.above
  const caption: Rectangle = { x: box.x, y: baseline - 30, width: box.width, height: 40 }
  const isSaid = !overlap(caption, nameFrame(look))
  if (isMoved(places.code, DEFAULT_PLACES.code)) {
    const [first, last] = isSaid ? [Math.min(box.y, caption.y), Math.max(box.y + box.height, caption.y + 40)] : [box.y, box.y + box.height]
    const about = { x: box.x - 14, y: first - 14, width: box.width + 28, height: last - first + 28 }
    if (!isInTheClear(about, design, look)) fill(pen.context, rectangle(about, 12), paper)
  }
  code.frame?.(pen.context, box)
  if (isSaid) writeWithin(pen, box.width, { text: text.card.practical, x: middle, baseline, face: AMIRI, size: 30, ink: code.captionInk })
}

/** Amiri writes «لخ» as one sign, in which the lam is easily missed. A joiner between the two keeps them apart. */
const unjoined = (persons: string) => persons.replace('لخ', 'ل\u200Dخ')

type LowerRule = { box: Rectangle; design: Design; persons: string }

/** The rule below a name on a ready design. Where the card admits more than one, the rule gives way to for how many it is. */
function drawLowerRule(pen: Pen, { box, design, persons }: LowerRule) {
  const [from, to, y] = [box.x, box.x + box.width, box.y + box.height + RULE_BELOW]
  const rule = { y, ink: design.guest.rule }
  if (!persons) return line(pen.context, { ...rule, from, to })
  const middle = (from + to) / 2
  const said = unjoined(persons)
  const gap = pen.shaper.measure(AMIRI)(said, PERSONS.size).width / 2 + 26
  line(pen.context, { ...rule, from, to: middle - gap })
  line(pen.context, { ...rule, from: middle + gap, to })
  writeLine(pen, { text: said, x: middle, baseline: y + 7, face: AMIRI, size: PERSONS.size, ink: design.guest.labelInk })
}

/** The plate of a name on a picture, and on it for how many the card is where it admits more than one. */
function drawPersonsPlate(pen: Pen, box: Rectangle, persons: string) {
  if (!persons) return drawPlate(pen.context, box)
  drawPlate(pen.context, { ...box, height: box.height + PERSONS.room })
  const said = { text: unjoined(persons), x: box.x + box.width / 2, baseline: box.y + box.height + PERSONS.room - 26 }
  writeWithin(pen, box.width - 48, { ...said, face: AMIRI, size: PERSONS.size, ink: PICTURE_INK })
}

const plateRoom = ({ x, y, width, height }: Rectangle): Rectangle => ({ x: x + 24, y: y + 14, width: width - 48, height: height - 28 })

type Name = Omit<Parameters<typeof writeBlock>[1], 'mostLines' | 'align'> & { align: Alignment }

/** A name stands on one line of its box, as near as its ink allows to where all names stand; a very long one on two. */
function writeName(pen: Pen, { text: name, box, face, largest, ink, align }: Name) {
  const block = { text: name, box, face, largest, mostLines: 2 }
  const { lines, size, measure } = setBlock(pen, block)
  if (lines.length > 1) return writeBlock(pen, { ...block, ink, align })
  const { width, ascent, descent } = measure(name, size)
  const usual = box.y + box.height / 2 + size * 0.28
  const baseline = Math.max(box.y + ascent, Math.min(usual, box.y + box.height - descent))
  writeLine(pen, { text: name, x: middleOf(box, align, width), baseline, face, size, ink })
}
