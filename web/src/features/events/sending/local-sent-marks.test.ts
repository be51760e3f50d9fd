import type { Invitation } from '@hudur/core'
import { expect, test } from 'vitest'
import { isSavedMark, lastSent, withLocalSentMark } from './local-sent-marks.ts'

const invitation = (more: Partial<Invitation>) => ({ id: 'a', code: 'A', sentAt: null, sentVia: null, ...more }) as Invitation
const at = (second: number) => `2026-11-20T20:00:${String(second).padStart(2, '0')}.000Z`
const localMark = { code: 'A', at: at(10), sentAt: at(10), sentVia: 'whatsapp' } as const

test('withLocalSentMark replaces the server’s older «sent» mark of an invitation, but not a newer one, and not that of a reissued card', () => {
  expect(withLocalSentMark(invitation({}), localMark).sentAt).toBe(at(10))
  expect(withLocalSentMark(invitation({ sentAt: at(5), sentVia: 'sms' }), localMark)).toMatchObject({ sentAt: at(10), sentVia: 'whatsapp' })
  expect(withLocalSentMark(invitation({ sentAt: at(20), sentVia: 'sms' }), localMark)).toMatchObject({ sentAt: at(20), sentVia: 'sms' })
  expect(withLocalSentMark(invitation({ code: 'B' }), localMark).sentAt).toBeNull()
  expect(withLocalSentMark(invitation({ sentAt: at(5) }), { ...localMark, sentAt: null, sentVia: null }).sentAt).toBeNull()
})

test('isSavedMark returns true if the server has a «sent» mark of the same kind at most 5 seconds older, or any newer one', () => {
  const mark = { id: 'a', code: 'A', via: 'whatsapp', at: at(10) }
  expect(isSavedMark(invitation({}), mark)).toBe(false)
  expect(isSavedMark(invitation({ sentAt: at(4), sentVia: 'whatsapp' }), mark)).toBe(false)
  expect(isSavedMark(invitation({ sentAt: at(6), sentVia: 'whatsapp' }), mark)).toBe(true)
  expect(isSavedMark(invitation({ sentAt: at(6), sentVia: 'sms' }), mark)).toBe(false)
  expect(isSavedMark(invitation({ sentAt: at(20), sentVia: 'sms' }), mark)).toBe(true)
})

test('lastSent returns the invitation that was sent last, and undefined if none was sent since the given time', () => {
  const [first, second] = [invitation({ id: 'a', sentAt: at(5) }), invitation({ id: 'b', sentAt: at(9) })]
  expect(lastSent([second, first, invitation({})], undefined)?.id).toBe('b')
  expect(lastSent([second, first], at(10))).toBeUndefined()
})
