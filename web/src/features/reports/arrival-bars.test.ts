import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arrivalBars } from './arrival-bars.ts'

/** A full hour in the time zone of the machine, because the bars begin at its hours and days. */
const FIRST_ARRIVAL_MS = new Date(2027, 0, 14, 19).getTime()
const arrivalAfter = (minutes: number, people = 1) => ({ at: new Date(FIRST_ARRIVAL_MS + minutes * 60_000).toISOString(), people })
const stepAndPeopleOf = ({ step, bars }: ReturnType<typeof arrivalBars>) => ({ step, people: bars.map(bar => bar.people) })

test('arrivalBars returns no bars without arrivals', () =>
  expect(stepAndPeopleOf(arrivalBars([]))).toEqual({ step: 'quarter', people: [] }))

test('arrivalBars includes quarters of an hour without arrivals', () => {
  expect(stepAndPeopleOf(arrivalBars([arrivalAfter(0, 2), arrivalAfter(14), arrivalAfter(15, 4), arrivalAfter(50)]))).toEqual({
    step: 'quarter',
    people: [3, 4, 0, 1],
  })
})

test('arrivalBars uses quarters, hours or days by the length of the span', () => {
  expect(stepAndPeopleOf(arrivalBars([arrivalAfter(0), arrivalAfter(59), arrivalAfter(300)]))).toEqual({
    step: 'hour',
    people: [2, 0, 0, 0, 0, 1],
  })
  expect(stepAndPeopleOf(arrivalBars([arrivalAfter(0), arrivalAfter(3 * 1440, 5)]))).toEqual({ step: 'day', people: [1, 0, 0, 5] })
  const stepFor = (span: number) => arrivalBars([arrivalAfter(0), arrivalAfter(span)]).step
  expect([240, 241, 1440, 1441].map(stepFor)).toEqual(['quarter', 'hour', 'hour', 'day'])
})

test('arrivalBars counts every arrival of 30 days in at most 31 bars', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(30 * 1440), fc.integer({ min: 1, max: 50 })), { minLength: 1 }), given => {
      const times = given.toSorted(([a], [b]) => a - b).map(([minutes, people]) => arrivalAfter(minutes, people))
      const { bars } = arrivalBars(times)
      expect(bars.reduce((sum, bar) => sum + bar.people, 0)).toBe(given.reduce((sum, [, people]) => sum + people, 0))
      expect(bars.map(bar => bar.at.getTime())).toEqual(bars.map(bar => bar.at.getTime()).toSorted((a, b) => a - b))
      expect(bars.length).toBeLessThanOrEqual(31)
    }),
  )
})
