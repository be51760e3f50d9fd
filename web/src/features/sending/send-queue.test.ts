import type { Invitation } from '@hudur/core/invitations/invitation'
import { expect, test } from 'vitest'
import { buildInvitation } from '../../../testing/device.ts'
import { type SendingRound, sendingQueueOf } from './send-queue.ts'

const YESTERDAY = '2026-11-22T10:00:00.000Z'
const ROUND_START = '2026-11-23T10:00:00.000Z'
const NOW = '2026-11-23T10:05:00.000Z'

const answer = { attends: true, people: 1, at: NOW, note: null }
const newRound = (group: SendingRound['group'], ids: string[] = []): SendingRound => ({ group, since: ROUND_START, ids: new Set(ids) })
const queueOf = (invitations: Invitation[], of: SendingRound, skipped: string[] = []) => {
  const { next, skipped: left, ...counts } = sendingQueueOf(invitations, of, new Set(skipped))
  return { ...counts, next: next?.id, skipped: left.map(({ id }) => id) }
}

test('sendingQueueOf excludes cancelled and pending invitations', () => {
  const invitations = [
    buildInvitation('sent', { sentAt: YESTERDAY }),
    buildInvitation('cancelled', { state: 'cancelled' }),
    buildInvitation('pending', { isPending: true }),
    buildInvitation('a'),
    buildInvitation('b'),
  ]
  expect(queueOf(invitations, newRound('unsent'))).toEqual({ total: 3, done: 1, next: 'a', skipped: [] })
  expect(queueOf(invitations, newRound('unsent'), ['a'])).toEqual({ total: 3, done: 1, next: 'b', skipped: ['a'] })
  expect(queueOf(invitations, newRound('unsent'), ['a', 'b'])).toEqual({ total: 3, done: 1, next: undefined, skipped: ['a', 'b'] })
})

test('sendingQueueOf for a reminder has sent, unanswered invitations', () => {
  const invitations = [
    buildInvitation('unsent'),
    buildInvitation('opened', { sentAt: YESTERDAY, openedAt: YESTERDAY }),
    buildInvitation('answered', { sentAt: YESTERDAY, answer }),
    buildInvitation('reminded', { sentAt: NOW, openedAt: NOW, answer }),
    buildInvitation('waiting', { sentAt: YESTERDAY }),
  ]
  expect(queueOf(invitations, newRound('unopened'))).toEqual({ total: 3, done: 1, next: 'answered', skipped: [] })
  expect(queueOf(invitations, newRound('unanswered'))).toEqual({ total: 3, done: 1, next: 'opened', skipped: [] })
})

test('sendingQueueOf for selected guests includes sent invitations', () => {
  const invitations = [buildInvitation('a', { sentAt: YESTERDAY }), buildInvitation('b', { sentAt: NOW }), buildInvitation('c')]
  expect(queueOf(invitations, newRound('selected', ['a', 'b']))).toEqual({ total: 2, done: 1, next: 'a', skipped: [] })
})
