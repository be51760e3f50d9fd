import { countPeople } from '@hudur/core/invitations/figures'
import type { Invitation } from '@hudur/core/invitations/invitation'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildInvitation } from '../../../testing/device.ts'
import { countedWalkIns, recapOf } from './recap-figures.ts'
import { recapSheet } from './recap-sheet.ts'
import { recapSentences } from './recap-texts.ts'

const invitationArbitrary: fc.Arbitrary<Invitation> = fc
  .record({
    maxScans: fc.integer({ min: 1, max: 9 }),
    currentScans: fc.nat({ max: 12 }),
    state: fc.constantFrom('valid' as const, 'cancelled' as const),
    side: fc.constantFrom(null, 'أهل العروس', 'اهل العروس', 'أهل العريس'),
    table: fc.constantFrom(null, '1', '2', '10'),
  })
  .map(fields => buildInvitation('guest', { ...fields, isScanned: fields.currentScans > 0 }))

const walkInArbitrary = fc.record({ people: fc.integer({ min: 1, max: 5 }), isCounted: fc.boolean() }).map(({ people, isCounted }) => ({
  ...{ id: 'walk-in', eventId: 'event', name: 'ضيفة', note: null, gate: null, at: '2026-11-20T18:00:00.000Z' },
  ...{ people, isCounted, isSeen: false },
}))

test('the sides, the tables and the rows of the sheet add up to the figures of the event', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(invitationArbitrary, { maxLength: 20 }),
      fc.array(walkInArbitrary, { maxLength: 5 }),
      async (guests, given) => {
        const walkIns = countedWalkIns(given)
        const { all, sides, tables, came } = recapOf(guests)
        expect(all).toEqual(countPeople(guests))
        expect(came).toHaveLength(all.scanned)
        for (const groups of [sides, tables].filter(({ length }) => length > 0))
          for (const field of ['total', 'scanned', 'invited', 'arrived', 'exceeding'] as const)
            expect(groups.reduce((sum, group) => sum + group[field], 0)).toBe(all[field])
        const rows: unknown[][] = []
        for await (const page of recapSheet(guests, walkIns).pages) rows.push(...page.map(row => [...row]))
        const sumOf = (column: number) => rows.reduce((sum, row) => sum + Number(row[column]), 0)
        const walkInPeople = walkIns.reduce((sum, { people }) => sum + people, 0)
        expect([4, 5, 6].map(sumOf)).toEqual([all.invited, all.arrived + walkInPeople, all.exceeding])
      },
    ),
    { numRuns: 60 },
  )
})

test('groups are sorted as people count, and the group without a name is last', () => {
  const guests = [null, '10', '2', '1'].map(table => buildInvitation(`${table}`, { table }))
  expect(recapOf(guests).tables.map(({ name }) => name)).toEqual(['1', '2', '10', ''])
  expect(recapOf(guests).sides).toEqual([])
})

test.each([
  [{ arrived: 112, invited: 134, scanned: 58, total: 70, exceeding: 0 }, 0, ['حضر 112 من 134 شخصاً', 'استُعملت 58 دعوة من 70']],
  [{ arrived: 2, invited: 2, scanned: 2, total: 2, exceeding: 0 }, 0, ['حضر 2 من شخصين', 'استُعملت دعوتان من 2']],
  [
    { arrived: 1, invited: 3, scanned: 1, total: 3, exceeding: 2 },
    5,
    ['حضر 1 من 3 أشخاص', 'استُعملت دعوة واحدة من 3', 'فوق العدد: شخصان', 'ودخل بلا بطاقة 5 أشخاص، فالحضور كله 6'],
  ],
])('recapSentences of %o and %i walk-ins', (counts, walkIns, sentences) => {
  expect(recapSentences(counts, walkIns)).toEqual(sentences)
})
