import { CARD_WIDTH, type CardPosition, codeBoxes, DEFAULT_POSITIONS, nameBox, PANEL, type Rectangle, rectanglesOverlap } from './card.ts'
import { eventTextRise, lineSizes, linesHeight, NAME_TOP, nameFrame, PERSONS_LINE, panelOf, RULE_BELOW, sizesOf } from './card-parts.ts'
import { type CardTemplateLayout, nameColours, PICTURE_INK, type TextLine } from './card-template.ts'
import { AMIRI, type Face, NAME_FACES } from './face.ts'
import { fitInLines, fitOnOneLine, type Measure, stackHeight, stackLines } from './fit.ts'
import { type Alignment, type CardLook, NAME_SIZE_LIMITS } from './look.ts'

/** One shape or text that is drawn on a card, in pixels of the card. */
export type CardElement =
  | ({ is: 'text' } & TextLine)
  /** A horizontal line whose middle is at y. */
  | { is: 'rule'; from: number; to: number; y: number; ink: string }
  | { is: 'paper'; box: Rectangle; radius: number; ink: string }
  /** A translucent light plate over the picture, with a golden line inside its edge. */
  | { is: 'plate'; box: Rectangle; radius: number; paper: string }
  | { is: 'star'; x: number; y: number; radius: number; ink: string }
  /** The frame that a template gives to a code. */
  | { is: 'code-frame'; box: Rectangle }

/** The input of the layout: the look, its template (undefined on a picture), and a function that measures texts in a typeface. */
export type CardMaterial = { look: CardLook; template: CardTemplateLayout | undefined; measure: (face: Face) => Measure }

/** The texts that all cards of an event share. `lines` are the time, the place and the free lines, without the empty ones. */
export type CardWords = {
  eventName: string
  day: string
  lines: readonly string[]
  opening: string
  to: string
  closing: string
  practical: string
}

/**
 * The guest's name, and the line below it: the number of persons where the card admits more than one, and the table where the look shows
 * the table; otherwise empty.
 */
export type GuestWords = { guestName: string; persons: string }

const GREEN = '#0f4a38'
const GOLD = '#a8853c'
const PLATE = 'rgb(255 253 248 / 0.9)'
/** The panel is a fifth transparent. Over a black picture its text still has a contrast of 11 to 1. */
const PANEL_PAPER = 'rgb(255 253 248 / 0.8)'

const OPENING = { size: 38, room: 74 }
const TEMPLATE_DAY = 44
const PANEL_DAY = 38
const RULE_TOP = 6

/**
 * The distance (px) of the baseline of the caption «يُبرز هذا الرمز» below or above the code's box, and the lowest baseline that is inside
 * the frame of every template.
 */
const CAPTION = { below: 54, above: 34, lowest: 1692 }

/** Lays out the parts that all cards of an event share, over the ornament of the template or over a picture. */
export function layoutBackground(card: CardMaterial, words: CardWords): CardElement[] {
  const { template, look } = card
  if (!template) return panelMarks(card, words)
  const rise = eventTextRise(template, look)
  return [
    ...(template.heading ? [textMark(template.heading(rise))] : []),
    ...eventMarks(card, template, words, rise),
    ...dayMarks(card, words, {
      x: CARD_WIDTH / 2,
      baseline: template.day.baseline - rise,
      width: template.day.width,
      ink: template.day.ink,
      size: TEMPLATE_DAY,
    }),
    ...nameFrameMarks(card, template, words),
    ...codeFrameMarks(card, template, words),
  ]
}

