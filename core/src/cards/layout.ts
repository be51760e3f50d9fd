import { fitInLines, fontSizeForOneLine, type MeasureText, stackedLinesHeight, stackLines } from './fit.ts'
import {
  CARD_WIDTH,
  type CardPosition,
  codeBoxes,
  DEFAULT_POSITIONS,
  nameBox,
  PANEL_SIZES,
  type Rectangle,
  rectanglesOverlap,
} from './geometry.ts'
import { type Alignment, type CardLook, NAME_SIZE_LIMITS } from './look.ts'
import {
  cardSizesOf,
  eventTextRise,
  LOWER_RULE_DISTANCE,
  lineMetrics,
  linesHeight,
  NAME_LABEL_HEIGHT,
  nameFrameBox,
  PERSONS_LINE,
  panelBoxOf,
} from './parts.ts'
import { type CardTemplateLayout, INK_ON_PICTURE, nameColours, type TextLine } from './template.ts'
import { AMIRI_TYPEFACE, NAME_TYPEFACES, type Typeface } from './typefaces.ts'

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

/** The input of the layout: the look, and its template (undefined on a picture). */
export type CardLayoutInput = {
  look: CardLook
  template: CardTemplateLayout | undefined
  /** Returns a function that measures texts in a typeface. */
  measure: (face: Typeface) => MeasureText
  /** Returns the typeface that has the letters of a text: the given one, or its substitute. */
  faceFor: (text: string, face: Typeface) => Typeface
}

/** The texts that all cards of an event share. `lines` are the time, the place, the free lines and the words of the house, without the empty ones. */
export type CardTexts = {
  eventName: string
  day: string
  lines: readonly string[]
  opening: string
  to: string
  closing: string
  practical: string
}

/** `persons`: the line below the name, with the number of persons and the table where the card shows them; otherwise empty. */
export type CardGuestTexts = { guestName: string; persons: string }

const GREEN = '#0f4a38'
const GOLD = '#a8853c'
const PLATE_COLOUR = 'rgb(255 253 248 / 0.9)'
/** The panel is a fifth transparent. Over a black picture its text still has a contrast of 11 to 1. */
const PANEL_COLOUR = 'rgb(255 253 248 / 0.8)'

const OPENING_LINE_SIZES = { size: 38, room: 74 }
const TEMPLATE_DAY_FONT_SIZE = 44
const PANEL_DAY_FONT_SIZE = 38
const UPPER_RULE_OFFSET = 6

/** The distances (px) of the caption «يُبرز هذا الرمز» from the code's box, and its lowest baseline inside the frame of every template. */
const CODE_CAPTION_DISTANCES = { below: 54, above: 34, lowest: 1692 }

/** Lays out the parts that all cards of an event share, over the ornament of the template or over a picture. */
export function layoutBackground(card: CardLayoutInput, words: CardTexts): CardElement[] {
  const { template, look } = card
  if (!template) return layoutPanel(card, words)
  const rise = eventTextRise(template, look)
  return [
    ...(template.heading ? [textElement(template.heading(rise))] : []),
    ...layoutEventName(card, template, words, rise),
    ...layoutDayLines(card, words, {
      x: CARD_WIDTH / 2,
      baseline: template.day.baseline - rise,
      width: template.day.width,
      ink: template.day.ink,
      size: TEMPLATE_DAY_FONT_SIZE,
    }),
    ...layoutNameFrame(card, template, words),
    ...layoutCodeFrame(card, template, words),
  ]
}

/** Lays out the parts of a card that differ for each guest, without the code. */
export function layoutGuest({ look, template, measure, faceFor }: CardLayoutInput, { guestName, persons }: CardGuestTexts): CardElement[] {
  const sizes = cardSizesOf(look)
  const box = nameBox(guestName, look.places.name, sizes)
  const personsText = persons && preventLamKhahLigature(persons)
  if (!guestName) return template ? layoutLowerRule({ template, measure }, box, personsText) : []
  const name = {
    text: guestName,
    face: faceFor(guestName, NAME_TYPEFACES[look.name.face ?? 'amiri']),
    largest: sizes.nameLetters,
    ink: look.name.ink ?? nameColours(template).ink,
    align: look.name.align,
  }
  return template
    ? [
        ...layoutLowerRule({ template, measure }, box, personsText),
        ...layoutName(measure, { ...name, box: { ...box, y: box.y + NAME_LABEL_HEIGHT, height: box.height - NAME_LABEL_HEIGHT } }),
      ]
    : [
        ...layoutNamePlate(measure, box, personsText),
        ...layoutName(measure, { ...name, box: { x: box.x + 24, y: box.y + 14, width: box.width - 48, height: box.height - 28 } }),
      ]
}

