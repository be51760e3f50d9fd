import { contract } from '@hudur/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterMaking, type GeneratorFields, NOTHING_TYPED } from './generator-fields.ts'
import { ImportedList } from './guests/imported-list.ts'
import { draftsOf } from './invitation-drafts.ts'

const typed: GeneratorFields = {
  eventName: ' زفاف محمّد وسارة ',
  eventDate: '2027-01-14',
  kind: 'names',
  names: 'سارة\n\n علي ',
  imported: [],
  uses: 250,
  guestName: ' خالد باوزير ',
  scans: 4,
  owner: '',
  target: 0,
}
const after = (now: GeneratorFields, sent: GeneratorFields) => afterMaking(now, sent, 1)
const event = { eventName: 'زفاف محمّد وسارة', eventDate: '2027-01-14' }

test('draftsOf returns, for the kind «names», one invitation per line, each for one person', () => {
  expect(draftsOf(typed)).toEqual([
    { ...event, guestName: 'سارة', generationType: 'names', maxScans: 1, phone: null },
    { ...event, guestName: 'علي', generationType: 'names', maxScans: 1, phone: null },
  ])
})

test('draftsOf returns, for the kind «count», one invitation without a name for the typed number of people', () => {
  expect(draftsOf({ ...typed, kind: 'count' })).toEqual([{ ...event, guestName: '', generationType: 'count', maxScans: 250 }])
})

test('draftsOf returns, for the kind «custom», one invitation for the guest and the typed number of people', () => {
  expect(draftsOf({ ...typed, kind: 'custom' })).toEqual([{ ...event, guestName: 'خالد باوزير', generationType: 'custom', maxScans: 4 }])
})

test('draftsOf sets the owner of every invitation if one was chosen, and otherwise of none', () => {
  expect(draftsOf({ ...typed, owner: 'host' }).map(({ userId }) => userId)).toEqual(['host', 'host'])
  expect(draftsOf(typed).some(draft => 'userId' in draft)).toBe(false)
})

test('draftsOf returns invitations that the contract accepts, for any valid fields', () => {
  const line = fc.string({ minLength: 1, maxLength: 30 }).map(text => `ضيف ${text}`)
  const fields = fc.record({
    eventName: line,
    eventDate: fc.constant('2027-01-14'),
    kind: fc.constantFrom('names' as const, 'count' as const, 'custom' as const),
    names: fc.array(line, { minLength: 1, maxLength: 5 }).map(lines => lines.join('\n')),
    imported: fc.constant<GeneratorFields['imported']>([]),
    uses: fc.integer({ min: 1, max: 1000 }),
    guestName: line,
    scans: fc.integer({ min: 1, max: 100 }),
    owner: fc.constantFrom('', 'host'),
    target: fc.constant(0),
  })
  fc.assert(
    fc.property(fields, written => {
      expect(contract.invitations.create.input.safeParse({ invitations: draftsOf(written) }).success).toBe(true)
    }),
  )
})

test('empties only the fields of the sent kind after its invitations were created', () => {
  expect(after(typed, typed)).toEqual({ ...typed, names: '' })
  const count: GeneratorFields = { ...typed, kind: 'count' }
  expect(after(count, count)).toEqual({ ...count, uses: 1 })
  const custom: GeneratorFields = { ...typed, kind: 'custom' }
  expect(after(custom, custom)).toEqual({ ...custom, guestName: '', scans: 1 })
  expect(after(NOTHING_TYPED, NOTHING_TYPED)).toEqual(NOTHING_TYPED)
})

test('keeps names and lists added while invitations were being created, also if the user switched to another kind meanwhile', () => {
  expect(after({ ...typed, names: `${typed.names}\nهدى` }, typed).names).toBe('هدى')
  expect(after({ ...typed, names: 'هدى' }, typed).names).toBe('هدى')
  expect(after({ ...typed, names: 'علياء' }, { ...typed, names: 'علي' }).names).toBe('علياء')
  expect(after({ ...typed, kind: 'custom', guestName: 'هدى' }, typed)).toEqual({
    ...typed,
    kind: 'custom',
    guestName: 'هدى',
    names: '',
  })
  const custom: GeneratorFields = { ...typed, kind: 'custom' }
  expect(after({ ...custom, guestName: 'هدى' }, custom)).toMatchObject({ guestName: 'هدى', scans: 1 })

  const list = (name: string) => new ImportedList({ name, table: { rows: [] }, choice: { headings: 0, uses: [], edits: {} }, guests: [] })
  const [sent, later] = [list('أ'), list('ب')]
  expect(after({ ...typed, imported: [sent, later] }, { ...typed, imported: [sent] }).imported).toEqual([later])
})

test('the remaining number of an order decreases by the created names; one card for a number of people sets it to 0', () => {
  const ordered = { ...typed, target: 250 }
  expect(afterMaking(ordered, ordered, 100).target).toBe(150)
  expect(afterMaking(ordered, ordered, 260).target).toBe(0)
  expect(afterMaking(ordered, { ...ordered, kind: 'custom' }, 1).target).toBe(249)
  expect(afterMaking(ordered, { ...ordered, kind: 'count' }, 1).target).toBe(0)
})
