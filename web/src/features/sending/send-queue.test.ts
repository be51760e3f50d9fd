import type { Invitation } from '@hudur/core/invitations/invitation'
import { expect, test } from 'vitest'
import { buildInvitation } from '../../../testing/device.ts'
import { partsOf } from './round-parts.ts'
import { countWaiting, membersOf, type SendingRound, sendingQueueOf, withMarkOf } from './send-queue.ts'

const YESTERDAY = '2026-11-22T10:00:00.000Z'
const ROUND_START = '2026-11-23T10:00:00.000Z'
const NOW = '2026-11-23T10:05:00.000Z'

const answer = { attends: true, people: 1, children: 0, at: NOW, note: null, announced: null, isForFormerDay: false }
const newRound = (group: SendingRound['group'], ids: string[] = []): SendingRound => ({ group, since: ROUND_START, ids: new Set(ids) })
const hasNumber = ({ phone }: Invitation) => phone !== null
const queueOf = (invitations: Invitation[], of: SendingRound, skipped: string[] = []) => {
  const members = membersOf(invitations, of)
  const {
    next,
    skipped: left,
    withoutNumber,
    ...counts
  } = sendingQueueOf(members, of, { skippedIds: new Set(skipped), hasNumber: () => true })
  expect(withoutNumber).toEqual([])
  expect(countWaiting(invitations, of)).toBe(counts.total - counts.done)
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

test('sendingQueueOf excludes guests who have arrived without the round', () => {
  const arrived = { currentScans: 1, isScanned: true }
  const invitations = [
    buildInvitation('arrived', arrived),
    buildInvitation('sent', { ...arrived, sentAt: YESTERDAY }),
    buildInvitation('reminded', { ...arrived, sentAt: NOW }),
    buildInvitation('a'),
  ]
  expect(queueOf(invitations, newRound('unsent'))).toEqual({ total: 3, done: 2, next: 'a', skipped: [] })
  for (const group of ['unopened', 'unanswered'] as const)
    expect(queueOf(invitations, newRound(group))).toEqual({ total: 1, done: 1, next: undefined, skipped: [] })
  expect(queueOf(invitations, newRound('selected', ['arrived']))).toEqual({ total: 1, done: 0, next: 'arrived', skipped: [] })
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

test('sendingQueueOf counts an invitation as done that the office’s number is sending', () => {
  const whatsapp = { at: NOW, code: null, reason: null, kind: 'invitation' as const }
  const invitations = [
    buildInvitation('queued', { whatsapp: { ...whatsapp, state: 'queued' } }),
    buildInvitation('sending', { whatsapp: { ...whatsapp, state: 'sending' } }),
    buildInvitation('accepted', { whatsapp: { ...whatsapp, state: 'accepted' } }),
    buildInvitation('failed', { whatsapp: { ...whatsapp, state: 'failed' } }),
  ]
  expect(queueOf(invitations, newRound('unsent'))).toEqual({ total: 4, done: 3, next: 'failed', skipped: [] })
})

test('sendingQueueOf for a change has outdated guests until they are told, and asks again for former answers', () => {
  const outdated = { isOutdated: true, sentAt: YESTERDAY }
  const invitations = [
    buildInvitation('told', { ...outdated, sentAt: NOW }),
    buildInvitation('current', { sentAt: YESTERDAY }),
    buildInvitation('reissued', { isOutdated: true }),
    buildInvitation('former', { ...outdated, answer: { ...answer, isForFormerDay: true } }),
    buildInvitation('arrived', { ...outdated, currentScans: 1, isScanned: true }),
  ]
  expect(queueOf(invitations, newRound('outdated'))).toEqual({ total: 3, done: 1, next: 'reissued', skipped: [] })
  expect(queueOf(invitations, newRound('outdated'), ['reissued'])).toMatchObject({ next: 'former' })
  expect(queueOf(invitations, newRound('unanswered'))).toMatchObject({ total: 3, next: 'current' })
})

test('sendingQueueOf for selected guests includes sent invitations', () => {
  const invitations = [buildInvitation('a', { sentAt: YESTERDAY }), buildInvitation('b', { sentAt: NOW }), buildInvitation('c')]
  expect(queueOf(invitations, newRound('selected', ['a', 'b']))).toEqual({ total: 2, done: 1, next: 'a', skipped: [] })
})

test('guests with a number come first, and those without one are listed apart', () => {
  const round = newRound('unsent')
  const invitations = Array.from({ length: 60 }, (_, n) => buildInvitation(`${n}`, { phone: n % 7 < 2 ? '+967771000000' : null }))
  const sent = new Set<string>()
  const queue = () => {
    const marked = invitations.map(one => (sent.has(one.id) ? { ...one, sentAt: NOW } : one))
    return sendingQueueOf(membersOf(marked, round), round, { skippedIds: new Set(), hasNumber })
  }
  const without = queue().withoutNumber
  for (let { next } = queue(); next; { next } = queue()) {
    expect(hasNumber(next)).toBe(true)
    sent.add(next.id)
    expect(queue().withoutNumber).toEqual(without)
  }
  expect([sent.size, without.length]).toEqual([18, 42])
})

test('a round has a part for each property that some of its guests share', () => {
  const members = [
    buildInvitation('a', { side: 'أهل العريس', table: '10', phone: '+967771000000', isVip: true }),
    buildInvitation('b', { side: 'أهل العروس', table: '2' }),
    buildInvitation('c', { side: 'أهل العريس', table: '2' }),
  ]
  const labelsOf = (some: Invitation[]) => partsOf(some, hasNumber).map(({ label, includes }) => [label, some.filter(includes).length])
  expect(labelsOf(members)).toEqual([
    ['الكل', 3],
    ['بلا رقم', 2],
    ['كبار الضيوف', 1],
    ['أهل العروس', 1],
    ['أهل العريس', 2],
    ['طاولة \u20682\u2069', 2],
    ['طاولة \u206810\u2069', 1],
  ])
  expect(labelsOf(members.slice(2))).toEqual([['الكل', 1]])
})

test('112 guests who came are thanked with 113 presses: one begins the round, and one thanks each guest', () => {
  const arrived = { currentScans: 1, isScanned: true, sentAt: YESTERDAY }
  let invitations = [
    buildInvitation('absent', { sentAt: YESTERDAY }),
    buildInvitation('cancelled', { ...arrived, state: 'cancelled' }),
    ...Array.from({ length: 112 }, (_, n) => buildInvitation(`guest ${n}`, arrived)),
  ]
  const round = newRound('thanks')
  const queueNow = () => {
    const marked = invitations.map(one => withMarkOf('thanks', one))
    return sendingQueueOf(membersOf(marked, round), round, { skippedIds: new Set(), hasNumber: () => true })
  }
  expect(queueNow()).toMatchObject({ total: 112, done: 0 })
  let presses = 1
  for (let next = queueNow().next; next; next = queueNow().next) {
    const { id } = next
    presses += 1
    invitations = invitations.map(one => (one.id === id ? { ...one, thankedAt: NOW } : one))
  }
  expect(presses).toBe(113)
  // Another device, whose round begins later, thanks nobody again.
  expect(queueNow()).toMatchObject({ total: 112, done: 112, next: undefined })
})
