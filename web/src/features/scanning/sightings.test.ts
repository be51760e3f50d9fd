import { expect, test } from 'vitest'
import { createSightings } from './sightings.ts'

test('isNew returns true only once for a code that record has stored and that stays in view', () => {
  const sightings = createSightings()
  expect(sightings.isNew('a', 0)).toBe(true)
  sightings.record('a', 0)
  for (let now = 40; now < 60_000; now += 40) expect(sightings.isNew('a', now)).toBe(false)
})

test('isNew returns true for a code stored by record after five seconds out of view, and not before', () => {
  const sightings = createSightings()
  sightings.record('a', 0)
  expect(sightings.isNew('a', 4_999)).toBe(false)
  expect(sightings.isNew('a', 9_998)).toBe(false)
  expect(sightings.isNew('a', 14_998)).toBe(true)
})

test('isNew distinguishes two codes that are in view together', () => {
  const sightings = createSightings()
  sightings.record('a', 0)
  expect(sightings.isNew('b', 100)).toBe(true)
  sightings.record('b', 100)
  for (let now = 200; now < 20_000; now += 100) expect(sightings.isNew(now % 200 ? 'a' : 'b', now)).toBe(false)
})

test('isNew returns true for a code in view until record has stored it', () => {
  const sightings = createSightings()
  expect(sightings.isNew('a', 0)).toBe(true)
  expect(sightings.isNew('a', 40)).toBe(true)
})