const textElement = (line: TextLine): CardElement => ({ is: 'text', ...line })

const isMoved = (place: CardPosition, home: CardPosition) => Math.hypot(place.x - home.x, place.y - home.y) > 4

/** Lays out a line of text at most `width` px wide; its size is reduced where it would be wider. */
function layoutFittedLine(measure: CardLayoutInput['measure'], width: number, line: TextLine): CardElement {
  const size = fontSizeForOneLine(line.text, { width, height: Number.POSITIVE_INFINITY, largest: line.size, measure: measure(line.face) })
  return textElement({ ...line, size })
}

type TextBlock = {
  text: string
  box: Rectangle
  face: Typeface
  largest: number
  /** Below this size a further line is used for any gain. */
  least?: number
  mostLines: number
  ink: string
  align?: Alignment
}

/** Breaks a text to fit a box. Returns the lines, the font size and the height of all lines. */
function fitBlock(measure: CardLayoutInput['measure'], { text, box, face, ...limits }: Omit<TextBlock, 'ink' | 'align'>) {
  const { size, lines } = fitInLines(text, { width: box.width, height: box.height, ...limits, measure: measure(face) })
  return { size, lines, height: stackedLinesHeight(lines, size, measure(face)) }
}

/** Lays out a text as large as its box allows, on one or more lines, centred in the box or along one of its sides. */
function layoutBlock(measure: CardLayoutInput['measure'], { ink, align = 'center', ...block }: TextBlock): CardElement[] {
  const { box, face } = block
  const { size, lines } = fitBlock(measure, block)
  return stackLines(lines, size, box.y + box.height / 2, measure(face)).map(({ text, baseline }) =>
    textElement({ text, x: alignedMiddle(box, align, measure(face)(text, size).width), baseline, face, size, ink }),
  )
}

/** Returns the x coordinate of a line's middle for its alignment. `inkWidth`: the width of its ink, which stays inside the box. */
function alignedMiddle({ x, width }: Rectangle, align: Alignment, inkWidth: number) {
  if (align === 'center') return x + width / 2
  return align === 'left' ? x + inkWidth / 2 : x + width - inkWidth / 2
}

/** Lays out the opening line directly above the event's name, both centred in their box. */
function layoutEventName(
  { measure, faceFor }: CardLayoutInput,
  { event }: CardTemplateLayout,
  words: CardTexts,
  rise: number,
): CardElement[] {
  const { largest, ink, openingInk } = event
  const face = faceFor(words.eventName, event.face)
  const box = event.box(rise)
  const room = { ...box, height: box.height - OPENING_LINE_SIZES.room }
  const block = { text: words.eventName, box: room, face, largest, mostLines: 3 }
  const { height } = fitBlock(measure, block)
  const top = box.y + (box.height - height - OPENING_LINE_SIZES.room) / 2
  const opening = {
    x: box.x + box.width / 2,
    baseline: top + OPENING_LINE_SIZES.size,
    face: AMIRI_TYPEFACE,
    size: OPENING_LINE_SIZES.size,
    ink: openingInk,
  }
  return [
    textElement({ ...opening, text: words.opening }),
    ...layoutBlock(measure, { ...block, box: { ...room, y: top + OPENING_LINE_SIZES.room, height }, ink }),
  ]
}

type DayLinesStyle = { x: number; baseline: number; width: number; ink: string; size: number }

