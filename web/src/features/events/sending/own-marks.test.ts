import type { Invitation } from '@hudur/core'
import { expect, test } from 'vitest'
import { isSavedMark, lastSent, withOwnMark } from './own-marks.ts'

const invitation = (more: Partial<Invitation>) => ({ id: 'a', code: 'A', sentAt: null, sentVia: null, ...more }) as Invitation
const at = (second: number) => `2026-11-20T20:00:${String(second).padStart(2, '0')}.000Z`
const own = { code: 'A', at: at(10), sentAt: at(10), sentVia: 'whatsapp' } as const

test('a mark of this device yields to a newer one of the server and to a reissued card, and not to an older list', () => {
  expect(withOwnMark(invitation({}), own).sentAt).toBe(at(10))
  expect(withOwnMark(invitation({ sentAt: at(5), sentVia: 'sms' }), own)).toMatchObject({ sentAt: at(10), sentVia: 'whatsapp' })
  expect(withOwnMark(invitation({ sentAt: at(20), sentVia: 'sms' }), own)).toMatchObject({ sentAt: at(20), sentVia: 'sms' })
  expect(withOwnMark(invitation({ code: 'B' }), own).sentAt).toBeNull()
  expect(withOwnMark(invitation({ sentAt: at(5) }), { ...own, sentAt: null, sentVia: null }).sentAt).toBeNull()
})

test('a mark counts as saved when the server has it, by its clock, or a later one', () => {
  const mark = { id: 'a', code: 'A', via: 'whatsapp', at: at(10) }
  expect(isSavedMark(invitation({}), mark)).toBe(false)
  expect(isSavedMark(invitation({ sentAt: at(4), sentVia: 'whatsapp' }), mark)).toBe(false)
  expect(isSavedMark(invitation({ sentAt: at(6), sentVia: 'whatsapp' }), mark)).toBe(true)
  expect(isSavedMark(invitation({ sentAt: at(6), sentVia: 'sms' }), mark)).toBe(false)
  expect(isSavedMark(invitation({ sentAt: at(20), sentVia: 'sms' }), mark)).toBe(true)
})

test('the last one sent is that of the round', () => {
  const [first, second] = [invitation({ id: 'a', sentAt: at(5) }), invitation({ id: 'b', sentAt: at(9) })]
  expect(lastSent([second, first, invitation({})], undefined)?.id).toBe('b')
  expect(lastSent([second, first], at(10))).toBeUndefined()
})
