import {
  type CardLook,
  collisions,
  contrast,
  FIRST_LOOK,
  guestBox,
  LEAST_CONTRAST,
  NAME_SIZE,
  nameColours,
  sizesOf,
  TEMPLATE_NAMES,
} from '@hudur/core'
import { describe, expect, test } from 'vitest'
import { templateOf } from './templates.ts'

const WHEN_AND_WHERE = { time: 'الثامنة مساءً', place: 'قاعة ليالي أزال، صنعاء' }
const LINES = ['الداعون: صالح بن أحمد وأبناؤه', 'عقد القران بعد صلاة العصر', 'للأطفال قاعة بجوار القاعة']
const GUEST = { guestName: 'الأستاذ خالد سعيد باوزير', maxScans: 1 }
const PICTURE: CardLook = { ...FIRST_LOOK, background: { is: 'picture', pictureId: 'A'.repeat(20) } }

const collisionsOf = (look: CardLook, guest: typeof GUEST) => collisions(look, templateOf(look), guest)

describe.each(TEMPLATE_NAMES)('the template %s', design => {
  const look: CardLook = { ...FIRST_LOOK, background: { is: 'ready', design } }

  test.each([0, 1, 2, 3])('has room for %i free lines below time and place, also with the largest name', count => {
    const lines = LINES.slice(0, count)
    expect(collisionsOf({ ...look, ...WHEN_AND_WHERE, lines }, GUEST)).toEqual([])
    // Five lines and the largest name do not fit, and the card editor says so.
    const beside = count < 3 ? WHEN_AND_WHERE : {}
    expect(collisionsOf({ ...look, ...beside, lines, name: { ...look.name, size: NAME_SIZE.max } }, GUEST)).toEqual([])
  })

  test('has room for a name that is moved up a little', () => {
    const places = { ...look.places, name: { x: 50, y: 57 } }
    expect(collisionsOf({ ...look, places, ...WHEN_AND_WHERE, lines: LINES.slice(0, 1) }, GUEST)).toEqual([])
  })

  test('reports a collision when the name or the code is moved onto the texts', () => {
    const up = { x: 50, y: 35 }
    expect(collisionsOf({ ...look, places: { ...look.places, name: up } }, GUEST)).toEqual(['name-on-words'])
    expect(collisionsOf({ ...look, places: { ...look.places, code: up } }, GUEST)).toEqual(['code-on-words'])
    expect(collisionsOf({ ...look, places: { ...look.places, name: look.places.code } }, GUEST)).toEqual(['name-and-code'])
  })

  test('writes names in a colour with enough contrast on its background', () => {
    const { ink, ground } = nameColours(templateOf(look))
    expect(contrast(ink, ground)).toBeGreaterThanOrEqual(LEAST_CONTRAST)
  })
})

test('on a background image, name and code collide only with the texts of the panel', () => {
  const places = { ...PICTURE.places, name: { x: 50, y: 20 }, code: { x: 50, y: 40 } }
  expect(collisionsOf({ ...PICTURE, places, panel: false }, GUEST)).toEqual([])
  expect(collisionsOf({ ...PICTURE, places }, GUEST)).toEqual(['name-on-words'])
  expect(collisionsOf({ ...PICTURE, places, ...WHEN_AND_WHERE, lines: LINES }, GUEST)).toEqual(['name-on-words', 'code-on-words'])
  expect(collisionsOf({ ...PICTURE, ...WHEN_AND_WHERE, lines: LINES }, GUEST)).toEqual([])
})

test('the plate behind a name on a background image becomes higher for the number of people; a template already has room for it', () => {
  const family = { ...GUEST, maxScans: 5 }
  expect(guestBox(PICTURE, family)).toEqual({ ...guestBox(PICTURE, GUEST), height: 168 })
  expect(guestBox(FIRST_LOOK, family)).toEqual(guestBox(FIRST_LOOK, GUEST))
})

test('prefers chosen sizes to the background’s own', () => {
  expect(sizesOf(PICTURE)).toMatchObject({ code: 200, codeBox: 240, nameHeight: 120, nameLetters: 64 })
  expect(sizesOf({ ...PICTURE, code: { size: 300, holds: 'full' }, name: { ...PICTURE.name, size: 128 } })).toMatchObject({
    code: 300,
    codeBox: 360,
    nameHeight: 240,
    nameLetters: 128,
  })
})
