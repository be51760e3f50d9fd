import { type CardLook, contrast, FIRST_LOOK, LEAST_CONTRAST, NAME_SIZE, READY_DESIGNS } from '@hudur/core'
import { describe, expect, test } from 'vitest'
import { collisions, nameColours, sizesOf } from './draw-card.ts'

const LINES = ['الساعة الثامنة مساءً', 'قاعة ليالي أزال، صنعاء', 'الداعون: صالح بن أحمد وأبناؤه']
const GUEST = 'الأستاذ خالد سعيد باوزير'
const PICTURE: CardLook = { ...FIRST_LOOK, background: { is: 'picture', pictureId: 'A'.repeat(20) } }

describe.each(READY_DESIGNS)('the design %s', design => {
  const look: CardLook = { ...FIRST_LOOK, background: { is: 'ready', design } }

  test.each([0, 1, 2, 3])('has room for %i free lines, also beside the largest name', count => {
    for (const size of [null, NAME_SIZE.max])
      expect(collisions({ ...look, lines: LINES.slice(0, count), name: { ...look.name, size } }, GUEST)).toEqual([])
  })

  test('makes room for a name that is moved a little up', () => {
    const places = { ...look.places, name: { x: 50, y: 57 } }
    expect(collisions({ ...look, places, lines: LINES }, GUEST)).toEqual([])
  })

  test('says when the name or the code is put onto its words', () => {
    const up = { x: 50, y: 35 }
    expect(collisions({ ...look, places: { ...look.places, name: up } }, GUEST)).toEqual(['name-on-words'])
    expect(collisions({ ...look, places: { ...look.places, code: up } }, GUEST)).toEqual(['code-on-words'])
    expect(collisions({ ...look, places: { name: look.places.code, code: look.places.code } }, GUEST)).toEqual(['name-and-code'])
  })

  test('writes names in an ink that is read on its paper', () => {
    const { ink, ground } = nameColours(look)
    expect(contrast(ink, ground)).toBeGreaterThanOrEqual(LEAST_CONTRAST)
  })
})

test('a picture of one’s own has no words to be in the way of', () => {
  expect(collisions({ ...PICTURE, places: { name: { x: 50, y: 20 }, code: { x: 50, y: 40 } } }, GUEST)).toEqual([])
})

test('chosen sizes stand in for the background’s', () => {
  expect(sizesOf(PICTURE)).toMatchObject({ code: 200, codeBox: 240, nameHeight: 120, nameLetters: 64 })
  expect(sizesOf({ ...PICTURE, code: { size: 300, holds: 'full' }, name: { ...PICTURE.name, size: 128 } })).toMatchObject({
    code: 300,
    codeBox: 360,
    nameHeight: 240,
    nameLetters: 128,
  })
})
