import { expect, test } from 'vitest'
import { describeGuestList, hasSeveralGuests, isPlainList, MAX_LIST_CHARACTERS, readGuestList } from './guest-list.ts'

test('readGuestList returns a guest for every line with a letter or digit', () => {
  const { guests } = readGuestList(' خالد \r\n\n\u200F\nأمل\tالحكيمي\n')
  expect(guests.map(({ name }) => name)).toEqual(['خالد', 'أمل الحكيمي'])
})

test('readGuestList reports names of different spelling as repeated', () => {
  const list = readGuestList('أحمد\nاحمد\nأَحمد\nعبد الله\nعبدالله\nسارة')
  expect(list.repeated).toEqual([
    { name: 'أحمد', lines: [1, 2, 3] },
    { name: 'عبد الله', lines: [4, 5] },
  ])
  expect(list.count).toBe(6)
  expect(describeGuestList(list)).toBe('6 أسماء. تكرّر: أحمد (3 مرات، الأسطر 1، 2، 3)، عبد الله (مرتين، السطران 4، 5)')
})

test('describeGuestList counts names with the Arabic grammar of numbers', () => {
  expect(describeGuestList(readGuestList(''))).toBe('سطر لكل ضيف')
  expect(describeGuestList(readGuestList('أحمد\n'.repeat(11)))).toBe('11 اسماً. تكرّر: أحمد (11 مرة، الأسطر 1، 2، 3، 4، 5، …)')
  expect(describeGuestList(readGuestList('هند'))).toBe('اسم واحد')
  expect(describeGuestList(readGuestList('هند\nريم'))).toBe('اسمان، ولا تكرار بينها')
  expect(describeGuestList(readGuestList(Array.from({ length: 12 }, (_, index) => `ضيف ${index}`).join('\n')))).toBe(
    '12 اسماً، ولا تكرار بينها',
  )
})

test('readGuestList skips and counts lines without a letter or digit', () => {
  const list = readGuestList('—\nأحمد\n🌹\n....\n\nاحمد')
  expect(list).toMatchObject({ count: 2, typed: 2, skipped: 3, repeated: [{ name: 'أحمد', lines: [2, 6] }] })
  expect(list.problem).toBeUndefined()
  expect(describeGuestList(list)).toBe('اسمان. تكرّر: أحمد (مرتين، السطران 2، 6). تُجوهلت 3 أسطر بلا اسم')
  expect(describeGuestList(readGuestList('هند\n—'))).toBe('اسم واحد. تُجوهل سطر واحد بلا اسم')
  expect(describeGuestList(readGuestList(`هند\n${'…\n'.repeat(1200)}`))).toBe('اسم واحد. تُجوهل 1,200 سطر بلا اسم')
  expect(describeGuestList(readGuestList('—\n🌹'))).toBe('تُجوهل سطران بلا اسم')
})

test('readGuestList reports the line of a name over 200 letters', () => {
  expect(readGuestList(`خالد\n\n${'ن'.repeat(201)}`).problem).toContain('السطر 3')
  expect(readGuestList('ن'.repeat(200)).problem).toBeUndefined()
})

test('readGuestList accepts ten thousand names, and refuses one more', () => {
  const createNames = (count: number) => Array.from({ length: count }, (_, index) => `ضيف ${index}`).join('\n')
  expect(readGuestList(createNames(10_000)).problem).toBeUndefined()
  expect(readGuestList(createNames(10_001)).problem).toContain('10,001')
})

test('readGuestList returns no guests for a text that is too long', () => {
  const hugeText = 'اسم\n'.repeat(MAX_LIST_CHARACTERS)
  expect(readGuestList(hugeText)).toMatchObject({ guests: [], count: MAX_LIST_CHARACTERS + 1 })
})

test.each([
  ['سارة\n\nعلي\n', true],
  ['سارة\n—\n🌹', true],
  ['الأستاذ خالد سعيد باوزير\nJohn Smith\nضيف رقم ٧\nطاولة 12', true],
  ['', true],
  ['1) سارة\nعلي', false],
  ['سارة + 3\nعلي', false],
  ['سارة 777123456', false],
  ['سارة 🌹', false],
  ['عائلة باوزير', false],
  ['[21/11, 9:14 م] ريم: سارة', false],
  ['سارة\nالمجموع 1', false],
  ['سارة / علي / ريم', false],
  ['خالة زينب (طاولة 4)', false],
  ['سارة\nخالد VIP', false],
  ['علي مؤكد', false],
])('isPlainList returns whether every line is only a name: for %j %s', (listText, isPlain) => {
  expect(isPlainList(listText)).toBe(isPlain)
})

test.each([
  ['سارة\nعلي', true],
  ['سارة، علي، ريم', true],
  ['سارة 777123456، علي 733000111', true],
  ['سارة، علي', false],
  ['سارة', false],
  ['', false],
])('hasSeveralGuests tells whether a text has several guests: %j %s', (listText, isSeveral) => {
  expect(hasSeveralGuests(listText)).toBe(isSeveral)
})
