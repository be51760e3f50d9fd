import type { Invitation } from '@hudur/core'
import { expect, test } from 'vitest'
import { tableSigns } from './table-sign.ts'

const guest = (guestName: string, table: string | null) => ({ id: `${guestName} ${table}`, guestName, table }) as Invitation
const signContents = (invitations: readonly Invitation[]) =>
  tableSigns(invitations).map(({ table, names, part, parts }) => [table, names.map(({ name }) => name), part, parts])

test('tableSigns returns one sign for each table, «2» before «10», with the guests in alphabetical order', () => {
  expect(
    signContents([
      guest('هدى', '10'),
      guest('الشامي', '2'),
      guest('أحمد', '2'),
      guest('علي', null),
      guest('', '10'),
      guest('سارة', 'العائلة'),
    ]),
  ).toEqual([
    ['2', ['أحمد', 'الشامي'], 1, 1],
    ['10', ['هدى'], 1, 1],
    ['العائلة', ['سارة'], 1, 1],
  ])
})

test('tableSigns puts the guests of the tables «٧» and «7» on one sign', () => {
  expect(signContents([guest('أحمد', '٧'), guest('سارة', '7')])).toEqual([['٧', ['أحمد', 'سارة'], 1, 1]])
})

test('tableSigns returns a sign without names for a table of unnamed guests, and no sign if no guest has a table', () => {
  expect(signContents([guest('', '3')])).toEqual([['3', [], 1, 1]])
  expect(signContents([guest('أحمد', null), guest('سارة', '')])).toEqual([])
})

test('tableSigns divides 60 guests of one table among three signs, and puts a name of 200 letters on one sign', () => {
  const many = Array.from({ length: 60 }, (_, n) => guest(`ضيف ${n}`, '1'))
  const signs = tableSigns(many)
  expect(signs.map(({ names, part, parts }) => [names.length, part, parts])).toEqual([
    [21, 1, 3],
    [21, 2, 3],
    [18, 3, 3],
  ])
  expect(signContents([guest('ا'.repeat(200), '1')])).toHaveLength(1)
})
