import { type CardLook, DEFAULT_LOOK, NAME_SIZE_LIMITS, TEMPLATE_NAMES } from '@hudur/core/cards/look'
import { cardSizesOf, findCollisions, guestNameBox, linesHeight } from '@hudur/core/cards/parts'
import { contrastRatio, MIN_TEXT_CONTRAST } from '@hudur/core/cards/readability'
import { nameColours } from '@hudur/core/cards/template'
import { NAME_TYPEFACES } from '@hudur/core/cards/typefaces'
import { houseLines } from '@hudur/core/events/house-lines'
import { TEMPLATE_TYPEFACES } from '@hudur/core/guests/page-typeface'
import { describe, expect, test } from 'vitest'
import { templateOf } from './templates.ts'

const ALL_OF_HOUSE = { noChildren: true, noPhotography: true, personalOnly: true, modestDress: true }
const TIME_AND_PLACE = { time: 'الثامنة مساءً', place: 'قاعة ليالي أزال، صنعاء' }
const FREE_LINES = ['الداعون: صالح بن أحمد وأبناؤه', 'عقد القران بعد صلاة العصر', 'للأطفال قاعة بجوار القاعة']
const HOUSE_LINES = houseLines({ ...ALL_OF_HOUSE, words: 'نرجو إغلاق الهواتف أثناء الزفّة' })
/** The least height (px) of the opening line and the event's name. */
const MIN_EVENT_NAME_ROOM = 115
const GUEST = { guestName: 'الأستاذ خالد سعيد باوزير', maxScans: 1 }
const LOOK_WITH_PICTURE: CardLook = { ...DEFAULT_LOOK, background: { is: 'picture', pictureId: 'A'.repeat(20) } }

const collisionsOf = (look: CardLook, guest: typeof GUEST) => findCollisions(look, templateOf(look), guest)

describe.each(TEMPLATE_NAMES)('the template %s', design => {
  const look: CardLook = { ...DEFAULT_LOOK, background: { is: 'ready', design } }

  test('the typeface of the guest’s page is that of the event’s name', () => {
    expect(NAME_TYPEFACES[TEMPLATE_TYPEFACES[design]].family).toBe(templateOf(look)!.event.face.family)
  })

  test.each([0, 1, 2, 3])('a template has room for %i free lines and the largest name', count => {
    const lines = FREE_LINES.slice(0, count)
    expect(collisionsOf({ ...look, ...TIME_AND_PLACE, lines }, GUEST)).toEqual([])
    // Five lines and a name of the largest size do not fit together. The card editor reports this collision.
    const timeAndPlace = count < 3 ? TIME_AND_PLACE : {}
    expect(collisionsOf({ ...look, ...timeAndPlace, lines, name: { ...look.name, size: NAME_SIZE_LIMITS.max } }, GUEST)).toEqual([])
  })

  test.each([1, 2])('a template has room for %i lines with words of the house below three free lines', count => {
    expect(collisionsOf({ ...look, ...TIME_AND_PLACE, lines: FREE_LINES, house: HOUSE_LINES.slice(0, count) }, GUEST)).toEqual([])
    expect(
      templateOf(look)!.event.box(linesHeight({ ...look, ...TIME_AND_PLACE, lines: FREE_LINES, house: HOUSE_LINES })).height,
    ).toBeGreaterThan(MIN_EVENT_NAME_ROOM)
  })

  test('a template has room for time, place and a line above a moved name', () => {
    const places = { ...look.places, name: { x: 50, y: 57 } }
    expect(collisionsOf({ ...look, places, ...TIME_AND_PLACE, lines: FREE_LINES.slice(0, 1) }, GUEST)).toEqual([])
  })

  test('findCollisions reports a part moved onto texts or another part', () => {
    const up = { x: 50, y: 35 }
    expect(collisionsOf({ ...look, places: { ...look.places, name: up } }, GUEST)).toEqual(['name-on-words'])
    expect(collisionsOf({ ...look, places: { ...look.places, code: up } }, GUEST)).toEqual(['code-on-words'])
    expect(collisionsOf({ ...look, places: { ...look.places, name: look.places.code } }, GUEST)).toEqual(['name-and-code'])
  })

  test('the default colour of names has at least MIN_TEXT_CONTRAST', () => {
    const { ink, ground } = nameColours(templateOf(look))
    expect(contrastRatio(ink, ground)).toBeGreaterThanOrEqual(MIN_TEXT_CONTRAST)
  })
})

test('on a background image findCollisions reports only covered panel texts', () => {
  const places = { ...LOOK_WITH_PICTURE.places, name: { x: 50, y: 20 }, code: { x: 50, y: 40 } }
  expect(collisionsOf({ ...LOOK_WITH_PICTURE, places, panel: false }, GUEST)).toEqual([])
  expect(collisionsOf({ ...LOOK_WITH_PICTURE, places }, GUEST)).toEqual(['name-on-words'])
  expect(collisionsOf({ ...LOOK_WITH_PICTURE, places, ...TIME_AND_PLACE, lines: FREE_LINES }, GUEST)).toEqual([
    'name-on-words',
    'code-on-words',
  ])
  expect(collisionsOf({ ...LOOK_WITH_PICTURE, ...TIME_AND_PLACE, lines: FREE_LINES }, GUEST)).toEqual([])
})

test('guestNameBox is higher on an image with a number of people', () => {
  const family = { ...GUEST, maxScans: 5 }
  expect(guestNameBox(LOOK_WITH_PICTURE, family)).toEqual({ ...guestNameBox(LOOK_WITH_PICTURE, GUEST), height: 168 })
  expect(guestNameBox(DEFAULT_LOOK, family)).toEqual(guestNameBox(DEFAULT_LOOK, GUEST))
})

test('cardSizesOf prefers the chosen sizes of code and name', () => {
  expect(cardSizesOf(LOOK_WITH_PICTURE)).toMatchObject({ code: 200, codeBox: 240, nameHeight: 120, nameLetters: 64 })
  expect(
    cardSizesOf({ ...LOOK_WITH_PICTURE, code: { size: 300, holds: 'full' }, name: { ...LOOK_WITH_PICTURE.name, size: 128 } }),
  ).toMatchObject({
    code: 300,
    codeBox: 360,
    nameHeight: 240,
    nameLetters: 128,
  })
})
