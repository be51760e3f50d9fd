import { expect, test } from 'vitest'
import { createVipNews, vipSentence } from './vip-news.ts'

const SINCE = '2026-11-20T18:00:00.000Z'
const at = (minute: number) => new Date(Date.parse(SINCE) + minute * 60_000).toISOString()
const arrival = (invitationId: string, minute: number) => ({ invitationId, userId: 'host', guestName: invitationId, at: at(minute) })

test('an arrival is news once, on every order of the lists', () => {
  const takeNews = createVipNews()
  const idsOf = (...arrivals: ReturnType<typeof arrival>[]) => takeNews(arrivals, SINCE).map(({ invitationId }) => invitationId)
  expect(idsOf(arrival('before the page', -1))).toEqual([])
  expect(idsOf(arrival('b', 2), arrival('a', 1), arrival('before the page', -1))).toEqual(['b', 'a'])
  expect(idsOf(arrival('b', 2), arrival('a', 1)), 'the same list').toEqual([])
  expect(idsOf(), 'undone, or another event').toEqual([])
  expect(idsOf(arrival('a', 1)), 'the first event again').toEqual([])
  expect(idsOf(arrival('a', 3)), 'the first of two admissions was undone').toEqual([])
  idsOf()
  expect(idsOf(arrival('a', 4)), 'admitted again after the undo').toEqual(['a'])
})

const guests = (...names: (string | null)[]) => names.map(guestName => ({ guestName }))

test.each([
  [guests('منيرة'), 'وصل ضيف مهم: \u2068منيرة\u2069'],
  [guests('منيرة', 'علي'), 'وصل ضيفان مهمان: \u2068منيرة\u2069، \u2068علي\u2069'],
  [guests('أ', 'ب', 'ج', 'د', 'ه'), 'وصل 5 ضيوف مهمين: \u2068أ\u2069، \u2068ب\u2069، \u2068ج\u2069، \u2068د\u2069 وغيرهم'],
  [guests('علي', null), 'وصل ضيفان مهمان: \u2068علي\u2069 وغيرهم'],
  [guests(''), 'وصل ضيف مهم'],
  [guests(null), 'وصلت ضيفة مهمة'],
  [guests(null, null, null), 'وصلت 3 ضيفات مهمات'],
])('vipSentence(%j) is «%s»', (arrivals, sentence) => {
  expect(vipSentence(arrivals)).toBe(sentence)
})
