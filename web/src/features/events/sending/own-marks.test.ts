import type { Invitation } from '@hudur/core'
import { expect, test } from 'vitest'
import { isSavedMark, lastSent, withOwnMark } from './own-marks.ts'

const invitation = (more: Partial<Invitation>) => ({ id: 'a', code: 'A', sentAt: null, sentVia: null, ...more }) as Invitation
const at = (second: number) => `2026-11-20T20:00:${String(second).padStart(2, '0')}.000Z`
const own = { code: 'A', at: at(10), sentAt: at(10), sentVia: 'whatsapp' } as const

test('the sent mark of this device replaces an older one of the server, but not a newer one, and not that of a reissued card', () => {
  expect(withOwnMark(invitation({}), own).sentAt).toBe(at(10))
  expect(withOwnMark(invitation({ sentAt: at(5), sentVia: 'sms' }), own)).toMatchObject({ sentAt: at(10), sentVia: 'whatsapp' })
  expect(withOwnMark(invitation({ sentAt: at(20), sentVia: 'sms' }), own)).toMatchObject({ sentAt: at(20), sentVia: 'sms' })
  expect(withOwnMark(invitation({ code: 'B' }), own).sentAt).toBeNull()
  expect(withOwnMark(invitation({ sentAt: at(5) }), { ...own, sentAt: null, sentVia: null }).sentAt).toBeNull()
})

test('a sent mark counts as saved when the server has the same one, within the clock error, or a later one', () => {
  const mark = { id: 'a', code: 'A', via: 'whatsapp', at: at(10) }
  expect(isSavedMark(invitation({}), mark)).toBe(false)
  expect(isSavedMark(invitation({ sentAt: at(4), sentVia: 'whatsapp' }), mark)).toBe(false)
  expect(isSavedMark(invitation({ sentAt: at(6), sentVia: 'whatsapp' }), mark)).toBe(true)
  expect(isSavedMark(invitation({ sentAt: at(6), sentVia: 'sms' }), mark)).toBe(false)
  expect(isSavedMark(invitation({ sentAt: at(20), sentVia: 'sms' }), mark)).toBe(true)
})

test('lastSent returns the invitation that was sent last, and undefined when none was sent since the given time', () => {
  const [first, second] = [invitation({ id: 'a', sentAt: at(5) }), invitation({ id: 'b', sentAt: at(9) })]
  expect(lastSent([second, first, invitation({})], undefined)?.id).toBe('b')
  expect(lastSent([second, first], at(10))).toBeUndefined()
})
