import type { Invitation } from '@hudur/core/invitations/invitation'
import { expect, test } from 'vitest'
import { isSavedMark, lastSentInvitation, withLocalSentMark } from './local-sent-marks.ts'

const newInvitation = (more: Partial<Invitation>) => ({ id: 'a', code: 'A', sentAt: null, sentVia: null, ...more }) as Invitation
const timeAtSecond = (second: number) => `2026-11-20T20:00:${String(second).padStart(2, '0')}.000Z`
const localMark = { code: 'A', at: timeAtSecond(10), sentAt: timeAtSecond(10), sentVia: 'whatsapp' } as const

test('withLocalSentMark replaces only older marks of the server', () => {
  expect(withLocalSentMark(newInvitation({}), localMark).sentAt).toBe(timeAtSecond(10))
  expect(withLocalSentMark(newInvitation({ sentAt: timeAtSecond(5), sentVia: 'sms' }), localMark)).toMatchObject({
    sentAt: timeAtSecond(10),
    sentVia: 'whatsapp',
  })
  expect(withLocalSentMark(newInvitation({ sentAt: timeAtSecond(20), sentVia: 'sms' }), localMark)).toMatchObject({
    sentAt: timeAtSecond(20),
    sentVia: 'sms',
  })
  expect(withLocalSentMark(newInvitation({ code: 'B' }), localMark).sentAt).toBeNull()
  expect(withLocalSentMark(newInvitation({ sentAt: timeAtSecond(5) }), { ...localMark, sentAt: null, sentVia: null }).sentAt).toBeNull()
})

test('isSavedMark returns true if the server has the same or a newer mark', () => {
  const mark = { id: 'a', code: 'A', via: 'whatsapp', at: timeAtSecond(10) }
  expect(isSavedMark(newInvitation({}), mark)).toBe(false)
  expect(isSavedMark(newInvitation({ sentAt: timeAtSecond(4), sentVia: 'whatsapp' }), mark)).toBe(false)
  expect(isSavedMark(newInvitation({ sentAt: timeAtSecond(6), sentVia: 'whatsapp' }), mark)).toBe(true)
  expect(isSavedMark(newInvitation({ sentAt: timeAtSecond(6), sentVia: 'sms' }), mark)).toBe(false)
  expect(isSavedMark(newInvitation({ sentAt: timeAtSecond(20), sentVia: 'sms' }), mark)).toBe(true)
})

test('lastSentInvitation returns the invitation that was sent last', () => {
  const [first, second] = [newInvitation({ id: 'a', sentAt: timeAtSecond(5) }), newInvitation({ id: 'b', sentAt: timeAtSecond(9) })]
  expect(lastSentInvitation([second, first, newInvitation({})], undefined)?.id).toBe('b')
  expect(lastSentInvitation([second, first], timeAtSecond(10))).toBeUndefined()
})
