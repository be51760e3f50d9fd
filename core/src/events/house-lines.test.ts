import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_CARD_LINE_LENGTH, MAX_HOUSE_LINES } from '../cards/look.ts'
import { EMPTY_HOUSE, type House, MAX_HOUSE_WORDS_LENGTH } from './house.ts'
import { asksForChildren, changedHouse, houseLines } from './house-lines.ts'

const houseArbitrary: fc.Arbitrary<House> = fc.record({
  noChildren: fc.boolean(),
  noPhotography: fc.boolean(),
  personalOnly: fc.boolean(),
  modestDress: fc.boolean(),
  words: fc.option(fc.string({ minLength: 1, maxLength: MAX_HOUSE_WORDS_LENGTH })),
})

test('houseLines returns a line of usual phrases and a line of own words', () => {
  expect(houseLines(EMPTY_HOUSE)).toEqual([])
  expect(houseLines(undefined)).toEqual([])
  expect(houseLines({ ...EMPTY_HOUSE, noChildren: true, noPhotography: true })).toEqual(['جنة الأطفال منازلهم · ممنوع التصوير'])
  expect(houseLines({ ...EMPTY_HOUSE, words: 'الدخول من الباب الشرقي' })).toEqual(['الدخول من الباب الشرقي'])
  expect(houseLines({ ...EMPTY_HOUSE, personalOnly: true, modestDress: true, words: 'وشكراً' })).toEqual([
    'الدعوة لحاملها فقط · اللباس الساتر',
    'وشكراً',
  ])
})

test('the lines of any words of the house are valid lines of a card', () => {
  fc.assert(
    fc.property(houseArbitrary, house => {
      const lines = houseLines(house)
      expect(lines.length).toBeLessThanOrEqual(MAX_HOUSE_LINES)
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(MAX_CARD_LINE_LENGTH)
    }),
  )
})

test('changedHouse replaces the given words of the house and keeps the others', () => {
  fc.assert(
    fc.property(houseArbitrary, houseArbitrary, (before, after) => {
      expect(changedHouse(before, after)).toEqual(after)
      expect(changedHouse(before, {})).toEqual(before)
    }),
  )
})

test('asksForChildren returns false for an event that invites no children', () => {
  fc.assert(
    fc.property(houseArbitrary, fc.boolean(), (house, asksChildren) => {
      expect(asksForChildren({ asksChildren, house })).toBe(asksChildren && !house.noChildren)
    }),
  )
  expect(asksForChildren({})).toBe(false)
})
