import type { Invitation } from '@hudur/core/invitations/invitation'
import { expect, test } from 'vitest'
import { soundOf } from './recent-scan.ts'

const vipInvitation = { isVip: true } as Invitation
const guestInvitation = { isVip: false } as Invitation

test.each([
  ['the sound «vip» for an admitted VIP', { outcome: 'admitted', playSound: 'success', invitation: vipInvitation }, 'vip'],
  [
    'the answer’s sound for an admitted guest who is not a VIP',
    { outcome: 'admitted', playSound: 'success', invitation: guestInvitation },
    'success',
  ],
  [
    'the answer’s sound for a VIP whose invitation is used',
    { outcome: 'used', playSound: 'warning', invitation: vipInvitation },
    'warning',
  ],
  ['the answer’s sound for an unknown code', { outcome: 'refused', playSound: 'error', invitation: null }, 'error'],
] as const)('soundOf returns %s', (_, answer, sound) => {
  expect(soundOf(answer)).toBe(sound)
})
