import { expect, test } from 'vitest'
import { sampleInvitation } from './card-choice.ts'
import { shownGuests } from './shown-guests.ts'

const guest = (guestName: string) => sampleInvitation({ guestName })

test('shownGuests returns the first, the longest and the shortest name, not counting diacritics', () => {
  const [first, long, marked, short] = [guest('خالد باوزير'), guest('عائلة المهندس ياسر'), guest('مُحَمَّدٌ بْنُ عَبْدِ اللهِ'), guest('علي')] as const
  const shown = shownGuests([first, long, marked, short])
  expect([shown.first, shown.longest, shown.shortest]).toEqual([first, long, short])
})

test('shownGuests returns the invitation with the longest code text, counting diacritics', () => {
  const [long, marked] = [guest('Anne Marie Louise Smith'), guest('مُحَمَّدٌ بْنُ عَبْدِ اللهِ')] as const
  const shown = shownGuests([long, marked])
  expect([shown.longest, shown.fullest]).toEqual([long, marked])
})

test('shownGuests returns a single invitation as the first, the longest and the shortest', () => {
  const onlyGuest = guest('علي')
  expect(shownGuests([onlyGuest])).toEqual({ first: onlyGuest, longest: onlyGuest, shortest: onlyGuest, fullest: onlyGuest })
})
