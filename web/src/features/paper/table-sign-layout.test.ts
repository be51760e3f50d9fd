import type { Invitation } from '@hudur/core/invitations/invitation'
import { expect, test } from 'vitest'
import { createTableSigns } from './table-sign-layout.ts'

const seatedInvitation = (guestName: string, table: string | null) => ({ id: `${guestName} ${table}`, guestName, table }) as Invitation
const signContentsOf = (invitations: readonly Invitation[]) =>
  createTableSigns(invitations).map(({ table, names, part, parts }) => [table, names.map(({ name }) => name), part, parts])

test('createTableSigns returns one sign for each table in order', () => {
  expect(
    signContentsOf([
      seatedInvitation('هدى', '10'),
      seatedInvitation('الشامي', '2'),
      seatedInvitation('أحمد', '2'),
      seatedInvitation('علي', null),
      seatedInvitation('', '10'),
      seatedInvitation('سارة', 'العائلة'),
    ]),
  ).toEqual([
    ['2', ['أحمد', 'الشامي'], 1, 1],
    ['10', ['هدى'], 1, 1],
    ['العائلة', ['سارة'], 1, 1],
  ])
})

test('createTableSigns puts the guests of the tables «٧» and «7» on one sign', () => {
  expect(signContentsOf([seatedInvitation('أحمد', '٧'), seatedInvitation('سارة', '7')])).toEqual([['٧', ['أحمد', 'سارة'], 1, 1]])
})

test('createTableSigns returns no sign if no guest has a table', () => {
  expect(signContentsOf([seatedInvitation('', '3')])).toEqual([['3', [], 1, 1]])
  expect(signContentsOf([seatedInvitation('أحمد', null), seatedInvitation('سارة', '')])).toEqual([])
})

test('createTableSigns divides 60 guests of a table among three signs', () => {
  const many = Array.from({ length: 60 }, (_, n) => seatedInvitation(`ضيف ${n}`, '1'))
  const signs = createTableSigns(many)
  expect(signs.map(({ names, part, parts }) => [names.length, part, parts])).toEqual([
    [21, 1, 3],
    [21, 2, 3],
    [18, 3, 3],
  ])
  expect(signContentsOf([seatedInvitation('ا'.repeat(200), '1')])).toHaveLength(1)
})
