import { assessTable } from '@hudur/core/guest-lists/assess-table'
import { recogniseColumns } from '@hudur/core/guest-lists/columns'
import { guestFromRow } from '@hudur/core/guest-lists/guest'
import { readTable } from '@hudur/core/guest-lists/read-table'
import type { Invitation } from '@hudur/core/invitations/invitation'
import { expect, test } from 'vitest'
import { buildInvitation } from '../../../testing/device.ts'
import { toInternationalPhone } from '../../text/international-phone.ts'
import { filterEarlierGuests, guestsAsTable, sidesOf } from './earlier-guests.ts'

const answered = (attends: boolean) => ({ attends, people: attends ? 1 : 0, note: null, at: '2026-01-01T00:00:00.000Z' })

const INVITATIONS = [
  { guestName: 'أم عبدالله باعبّاد', maxScans: 3, currentScans: 2, phone: '+967777123456', side: 'أهل العروس', isVip: true, table: '4' },
  { guestName: 'سارة', currentScans: 0, side: 'أهل العريس', answer: answered(false) },
  { guestName: 'علي وعائلته', maxScans: 5, children: 2, currentScans: 0, answer: answered(true) },
  { guestName: '', generationType: 'count', maxScans: 50, currentScans: 7 },
].map((fields, index) => buildInvitation(String(index), fields as Partial<Invitation>))

const namesOf = (invitations: readonly Invitation[]) => invitations.map(({ guestName }) => guestName)

async function importedGuests(text: string) {
  const table = await readTable(text)
  const { rows, questions } = assessTable(table, { ...recogniseColumns(table), edits: {} }, phone => toInternationalPhone(phone, '967'))
  return { guests: rows.filter(({ isOut }) => !isOut).map(guestFromRow), doubts: rows.flatMap(({ doubts }) => doubts), questions }
}

test('the guests of an earlier event are filtered by what they did and by their side', () => {
  expect(namesOf(filterEarlierGuests(INVITATIONS, 'all', ''))).toEqual(['أم عبدالله باعبّاد', 'سارة', 'علي وعائلته'])
  expect(namesOf(filterEarlierGuests(INVITATIONS, 'arrived', ''))).toEqual(['أم عبدالله باعبّاد'])
  expect(namesOf(filterEarlierGuests(INVITATIONS, 'absent', ''))).toEqual(['سارة', 'علي وعائلته'])
  expect(namesOf(filterEarlierGuests(INVITATIONS, 'declined', ''))).toEqual(['سارة'])
  expect(namesOf(filterEarlierGuests(INVITATIONS, 'all', 'أهل العروس'))).toEqual(['أم عبدالله باعبّاد'])
  expect(sidesOf(INVITATIONS)).toEqual(['أهل العروس', 'أهل العريس'])
})

test('the import reads the table of earlier guests without a question', async () => {
  const { guests, doubts, questions } = await importedGuests(guestsAsTable(filterEarlierGuests(INVITATIONS, 'all', '')))
  expect(doubts).toEqual([])
  expect(questions).toEqual([])
  expect(guests).toEqual([
    { name: 'أم عبدالله باعبّاد', persons: 3, phone: '+967777123456', side: 'أهل العروس', isVip: true },
    { name: 'سارة', persons: 1, phone: null, side: 'أهل العريس' },
    { name: 'علي وعائلته', persons: 5, children: 2, phone: null },
  ])
})

test('the import reads the table of one earlier guest without a question', async () => {
  const { guests, doubts, questions } = await importedGuests(guestsAsTable(INVITATIONS.slice(1, 2)))
  expect([...doubts, ...questions]).toEqual([])
  expect(guests).toEqual([{ name: 'سارة', persons: 1, phone: null, side: 'أهل العريس' }])
})