/** Lays out the day and the lines below it, centred at x. Each is made smaller where it would be wider than `width`. */
function layoutDayLines(
  { measure }: CardLayoutInput,
  { day, lines }: CardTexts,
  { width, baseline, ...line }: DayLinesStyle,
): CardElement[] {
  const { size, step } = lineMetrics(lines.length)
  return [
    layoutFittedLine(measure, width, { ...line, text: day, baseline, face: AMIRI_TYPEFACE }),
    ...lines.map((text, index) =>
      layoutFittedLine(measure, width, { ...line, text, baseline: baseline + (index + 1) * step, face: AMIRI_TYPEFACE, size }),
    ),
  ]
}

/** Lays out the panel of a picture with the event, its day and the lines below; nothing where the look has no panel. */
function layoutPanel(card: CardLayoutInput, words: CardTexts): CardElement[] {
  const box = panelBoxOf(card.look)
  if (!box) return []
  const middle = box.x + box.width / 2
  const room = {
    x: box.x + PANEL_SIZES.edge,
    y: box.y + PANEL_SIZES.edge,
    width: box.width - 2 * PANEL_SIZES.edge,
    height: PANEL_SIZES.event,
  }
  const y = room.y + room.height + 14
  return [
    { is: 'plate', box, radius: 14, paper: PANEL_COLOUR },
    ...layoutBlock(card.measure, { text: words.eventName, box: room, face: NAME_TYPEFACES.amiri, largest: 88, mostLines: 2, ink: GREEN }),
    { is: 'rule', from: middle - 150, to: middle - 22, y, ink: GOLD },
    { is: 'rule', from: middle + 22, to: middle + 150, y, ink: GOLD },
    { is: 'star', x: middle, y, radius: 8, ink: GOLD },
    ...layoutDayLines(card, words, {
      x: middle,
      baseline: box.y + box.height - PANEL_SIZES.edge - linesHeight(card.look) - 8,
      width: room.width,
      ink: INK_ON_PICTURE,
      size: PANEL_DAY_FONT_SIZE,
    }),
  ]
}

/** Returns whether a box is in the area below the day, in which no template has an ornament: parts moved there need no paper. */
function isBelowOrnament({ x, y, width, height }: Rectangle, template: CardTemplateLayout, look: CardLook) {
  const wordsEnd = template.day.baseline - eventTextRise(template, look) + linesHeight(look) + 16
  return y >= wordsEnd && y + height <= 1600 && x >= 174 && x + width <= CARD_WIDTH - 174
}

function layoutNameFrame({ look, measure }: CardLayoutInput, template: CardTemplateLayout, words: CardTexts): CardElement[] {
  const { places } = look
  const sizes = cardSizesOf(look)
  const box = nameBox('', places.name, sizes)
  const middle = box.x + box.width / 2
  const y = box.y + UPPER_RULE_OFFSET
  const frame = nameFrameBox(look)
  const isUnmoved = !isMoved(places.name, DEFAULT_POSITIONS.name)
  const gap = measure(AMIRI_TYPEFACE)(words.to, 32).width / 2 + 26
  const rule = { is: 'rule', y, ink: template.guest.rule } as const
  const closing: Rectangle = { x: box.x, y: box.y + box.height + LOWER_RULE_DISTANCE, width: box.width, height: 80 }
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
    textElement({ text: words.to, x: middle, baseline: y + 11, face: AMIRI_TYPEFACE, size: 32, ink: template.guest.labelInk }),
    ...(isUnmoved && !rectanglesOverlap(closing, codeBoxes(places.code, sizes).box) ? [layoutFittedLine(measure, box.width, line)] : []),
  ]
}

