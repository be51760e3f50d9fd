import { contract } from '@hudur/core/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ImportedList } from '../guest-lists/imported-list.ts'
import { EMPTY_VALUES, type GeneratorValues, valuesAfterCreation } from './generator-values.ts'
import { unsavedInvitationsOf } from './unsaved-invitations.ts'

const typedFields: GeneratorValues = {
  ...EMPTY_VALUES,
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
const fieldsAfterOneCreation = (now: GeneratorValues, sent: GeneratorValues) => valuesAfterCreation(now, sent, 1)
const event = { eventName: 'زفاف محمّد وسارة', eventDate: '2027-01-14' }

test('unsavedInvitationsOf returns one invitation per line for «names»', () => {
  expect(unsavedInvitationsOf(typedFields)).toEqual([
    { ...event, guestName: 'سارة', generationType: 'names', maxScans: 1, phone: null },
    { ...event, guestName: 'علي', generationType: 'names', maxScans: 1, phone: null },
  ])
})

test('unsavedInvitationsOf returns one nameless invitation for «count»', () => {
  expect(unsavedInvitationsOf({ ...typedFields, kind: 'count' })).toEqual([
    { ...event, guestName: '', generationType: 'count', maxScans: 250 },
  ])
})

test('unsavedInvitationsOf returns one named invitation for «custom»', () => {
  expect(unsavedInvitationsOf({ ...typedFields, kind: 'custom' })).toEqual([
    { ...event, guestName: 'خالد باوزير', generationType: 'custom', maxScans: 4 },
  ])
})

test('unsavedInvitationsOf sets userId only if an owner was chosen', () => {
  expect(unsavedInvitationsOf({ ...typedFields, owner: 'host' }).map(({ userId }) => userId)).toEqual(['host', 'host'])
  expect(unsavedInvitationsOf(typedFields).some(draft => 'userId' in draft)).toBe(false)
})

test('unsavedInvitationsOf returns invitations that the contract accepts', () => {
  const line = fc.string({ minLength: 1, maxLength: 30 }).map(text => `ضيف ${text}`)
  const fields = fc.record({
    eventName: line,
    eventDate: fc.constant('2027-01-14'),
    kind: fc.constantFrom('names' as const, 'count' as const, 'custom' as const),
    names: fc.array(line, { minLength: 1, maxLength: 5 }).map(lines => lines.join('\n')),
    imported: fc.constant<GeneratorValues['imported']>([]),
    uses: fc.integer({ min: 1, max: 1000 }),
    guestName: line,
    scans: fc.integer({ min: 1, max: 100 }),
    owner: fc.constantFrom('', 'host'),
    target: fc.constant(0),
  })
  fc.assert(
    fc.property(fields, formFields => {
      expect(
        contract.invitations.create.input.safeParse({ invitations: unsavedInvitationsOf({ ...EMPTY_VALUES, ...formFields }) }).success,
      ).toBe(true)
    }),
  )
})

test('valuesAfterCreation empties only the fields of the created kind', () => {
  expect(fieldsAfterOneCreation(typedFields, typedFields)).toEqual({ ...typedFields, names: '' })
  const count: GeneratorValues = { ...typedFields, kind: 'count' }
  expect(fieldsAfterOneCreation(count, count)).toEqual({ ...count, uses: 1 })
  const custom: GeneratorValues = { ...typedFields, kind: 'custom' }
  expect(fieldsAfterOneCreation(custom, custom)).toEqual({ ...custom, guestName: '', guestPhone: '', scans: 1 })
  expect(fieldsAfterOneCreation(EMPTY_VALUES, EMPTY_VALUES)).toEqual(EMPTY_VALUES)
})

test('valuesAfterCreation keeps names typed during the request', () => {
  expect(fieldsAfterOneCreation({ ...typedFields, names: `${typedFields.names}\nهدى` }, typedFields).names).toBe('هدى')
  expect(fieldsAfterOneCreation({ ...typedFields, names: 'هدى' }, typedFields).names).toBe('هدى')
  expect(fieldsAfterOneCreation({ ...typedFields, names: 'علياء' }, { ...typedFields, names: 'علي' }).names).toBe('علياء')
  expect(fieldsAfterOneCreation({ ...typedFields, kind: 'custom', guestName: 'هدى' }, typedFields)).toEqual({
    ...typedFields,
    kind: 'custom',
    guestName: 'هدى',
    names: '',
  })
  const custom: GeneratorValues = { ...typedFields, kind: 'custom' }
  expect(fieldsAfterOneCreation({ ...custom, guestName: 'هدى' }, custom)).toMatchObject({ guestName: 'هدى', scans: 1 })

  const createImportedList = (name: string) =>
    new ImportedList({ name, table: { rows: [] }, choice: { headings: 0, uses: [], edits: {} }, guests: [] })
  const [sent, later] = [createImportedList('أ'), createImportedList('ب')]
  expect(fieldsAfterOneCreation({ ...typedFields, imported: [sent, later] }, { ...typedFields, imported: [sent] }).imported).toEqual([
    later,
  ])
})

test('valuesAfterCreation subtracts created from ordered invitations', () => {
  const orderedFields = { ...typedFields, target: 250 }
  expect(valuesAfterCreation(orderedFields, orderedFields, 100).target).toBe(150)
  expect(valuesAfterCreation(orderedFields, orderedFields, 260).target).toBe(0)
  expect(valuesAfterCreation(orderedFields, { ...orderedFields, kind: 'custom' }, 1).target).toBe(249)
  expect(valuesAfterCreation(orderedFields, { ...orderedFields, kind: 'count' }, 1).target).toBe(0)
})
