import { qrCodeText } from '@hudur/core/check-in/card-text'
import { encodeQR } from 'qr'
import { expect, test } from 'vitest'
import { sampleInvitation } from '../features/cards/card-choice.ts'
import { qrModulesForSize } from './draw-code.ts'

const INVITATION_CODE = '7KQ2M9XWPA4T6RZE0123'

const qrModulesOfText = (text: string) =>
  encodeQR(text, 'raw', { ecc: 'medium', border: 1 })
    .slice(1, -1)
    .map(row => row.slice(1, -1))

test('qrModulesForSize encodes the new code of a reissued invitation', () => {
  const invitation = { ...sampleInvitation(), code: INVITATION_CODE }
  expect(qrModulesForSize(invitation, 280, 'short')).toEqual(qrModulesOfText(INVITATION_CODE))
  expect(JSON.parse(qrCodeText(invitation)).id).toBe(INVITATION_CODE)
  expect(qrModulesForSize(invitation, 280, 'full')).toEqual(qrModulesOfText(qrCodeText(invitation)))
  // At 120 px the full QR code would be too fine for a card that a messenger has shrunk, so the short one is used.
  expect(qrModulesForSize({ ...invitation, guestName: 'ا'.repeat(200) }, 120, 'full')).toEqual(qrModulesOfText(INVITATION_CODE))
})