function layoutCodeFrame({ look, measure }: CardLayoutInput, template: CardTemplateLayout, words: CardTexts): CardElement[] {
  const { places } = look
  const { box } = codeBoxes(places.code, cardSizesOf(look))
  const below = box.y + box.height + CODE_CAPTION_DISTANCES.below
  // At the lower end of the card there is no room below the box: the caption is above the box, and is omitted where it would overlap the
  // name.
  const baseline = below <= CODE_CAPTION_DISTANCES.lowest ? below : box.y - CODE_CAPTION_DISTANCES.above
  const caption: Rectangle = { x: box.x, y: baseline - 30, width: box.width, height: 40 }
  const hasCaption = !rectanglesOverlap(caption, nameFrameBox(look))
  const [first, last] = hasCaption
    ? [Math.min(box.y, caption.y), Math.max(box.y + box.height, caption.y + 40)]
    : [box.y, box.y + box.height]
  const captionArea = { x: box.x - 14, y: first - 14, width: box.width + 28, height: last - first + 28 }
  const line = { x: box.x + box.width / 2, baseline, face: AMIRI_TYPEFACE, size: 30, ink: template.code.captionInk }
  return [
    ...(isMoved(places.code, DEFAULT_POSITIONS.code) && !isBelowOrnament(captionArea, template, look)
      ? [{ is: 'paper', box: captionArea, radius: 12, ink: template.paper } as const]
      : []),
    { is: 'code-frame', box },
    ...(hasCaption ? [layoutFittedLine(measure, box.width, { ...line, text: words.practical })] : []),
  ]
}

/** Puts a joiner into «لخ», because Amiri otherwise draws the two letters as one glyph in which the lam is easily missed. */
const preventLamKhahLigature = (persons: string) => persons.replace('لخ', 'ل\u200Dخ')

type RuleContext = { template: CardTemplateLayout; measure: CardLayoutInput['measure'] }

/** Lays out the rule below a name on a template. The line with persons and table interrupts the rule. */
function layoutLowerRule({ template, measure }: RuleContext, box: Rectangle, persons: string): CardElement[] {
  const [from, to, y] = [box.x, box.x + box.width, box.y + box.height + LOWER_RULE_DISTANCE]
  const rule = { is: 'rule', y, ink: template.guest.rule } as const
  if (!persons) return [{ ...rule, from, to }]
  const middle = (from + to) / 2
  const room = { width: box.width - 2 * 26, height: Number.POSITIVE_INFINITY }
  const size = fontSizeForOneLine(persons, { ...room, largest: PERSONS_LINE.size, measure: measure(AMIRI_TYPEFACE) })
  const gap = Math.min(measure(AMIRI_TYPEFACE)(persons, size).width / 2 + 26, box.width / 2)
  return [
    { ...rule, from, to: middle - gap },
    { ...rule, from: middle + gap, to },
    textElement({ text: persons, x: middle, baseline: y + 7, face: AMIRI_TYPEFACE, size, ink: template.guest.labelInk }),
  ]
}

/** Lays out the plate of a name on a picture, with the line of persons and table. */
function layoutNamePlate(measure: CardLayoutInput['measure'], box: Rectangle, persons: string): CardElement[] {
  const plate = { is: 'plate', radius: 10, paper: PLATE_COLOUR } as const
  if (!persons) return [{ ...plate, box }]
  const line = {
    x: box.x + box.width / 2,
    baseline: box.y + box.height + PERSONS_LINE.room - 26,
    face: AMIRI_TYPEFACE,
    size: PERSONS_LINE.size,
    ink: INK_ON_PICTURE,
  }
  return [
    { ...plate, box: { ...box, height: box.height + PERSONS_LINE.room } },
    layoutFittedLine(measure, box.width - 48, { ...line, text: persons }),
  ]
}

type NameBlock = Omit<TextBlock, 'mostLines' | 'least' | 'align'> & { align: Alignment }

/** Lays out a name on one line, or a very long one on two. Names of one size have one baseline, unless the ink would leave the box. */
function layoutName(measure: CardLayoutInput['measure'], { align, ...name }: NameBlock): CardElement[] {
  const { text, box, face, ink } = name
  const block = { ...name, mostLines: 2, least: NAME_SIZE_LIMITS.min }
  const { lines, size } = fitBlock(measure, block)
  if (lines.length > 1) return layoutBlock(measure, { ...block, align })
  const { width, ascent, descent } = measure(face)(text, size)
  const usual = box.y + box.height / 2 + size * 0.28
  const baseline = Math.max(box.y + ascent, Math.min(usual, box.y + box.height - descent))
  return [textElement({ text, x: alignedMiddle(box, align, width), baseline, face, size, ink })]
}