/** Lays out the parts of a card that differ for each guest, without the code. */
export function layoutGuest({ look, template, measure }: CardMaterial, { guestName, persons }: GuestWords): CardElement[] {
  const sizes = sizesOf(look)
  const box = nameBox(guestName, look.places.name, sizes)
  const personsText = persons && personsMark(persons)
  if (!guestName) return template ? lowerRule({ template, measure }, box, personsText) : []
  const name = {
    text: guestName,
    face: NAME_FACES[look.name.face ?? 'amiri'],
    largest: sizes.nameLetters,
    ink: look.name.ink ?? nameColours(template).ink,
    align: look.name.align,
  }
  return template
    ? [
        ...lowerRule({ template, measure }, box, personsText),
        ...nameMarks(measure, { ...name, box: { ...box, y: box.y + NAME_TOP, height: box.height - NAME_TOP } }),
      ]
    : [
        ...plateMarks(measure, box, personsText),
        ...nameMarks(measure, { ...name, box: { x: box.x + 24, y: box.y + 14, width: box.width - 48, height: box.height - 28 } }),
      ]
}

const textMark = (line: TextLine): CardElement => ({ is: 'text', ...line })

const isMoved = (place: CardPosition, home: CardPosition) => Math.hypot(place.x - home.x, place.y - home.y) > 4

/** Lays out a line of text at most `width` px wide; its size is reduced where it would be wider. */
function fittedLine(measure: CardMaterial['measure'], width: number, line: TextLine): CardElement {
  const size = fitOnOneLine(line.text, { width, height: Number.POSITIVE_INFINITY, largest: line.size, measure: measure(line.face) })
  return textMark({ ...line, size })
}

type Block = {
  text: string
  box: Rectangle
  face: Face
  largest: number
  /** Below this size a further line is used for any gain. */
  least?: number
  mostLines: number
  ink: string
  align?: Alignment
}

/** Breaks a text to fit a box. Returns the lines, the font size and the height of all lines. */
function setBlock(measure: CardMaterial['measure'], { text, box, face, ...limits }: Omit<Block, 'ink' | 'align'>) {
  const { size, lines } = fitInLines(text, { width: box.width, height: box.height, ...limits, measure: measure(face) })
  return { size, lines, height: stackHeight(lines, size, measure(face)) }
}

/** Lays out a text as large as its box allows, on one or more lines, centred in the box or along one of its sides. */
function blockMarks(measure: CardMaterial['measure'], { ink, align = 'center', ...block }: Block): CardElement[] {
  const { box, face } = block
  const { size, lines } = setBlock(measure, block)
  return stackLines(lines, size, box.y + box.height / 2, measure(face)).map(({ text, baseline }) =>
    textMark({ text, x: middleOf(box, align, measure(face)(text, size).width), baseline, face, size, ink }),
  )
}

/**
 * Returns the x coordinate of a line's middle for its alignment, so that the line's ink stays inside the box. `inkWidth` is the width of
 * the ink.
 */
function middleOf({ x, width }: Rectangle, align: Alignment, inkWidth: number) {
  if (align === 'center') return x + width / 2
  return align === 'left' ? x + inkWidth / 2 : x + width - inkWidth / 2
}

/** Lays out the opening line directly above the event's name, both centred in their box. */
function eventMarks({ measure }: CardMaterial, { event }: CardTemplateLayout, words: CardWords, rise: number): CardElement[] {
  const { face, largest, ink, openingInk } = event
  const box = event.box(rise)
  const room = { ...box, height: box.height - OPENING.room }
  const block = { text: words.eventName, box: room, face, largest, mostLines: 3 }
  const { height } = setBlock(measure, block)
  const top = box.y + (box.height - height - OPENING.room) / 2
  const opening = { x: box.x + box.width / 2, baseline: top + OPENING.size, face: AMIRI, size: OPENING.size, ink: openingInk }
  return [
    textMark({ ...opening, text: words.opening }),
    ...blockMarks(measure, { ...block, box: { ...room, y: top + OPENING.room, height }, ink }),
  ]
}

type DayLines = { x: number; baseline: number; width: number; ink: string; size: number }

/** Lays out the day and the lines below it, centred at x. Each is made smaller where it would be wider than `width`. */
function dayMarks({ measure }: CardMaterial, { day, lines }: CardWords, { width, baseline, ...line }: DayLines): CardElement[] {
  const { size, step } = lineSizes(lines.length)
  return [
    fittedLine(measure, width, { ...line, text: day, baseline, face: AMIRI }),
    ...lines.map((text, index) =>
      fittedLine(measure, width, { ...line, text, baseline: baseline + (index + 1) * step, face: AMIRI, size }),
    ),
  ]
}

