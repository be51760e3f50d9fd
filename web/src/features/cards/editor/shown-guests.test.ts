import { expect, test } from 'vitest'
import { sampleInvitation } from '../card-choice.ts'
import { shownGuests } from './shown-guests.ts'

const invitationOfGuest = (guestName: string) => sampleInvitation({ guestName })

test('shownGuests returns the first, longest and shortest name', () => {
  const [first, long, marked, short] = [
    invitationOfGuest('خالد باوزير'),
    invitationOfGuest('عائلة المهندس ياسر'),
    invitationOfGuest('مُحَمَّدٌ بْنُ عَبْدِ اللهِ'),
    invitationOfGuest('علي'),
  ] as const
  const shown = shownGuests([first, long, marked, short])
  expect([shown.first, shown.longest, shown.shortest]).toEqual([first, long, short])
})

test('shownGuests returns the invitation with the longest code text', () => {
  const [long, marked] = [invitationOfGuest('Anne Marie Louise Smith'), invitationOfGuest('مُحَمَّدٌ بْنُ عَبْدِ اللهِ')] as const
  const shown = shownGuests([long, marked])
  expect([shown.longest, shown.fullest]).toEqual([long, marked])
})

test('shownGuests returns a single invitation for every choice', () => {
  const onlyGuest = invitationOfGuest('علي')
  expect(shownGuests([onlyGuest])).toEqual({ first: onlyGuest, longest: onlyGuest, shortest: onlyGuest, fullest: onlyGuest })
})
