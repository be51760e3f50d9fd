import { qrCodeText } from '@hudur/core'
import { encodeQR } from 'qr'
import { expect, test } from 'vitest'
import { sampleInvitation } from '../features/invitations/studio/card-choice.ts'
import { codeModules } from './draw-code.ts'

const CODE = '7KQ2M9XWPA4T6RZE0123'

const encodedModulesOf = (text: string) =>
  encodeQR(text, 'raw', { ecc: 'medium', border: 1 })
    .slice(1, -1)
    .map(row => row.slice(1, -1))

test('codeModules encodes the new code of a reissued invitation, in the full QR code and in the short one', () => {
  const invitation = { ...sampleInvitation(), code: CODE }
  expect(codeModules(invitation, 280, 'short')).toEqual(encodedModulesOf(CODE))
  expect(JSON.parse(qrCodeText(invitation)).id).toBe(CODE)
  expect(codeModules(invitation, 280, 'full')).toEqual(encodedModulesOf(qrCodeText(invitation)))
  // At 120 px the full QR code would be too fine for a card that a messenger has shrunk, so the short one is used.
  expect(codeModules({ ...invitation, guestName: 'ا'.repeat(200) }, 120, 'full')).toEqual(encodedModulesOf(CODE))
})
