import {
  type CardSizes,
  codeBoxes,
  DEFAULT_PLACES,
  DESIGN_SIZES,
  nameBox,
  overlap,
  PICTURE_SIZES,
  panelBox,
  type Rectangle,
  resized,
} from './card.ts'
import type { CardTemplateLayout } from './card-template.ts'
import type { Invitation } from './invitation.ts'
import type { CardLook } from './look.ts'

/** Returns the sizes of the background, with those that the maker has chosen in their place. */
export const sizesOf = ({ background, name, code }: CardLook): CardSizes =>
  resized(background.is === 'ready' ? DESIGN_SIZES : PICTURE_SIZES, {
    letters: name.size,
    code: code.size,
    isShort: code.holds === 'short',
  })

/** The part of a name's box that a template leaves to the name itself, below «إلى حضرة»; the second rule is below the box. */
export const NAME_TOP = 26
export const RULE_BELOW = 10

/** «لخمسة أشخاص» stands in the rule below a name, as «إلى حضرة» does in the rule above it; on a picture the plate is higher by `room`. */
export const PERSONS = { size: 30, room: 48 }

/** More lines than this stand closer together, in smaller letters. */
const WIDE_LINES = 3

/** Returns the size of `count` lines below the day, and the step from one to the next, in pixels of the card. */
export const lineSizes = (count: number) => (count > WIDE_LINES ? { size: 32, step: 48 } : { size: 36, step: 56 })

/** Returns how much room the time, the place and the free lines of a card take below the day, in pixels of the card. */
export function linesHeight({ time, place, lines }: CardLook) {
  const { length } = [time, place, ...lines].filter(line => line.trim() !== '')
  return length * lineSizes(length).step
}

/** Returns where the panel of a picture stands; undefined on a card without one. */
export const panelOf = (look: CardLook): Rectangle | undefined =>
  look.background.is === 'picture' && look.panel ? panelBox(look.places.panel, linesHeight(look)) : undefined

/** The least height in which an event's name is still the card's largest word, and the most that the ornaments make room for. */
const LEAST_EVENT = 190
const MOST_RISE = 264

/** Returns by how much the event and its day stand higher: for the lines below them, and for a name that reaches further up. */
export function riseOf({ event }: CardTemplateLayout, look: CardLook) {
  const forLines = linesHeight(look)
  const forName = nameBox('', DEFAULT_PLACES.name, DESIGN_SIZES).y - nameBox('', look.places.name, sizesOf(look)).y
  const both = forLines + Math.max(0, forName)
  return both <= MOST_RISE && event.box(both).height >= LEAST_EVENT ? both : forLines
}

/** Returns what a template draws about a name, from the words «إلى حضرة» down to the second rule. */
export function nameFrame(look: CardLook): Rectangle {
  const box = nameBox('', look.places.name, sizesOf(look))
  return { ...box, y: box.y - 24, height: box.height + RULE_BELOW + 44 }
}

type Guest = Pick<Invitation, 'guestName' | 'maxScans'>

/** Returns the box of the guest's name. On a picture the plate is higher where it also has the number of people. */
export function guestBox(look: CardLook, { guestName, maxScans }: Guest): Rectangle {
  const box = nameBox(guestName, look.places.name, sizesOf(look))
  return look.background.is === 'picture' && maxScans > 1 ? { ...box, height: box.height + PERSONS.room } : box
}

/** Overlapping parts of a card: the name and the code, or one of them and the card's words. */
export type Collision = 'name-and-code' | 'name-on-words' | 'code-on-words'

/** Returns the overlapping parts of a guest's card. `template` is undefined on a picture. */
export function collisions(look: CardLook, template: CardTemplateLayout | undefined, guest: Guest): Collision[] {
  const name = guestBox(look, guest)
  const { box: code } = codeBoxes(look.places.code, sizesOf(look))
  const words = template ? wordsBox(template, look) : panelOf(look)
  const found: [Collision, boolean][] = [
    ['name-and-code', overlap(name, code)],
    ['name-on-words', words !== undefined && overlap(name, words)],
    ['code-on-words', words !== undefined && overlap(code, words)],
  ]
  return found.filter(([, isSo]) => isSo).map(([collision]) => collision)
}

/** Returns the box from the opening line down to the last line below the day. */
function wordsBox(template: CardTemplateLayout, look: CardLook): Rectangle {
  const rise = riseOf(template, look)
  const box = template.event.box(rise)
  return { ...box, height: template.day.baseline - rise + linesHeight(look) - box.y }
}
