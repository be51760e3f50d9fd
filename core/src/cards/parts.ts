import {
  applyChosenSizes,
  CARD_SIZES_ON_PICTURE,
  CARD_SIZES_ON_TEMPLATE,
  type CardSizes,
  codeBoxes,
  DEFAULT_POSITIONS,
  nameBox,
  panelBox,
  type Rectangle,
  rectanglesOverlap,
} from './geometry.ts'
import type { CardLook } from './look.ts'
import type { CardTemplateLayout } from './template.ts'

/** Returns the sizes of a card's parts: those that the user chose, and otherwise those of the background. */
export const cardSizesOf = ({ background, name, code }: CardLook): CardSizes =>
  applyChosenSizes(background.is === 'ready' ? CARD_SIZES_ON_TEMPLATE : CARD_SIZES_ON_PICTURE, {
    letters: name.size,
    code: code.size,
    isShort: code.holds === 'short',
  })

/** The height (px) of the label «إلى حضرة» in a name's box, and the distance (px) of the lower rule below the box. */
export const NAME_LABEL_HEIGHT = 26
export const LOWER_RULE_DISTANCE = 16

/** The line of persons: its font size (px), and by how many px (`room`) it makes the plate on a picture higher. */
export const PERSONS_LINE = { size: 30, room: 48 }

/** When there are more lines than these below the day, their letters and their distances are smaller. */
const MAX_LARGE_LINES = 3
const MAX_LOOSE_LINES = 5

/** Returns the letter size of `count` lines below the day and the step between them, in pixels of the card. */
export const lineMetrics = (count: number) =>
  count > MAX_LOOSE_LINES ? { size: 37, step: 44 } : count > MAX_LARGE_LINES ? { size: 38, step: 52 } : { size: 40, step: 58 }

/** Returns the height of the time, the place, the free lines and the words of the house below the day, in pixels of the card. */
export function linesHeight({ time, place, lines, house }: CardLook) {
  const { length } = [time, place, ...lines, ...house].filter(line => line.trim() !== '')
  return length * lineMetrics(length).step
}

/** Returns the box of the panel on a picture; undefined for a card without a panel. */
export const panelBoxOf = (look: CardLook): Rectangle | undefined =>
  look.background.is === 'picture' && look.panel ? panelBox(look.places.panel, linesHeight(look)) : undefined

/** The minimum height (px) of the box of an event's name, and the maximum distance (px) by which the texts are raised. */
const MIN_EVENT_NAME_HEIGHT = 190
const MAX_EVENT_TEXT_RISE = 280

/** Returns by how many px the event and its day are raised: for the lines below them, and for a name whose box begins higher than usual. */
export function eventTextRise({ event }: CardTemplateLayout, look: CardLook) {
  const forLines = linesHeight(look)
  const forName = nameBox('', DEFAULT_POSITIONS.name, CARD_SIZES_ON_TEMPLATE).y - nameBox('', look.places.name, cardSizesOf(look)).y
  const totalRise = forLines + Math.max(0, forName)
  return totalRise <= MAX_EVENT_TEXT_RISE && event.box(totalRise).height >= MIN_EVENT_NAME_HEIGHT ? totalRise : forLines
}

/** Returns the area of what a template draws around a name, from «إلى حضرة» down to the second rule. */
export function nameFrameBox(look: CardLook): Rectangle {
  const box = nameBox('', look.places.name, cardSizesOf(look))
  return { ...box, y: box.y - 24, height: box.height + LOWER_RULE_DISTANCE + 44 }
}

type CardGuest = { guestName: string; maxScans: number; children?: number; table?: string | null }

/** Returns the box of the guest's name. On a picture the plate is higher where it also shows the number of persons or the table. */
export function guestNameBox(look: CardLook, { guestName, maxScans, children, table }: CardGuest): Rectangle {
  const box = nameBox(guestName, look.places.name, cardSizesOf(look))
  return look.background.is === 'picture' && (maxScans > 1 || children || (look.table && table))
    ? { ...box, height: box.height + PERSONS_LINE.room }
    : box
}

/** Overlapping parts of a card: the name and the code, or one of them and the texts of the event. */
export type Collision = 'name-and-code' | 'name-on-words' | 'code-on-words'

/** Returns the overlapping parts of a guest's card. `template` is undefined on a picture. */
export function findCollisions(look: CardLook, template: CardTemplateLayout | undefined, guest: CardGuest): Collision[] {
  const name = guestNameBox(look, guest)
  const { box: code } = codeBoxes(look.places.code, cardSizesOf(look))
  const words = template ? eventTextBox(template, look) : panelBoxOf(look)
  const overlaps: [Collision, boolean][] = [
    ['name-and-code', rectanglesOverlap(name, code)],
    ['name-on-words', words !== undefined && rectanglesOverlap(name, words)],
    ['code-on-words', words !== undefined && rectanglesOverlap(code, words)],
  ]
  return overlaps.filter(([, isOverlapping]) => isOverlapping).map(([collision]) => collision)
}

/** Returns the box from the opening line down to the last line below the day. */
function eventTextBox(template: CardTemplateLayout, look: CardLook): Rectangle {
  const rise = eventTextRise(template, look)
  const box = template.event.box(rise)
  return { ...box, height: template.day.baseline - rise + linesHeight(look) - box.y }
}
