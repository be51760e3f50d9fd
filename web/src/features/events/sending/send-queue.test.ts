import type { Invitation } from '@hudur/core'
import { expect, test } from 'vitest'
import { anInvitation } from '../../../../testing/device.ts'
import { type SendingRound, sendQueue } from './send-queue.ts'

const YESTERDAY = '2026-11-22T10:00:00.000Z'
const SINCE = '2026-11-23T10:00:00.000Z'
const NOW = '2026-11-23T10:05:00.000Z'

const answer = { attends: true, people: 1, at: NOW, note: null }
const round = (group: SendingRound['group'], ids: string[] = []): SendingRound => ({ group, since: SINCE, ids: new Set(ids) })
const queueOf = (invitations: Invitation[], of: SendingRound, skipped: string[] = []) => {
  const { next, skipped: left, ...counts } = sendQueue(invitations, of, new Set(skipped))
  return { ...counts, next: next?.id, skipped: left.map(({ id }) => id) }
}

test('sendQueue for unsent invitations counts sent ones as done, excludes cancelled and pending ones, and returns skipped ones separately', () => {
  const invitations = [
    anInvitation('sent', { sentAt: YESTERDAY }),
    anInvitation('cancelled', { state: 'cancelled' }),
    anInvitation('pending', { isPending: true }),
    anInvitation('a'),
    anInvitation('b'),
  ]
  expect(queueOf(invitations, round('unsent'))).toEqual({ total: 3, done: 1, next: 'a', skipped: [] })
  expect(queueOf(invitations, round('unsent'), ['a'])).toEqual({ total: 3, done: 1, next: 'b', skipped: ['a'] })
  expect(queueOf(invitations, round('unsent'), ['a', 'b'])).toEqual({ total: 3, done: 1, next: undefined, skipped: ['a', 'b'] })
})

test('sendQueue for a reminder has only guests who got an invitation and have not opened or answered it, each once since the round began', () => {
  const invitations = [
    anInvitation('unsent'),
    anInvitation('opened', { sentAt: YESTERDAY, openedAt: YESTERDAY }),
    anInvitation('answered', { sentAt: YESTERDAY, answer }),
    anInvitation('reminded', { sentAt: NOW, openedAt: NOW, answer }),
    anInvitation('waiting', { sentAt: YESTERDAY }),
  ]
  expect(queueOf(invitations, round('unopened'))).toEqual({ total: 3, done: 1, next: 'answered', skipped: [] })
  expect(queueOf(invitations, round('unanswered'))).toEqual({ total: 3, done: 1, next: 'opened', skipped: [] })
})

test('sendQueue for selected guests includes a guest whose invitation was sent before the round began', () => {
  const invitations = [anInvitation('a', { sentAt: YESTERDAY }), anInvitation('b', { sentAt: NOW }), anInvitation('c')]
  expect(queueOf(invitations, round('selected', ['a', 'b']))).toEqual({ total: 2, done: 1, next: 'a', skipped: [] })
})
