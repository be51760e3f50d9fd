import { expect, test } from 'vitest'
import { looksReserved, skeletonOf } from './skeleton.ts'

test.each([
  ['hanaa', 'hanaa.'],
  ['hanaa', '..Hanaa-_'],
  ['hanaa', 'hánaa'],
  ['hala', 'haIa'],
  ['hala', 'ha1a'],
  ['omar0', 'omarO'],
  ['modern', 'rnodern'],
  ['كريم', 'کريم'],
  ['كريم', 'ڪریم'],
  ['علي', 'على'],
  ['علي', 'علے'],
  ['هدى', 'ہدی'],
  ['محمد', 'مُحَمَّد'],
  ['هناء', 'هناء.'],
])('the look-alike usernames «%s» and «%s» have the same skeleton', (a, b) => {
  expect(skeletonOf(a)).toBe(skeletonOf(b))
})

test.each([
  ['hanaa', 'hanan'],
  ['host1', 'host7'],
  ['host0', 'host10'],
  ['a.b', 'ab'],
  ['ثامر', 'يامر'],
  ['باسم', 'ياسم'],
  ['خالد', 'حالد'],
  ['سالم', 'شالم'],
])('the usernames «%s» and «%s» have different skeletons', (a, b) => {
  expect(skeletonOf(a)).not.toBe(skeletonOf(b))
})

test('a username that looks like a reserved one is reserved', () => {
  for (const name of ['locaI-admin', 'local-admin.', 'se1f']) expect(looksReserved(name)).toBe(true)
  expect(looksReserved('selfie')).toBe(false)
})