/** Lays out the panel of a picture with the event, its day and the lines below; nothing where the look has no panel. */
function panelMarks(card: CardMaterial, words: CardWords): CardElement[] {
  const box = panelOf(card.look)
  if (!box) return []
  const middle = box.x + box.width / 2
  const room = { x: box.x + PANEL.edge, y: box.y + PANEL.edge, width: box.width - 2 * PANEL.edge, height: PANEL.event }
  const y = room.y + room.height + 14
  return [
    { is: 'plate', box, radius: 14, paper: PANEL_PAPER },
    ...blockMarks(card.measure, { text: words.eventName, box: room, face: NAME_FACES.amiri, largest: 88, mostLines: 2, ink: GREEN }),
    { is: 'rule', from: middle - 150, to: middle - 22, y, ink: GOLD },
    { is: 'rule', from: middle + 22, to: middle + 150, y, ink: GOLD },
    { is: 'star', x: middle, y, radius: 8, ink: GOLD },
    ...dayMarks(card, words, {
      x: middle,
      baseline: box.y + box.height - PANEL.edge - linesHeight(card.look) - 8,
      width: room.width,
      ink: PICTURE_INK,
      size: PANEL_DAY,
    }),
  ]
}

/**
 * Returns whether a box is in the area below the day in which no template has an ornament. Parts that are moved into this area need no
 * paper behind them.
 */
function isBelowOrnament({ x, y, width, height }: Rectangle, template: CardTemplateLayout, look: CardLook) {
  const wordsEnd = template.day.baseline - eventTextRise(template, look) + linesHeight(look) + 16
  return y >= wordsEnd && y + height <= 1600 && x >= 174 && x + width <= CARD_WIDTH - 174
}

function nameFrameMarks({ look, measure }: CardMaterial, template: CardTemplateLayout, words: CardWords): CardElement[] {
  const { places } = look
  const sizes = sizesOf(look)
  const box = nameBox('', places.name, sizes)
  const middle = box.x + box.width / 2
  const y = box.y + RULE_TOP
  const frame = nameFrame(look)
  const isUnmoved = !isMoved(places.name, DEFAULT_POSITIONS.name)
  const gap = measure(AMIRI)(words.to, 32).width / 2 + 26
  const rule = { is: 'rule', y, ink: template.guest.rule } as const
  const closing: Rectangle = { x: box.x, y: box.y + box.height + RULE_BELOW, width: box.width, height: 80 }
  const line = {
    text: words.closing,
    x: middle,
    baseline: closing.y + 58,
    face: template.closing.face,
    size: 40,
    ink: template.closing.ink,
  }
  return [
    ...(isUnmoved || isBelowOrnament(frame, template, look)
      ? []
      : [{ is: 'paper', box: { ...frame, x: frame.x - 16, width: frame.width + 32 }, radius: 12, ink: template.paper } as const]),
    { ...rule, from: box.x, to: middle - gap },
    { ...rule, from: middle + gap, to: box.x + box.width },
    textMark({ text: words.to, x: middle, baseline: y + 11, face: AMIRI, size: 32, ink: template.guest.labelInk }),
    ...(isUnmoved && !rectanglesOverlap(closing, codeBoxes(places.code, sizes).box) ? [fittedLine(measure, box.width, line)] : []),
  ]
}

