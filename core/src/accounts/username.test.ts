import { expect, test } from 'vitest'
import { Username, usernameKey } from './username.ts'

test.each([
  ['hanaa', 'hanaa'],
  [' Hanaa  A. ', 'Hanaa A.'],
  ['مكتب الأفراح ١', 'مكتب الأفراح 1'],
  ['محـــمد', 'محمد'],
  ['ﻣﺤﻤﺪ', 'محمد'],
  ['hanaa@example.org', 'hanaa@example.org'],
])('the schema Username accepts «%s» and normalizes it to «%s»', (typed, stored) => {
  expect(Username.safeParse(typed)).toMatchObject({ success: true, data: stored })
})

test.each(['', '  ', '...', 'hanaa هناء', 'раypal', 'a\u202Eb هـ', 'local-admin', 'LOCAL-ADMIN', 'self', 'Self', 'x'.repeat(51), 'a\0'])(
  'the schema Username refuses «%s»',
  username => {
    expect(Username.safeParse(username).success).toBe(false)
  },
)

test('usernameKey returns the same key for two spellings of one username', () => {
  expect(usernameKey('أَحـمد ١')).toBe(usernameKey('احمد 1'))
})
