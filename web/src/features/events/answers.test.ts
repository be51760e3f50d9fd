import type { Invitation } from '@hudur/core/invitations/invitation'
import { expect, test } from 'vitest'
import { buildInvitation } from '../../../testing/device.ts'
import { ANSWER_FILTERS, answersOf } from './answers.ts'

const answer = (day: number, people: number, note: string | null) => ({
  attends: people > 0,
  people,
  children: 0,
  note,
  at: `2027-01-0${day}T10:00:00.000Z`,
  announced: null,
  isForFormerDay: false,
})

test('answersOf returns the answers of a filter, the latest first', () => {
  const invitations: Invitation[] = [
    buildInvitation('first', { answer: answer(1, 2, 'مبارك') }),
    buildInvitation('none'),
    buildInvitation('third', { answer: answer(3, 0, null) }),
    buildInvitation('second', { answer: answer(2, 0, 'نعتذر، وألف مبارك') }),
  ]
  expect(ANSWER_FILTERS.map(filter => answersOf(invitations, filter).map(({ id }) => id))).toEqual([
    ['third', 'second', 'first'],
    ['first'],
    ['third', 'second'],
    ['second', 'first'],
  ])
})