function codeFrameMarks({ look, measure }: CardMaterial, template: CardTemplateLayout, words: CardWords): CardElement[] {
  const { places } = look
  const { box } = codeBoxes(places.code, sizesOf(look))
  const below = box.y + box.height + CAPTION.below
  // At the lower end of the card there is no room below the box: the caption is above the box, and is omitted where it would overlap the
  // name.
  const baseline = below <= CAPTION.lowest ? below : box.y - CAPTION.above
  const caption: Rectangle = { x: box.x, y: baseline - 30, width: box.width, height: 40 }
  const hasCaption = !rectanglesOverlap(caption, nameFrame(look))
  const [first, last] = hasCaption
    ? [Math.min(box.y, caption.y), Math.max(box.y + box.height, caption.y + 40)]
    : [box.y, box.y + box.height]
  const captionArea = { x: box.x - 14, y: first - 14, width: box.width + 28, height: last - first + 28 }
  const line = { x: box.x + box.width / 2, baseline, face: AMIRI, size: 30, ink: template.code.captionInk }
  return [
    ...(isMoved(places.code, DEFAULT_POSITIONS.code) && !isBelowOrnament(captionArea, template, look)
      ? [{ is: 'paper', box: captionArea, radius: 12, ink: template.paper } as const]
      : []),
    { is: 'code-frame', box },
    ...(hasCaption ? [fittedLine(measure, box.width, { ...line, text: words.practical })] : []),
  ]
}

/** Puts a joiner into «لخ», because Amiri otherwise draws the two letters as one glyph in which the lam is easily missed. */
const personsMark = (persons: string) => persons.replace('لخ', 'ل\u200Dخ')

type RuleContext = { template: CardTemplateLayout; measure: CardMaterial['measure'] }

/** Lays out the rule below a name on a template. The line with persons and table interrupts the rule. */
function lowerRule({ template, measure }: RuleContext, box: Rectangle, persons: string): CardElement[] {
  const [from, to, y] = [box.x, box.x + box.width, box.y + box.height + RULE_BELOW]
  const rule = { is: 'rule', y, ink: template.guest.rule } as const
  if (!persons) return [{ ...rule, from, to }]
  const middle = (from + to) / 2
  const room = { width: box.width - 2 * 26, height: Number.POSITIVE_INFINITY }
  const size = fitOnOneLine(persons, { ...room, largest: PERSONS_LINE.size, measure: measure(AMIRI) })
  const gap = Math.min(measure(AMIRI)(persons, size).width / 2 + 26, box.width / 2)
  return [
    { ...rule, from, to: middle - gap },
    { ...rule, from: middle + gap, to },
    textMark({ text: persons, x: middle, baseline: y + 7, face: AMIRI, size, ink: template.guest.labelInk }),
  ]
}

/** Lays out the plate of a name on a picture, with the line of persons and table. */
function plateMarks(measure: CardMaterial['measure'], box: Rectangle, persons: string): CardElement[] {
  const plate = { is: 'plate', radius: 10, paper: PLATE } as const
  if (!persons) return [{ ...plate, box }]
  const line = {
    x: box.x + box.width / 2,
    baseline: box.y + box.height + PERSONS_LINE.room - 26,
    face: AMIRI,
    size: PERSONS_LINE.size,
    ink: PICTURE_INK,
  }
  return [
    { ...plate, box: { ...box, height: box.height + PERSONS_LINE.room } },
    fittedLine(measure, box.width - 48, { ...line, text: persons }),
  ]
}

type NameBlock = Omit<Block, 'mostLines' | 'least' | 'align'> & { align: Alignment }

/**
 * Lays out a name on one line, and a very long name on two lines. All names of one size have the same baseline, unless the ink would leave
 * the box.
 */
function nameMarks(measure: CardMaterial['measure'], { align, ...name }: NameBlock): CardElement[] {
  const { text, box, face, ink } = name
  const block = { ...name, mostLines: 2, least: NAME_SIZE_LIMITS.min }
  const { lines, size } = setBlock(measure, block)
  if (lines.length > 1) return blockMarks(measure, { ...block, align })
  const { width, ascent, descent } = measure(face)(text, size)
  const usual = box.y + box.height / 2 + size * 0.28
  const baseline = Math.max(box.y + ascent, Math.min(usual, box.y + box.height - descent))
  return [textMark({ text, x: middleOf(box, align, width), baseline, face, size, ink })]
}
