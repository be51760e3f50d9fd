import type { Invitation } from '@hudur/core'
import { expect, test } from 'vitest'
import { soundOf } from './recent-scan.ts'

const vip = { isVip: true } as Invitation
const guest = { isVip: false } as Invitation

test.each([
  ['an admitted VIP', { outcome: 'admitted', playSound: 'success', invitation: vip }, 'vip'],
  ['another admitted guest', { outcome: 'admitted', playSound: 'success', invitation: guest }, 'success'],
  ['a VIP whose invitation is used', { outcome: 'used', playSound: 'warning', invitation: vip }, 'warning'],
  ['an unknown code', { outcome: 'refused', playSound: 'error', invitation: null }, 'error'],
] as const)('the sound of %s is that of the answer, or for an admitted VIP its own', (_, answer, sound) => {
  expect(soundOf(answer)).toBe(sound)
})
