import { expect, test } from 'vitest'
import { changedSideMessages, sideMessageOf } from './side-messages.ts'

const GROOM = { side: 'أهل العريس', message: 'من أهل العريس' }
const BRIDE = { side: 'أهل العروس', message: 'من أهل العروس' }

test('a changed text replaces that of its side, in any spelling, and keeps the others', () => {
  const changed = { side: 'اهل العريس', message: 'نص آخر' }
  expect(changedSideMessages([GROOM, BRIDE], [changed])).toEqual([BRIDE, changed])
  expect(changedSideMessages([], [GROOM, changed])).toEqual([changed])
})

test('an empty text removes that of its side', () => {
  expect(changedSideMessages([GROOM, BRIDE], [{ ...BRIDE, message: '' }])).toEqual([GROOM])
  expect(changedSideMessages([], [{ ...BRIDE, message: '' }])).toEqual([])
})

test('a guest has the text of the side, and a guest of another side none', () => {
  expect(sideMessageOf([GROOM, BRIDE], 'اهل العروس')).toBe(BRIDE.message)
  for (const side of ['الأصدقاء', '', null]) expect(sideMessageOf([GROOM, BRIDE], side)).toBeUndefined()
  expect(sideMessageOf(undefined, BRIDE.side)).toBeUndefined()
})
