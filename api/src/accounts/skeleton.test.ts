import { expect, test } from 'vitest'
import { looksLikeReservedUsername, usernameSkeleton } from './skeleton.ts'

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
  expect(usernameSkeleton(a)).toBe(usernameSkeleton(b))
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
  expect(usernameSkeleton(a)).not.toBe(usernameSkeleton(b))
})

test('looksLikeReservedUsername finds look-alikes of a reserved username', () => {
  for (const name of ['locaI-admin', 'local-admin.', 'se1f']) expect(looksLikeReservedUsername(name)).toBe(true)
  expect(looksLikeReservedUsername('selfie')).toBe(false)
})
