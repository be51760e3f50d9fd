import { expect, test } from 'vitest'
import { createSightings } from './sightings.ts'

test('a code that stays in view is one guest, however long it is held there', () => {
  const sightings = createSightings()
  expect(sightings.isNew('a', 0)).toBe(true)
  sightings.take('a', 0)
  for (let now = 40; now < 60_000; now += 40) expect(sightings.isNew('a', now)).toBe(false)
})

test('five seconds out of view make it a new scan, and not less', () => {
  const sightings = createSightings()
  sightings.take('a', 0)
  expect(sightings.isNew('a', 4_999)).toBe(false)
  expect(sightings.isNew('a', 9_998)).toBe(false)
  expect(sightings.isNew('a', 14_998)).toBe(true)
})

test('two codes in view take no turns', () => {
  const sightings = createSightings()
  sightings.take('a', 0)
  expect(sightings.isNew('b', 100)).toBe(true)
  sightings.take('b', 100)
  for (let now = 200; now < 20_000; now += 100) expect(sightings.isNew(now % 200 ? 'a' : 'b', now)).toBe(false)
})

test('a code that was not taken, because another was being checked, is new until it is', () => {
  const sightings = createSightings()
  expect(sightings.isNew('a', 0)).toBe(true)
  expect(sightings.isNew('a', 40)).toBe(true)
})
