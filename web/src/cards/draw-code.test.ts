import { codeText } from '@hudur/core'
import { encodeQR } from 'qr'
import { expect, test } from 'vitest'
import { sampleInvitation } from '../features/invitations/studio/card-choice.ts'
import { codeModules } from './draw-code.ts'

const CODE = '7KQ2M9XWPA4T6RZE0123'

const modulesOf = (text: string) =>
  encodeQR(text, 'raw', { ecc: 'medium', border: 1 })
    .slice(1, -1)
    .map(row => row.slice(1, -1))

test('a reissued card has the new code, in the full code and in the short one', () => {
  const invitation = { ...sampleInvitation(), code: CODE }
  expect(codeModules(invitation, 280, 'short')).toEqual(modulesOf(CODE))
  expect(JSON.parse(codeText(invitation)).id).toBe(CODE)
  expect(codeModules(invitation, 280, 'full')).toEqual(modulesOf(codeText(invitation)))
  // Too fine for a card that a messenger has shrunk.
  expect(codeModules({ ...invitation, guestName: 'ا'.repeat(200) }, 120, 'full')).toEqual(modulesOf(CODE))
})
