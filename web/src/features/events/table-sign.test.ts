import type { Invitation } from '@hudur/core'
import { expect, test } from 'vitest'
import { tableSigns } from './table-sign.ts'

const guest = (guestName: string, table: string | null) => ({ id: `${guestName} ${table}`, guestName, table }) as Invitation
const written = (invitations: readonly Invitation[]) =>
  tableSigns(invitations).map(({ table, names, part, parts }) => [table, names.map(({ name }) => name), part, parts])

test('makes one sign of each table, «2» before «10», with its guests in the order of the alphabet', () => {
  expect(
    written([guest('هدى', '10'), guest('الشامي', '2'), guest('أحمد', '2'), guest('علي', null), guest('', '10'), guest('سارة', 'العائلة')]),
  ).toEqual([
    ['2', ['أحمد', 'الشامي'], 1, 1],
    ['10', ['هدى'], 1, 1],
    ['العائلة', ['سارة'], 1, 1],
  ])
})

test('treats two spellings of a table as one table', () => {
  expect(written([guest('أحمد', '٧'), guest('سارة', '7')])).toEqual([['٧', ['أحمد', 'سارة'], 1, 1]])
})

test('makes a sign of a table whose guests have no name, and none without tables', () => {
  expect(written([guest('', '3')])).toEqual([['3', [], 1, 1]])
  expect(written([guest('أحمد', null), guest('سارة', '')])).toEqual([])
})

test('continues a large table on further signs, and keeps a name that is longer than a sign', () => {
  const many = Array.from({ length: 60 }, (_, n) => guest(`ضيف ${n}`, '1'))
  const signs = tableSigns(many)
  expect(signs.map(({ names, part, parts }) => [names.length, part, parts])).toEqual([
    [21, 1, 3],
    [21, 2, 3],
    [18, 3, 3],
  ])
  expect(written([guest('ا'.repeat(200), '1')])).toHaveLength(1)
})
