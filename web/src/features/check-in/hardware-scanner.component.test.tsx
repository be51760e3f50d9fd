import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { focusElement, insertText } from '../../../testing/component/controls.ts'
import { openScannerSettings, scanner } from '../../../testing/component/scanner.ts'
import { openScreen } from '../../../testing/component/screen.tsx'
import { admin } from '../../../testing/component/session.ts'

const { codeField, confirmationDialog, verdict } = scanner

const WEDDING = { eventName: 'زفاف محمّد وسارة', eventDate: '2027-01-14' }
const createGuests = (...guests: { guestName: string; maxScans?: number; id?: string }[]) =>
  admin.invitations.create({
    invitations: guests.map(guest => ({ ...WEDDING, ...guest, ...(guest.maxScans && { generationType: 'custom' as const }) })),
  })

async function openScanner() {
  await openScreen('/Scanner')
  await expect.element(codeField).toBeVisible()
  // The code that reads hardware scanners is downloaded after the screen.
  await import('../code-readers/hardware-scanner.ts')
}

/** What the keys of a German and of an Arabic keyboard show. */
const GERMAN_KEYS: Record<string, string> = { Y: 'Z', Z: 'Y' }
const ARABIC_KEYS: Record<string, string> = { A: '\u0650', C: '}', K: '،', Q: '\u064E', X: '\u0652', Z: '~', M: '’' }

/** Presses the keys for a code as a hardware scanner does, on a computer whose keyboard layout shows other characters. */
function pressKeys(code: string, shown: Record<string, string>) {
  for (const character of code) {
    const isDigit = /\d/.test(character)
    const init = { key: shown[character] ?? character, code: `${isDigit ? 'Digit' : 'Key'}${character}`, shiftKey: !isDigit }
    const target = document.activeElement ?? document.body
    if (!target.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }))) continue
    if (target instanceof HTMLInputElement) insertText(init.key)
  }
}

const pressKey = (key: 'Enter' | 'Tab') =>
  (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true }))

const expectAdmitted = (...texts: string[]) => Promise.all(texts.map(text => expect.element(verdict('admitted')).toMatchTextContent(text)))

test('a hardware scanner needs no Enter', async () => {
  const [guest] = await createGuests({ guestName: 'أمل', maxScans: 5 })
  await openScanner()
  focusElement(codeField)
  await userEvent.keyboard(guest!.id)
  await expectAdmitted('1 / 5')
  await expect.element(codeField).toHaveValue('')
})

test('a refused code is checked once after a press on «تحقق»', async () => {
  await openScanner()
  await codeField.fill('7YZ2M9XWPA4T6RZE0Y23')
  await scanner.verifyButton.click()
  await expect.element(verdict('refused')).toBeVisible()
  await expect.element(codeField).toHaveValue('7YZ2M9XWPA4T6RZE0Y23')
  // Longer than the pause after which a code in the field is checked by itself.
  await new Promise(resolve => setTimeout(resolve, 1_300))
  await expect.element(codeField).toHaveValue('7YZ2M9XWPA4T6RZE0Y23')
  expect(page.getByRole('listitem').filter({ hasText: '7YZ2M9XWPA4T6RZE0Y23' }).elements()).toHaveLength(1)
})

test('two codes without Enter between them admit two guests', async () => {
  const [first, second] = await createGuests({ guestName: 'أمل' }, { guestName: 'بلقيس' })
  await openScanner()
  focusElement(codeField)
  pressKeys(first!.id + second!.id, {})
  await expectAdmitted('بلقيس')
  expect((await admin.invitations.stats({})).arrived).toBe(2)
})

test('Tab ends a code and keeps the focus', async () => {
  const [guest] = await createGuests({ guestName: 'أمل' })
  await openScanner()
  focusElement(codeField)
  pressKeys(guest!.id, {})
  expect(pressKey('Tab')).toBe(false)
  await expectAdmitted('أمل')
  await expect.element(codeField).toHaveFocus()
  await expect.element(codeField).toHaveValue('')
})

test('the keys decide which code was scanned, whatever the keyboard layout shows', async () => {
  const [german, arabic] = await createGuests(
    { guestName: 'أمل', id: '7YZ2M9XWPA4T6RZE0Y23' },
    { guestName: 'بلقيس', id: '7KQ2M9XWPA4T6RZE0123' },
  )
  await openScanner()
  focusElement(codeField)
  pressKeys(german!.id, GERMAN_KEYS)
  await expectAdmitted('أمل')
  pressKeys(arabic!.id, ARABIC_KEYS)
  await expectAdmitted('بلقيس')
})

test('a scan into another field is read, and leaves the field as it was', async () => {
  const [guest] = await createGuests({ guestName: 'أمل' })
  await openScanner()
  const { gate } = await openScannerSettings()
  await gate.fill('الشرقية')
  focusElement(gate)
  pressKeys(guest!.id, {})
  expect(pressKey('Enter')).toBe(false)
  await expectAdmitted('أمل')
  await expect.element(gate).toHaveValue('الشرقية')
})

test('a scan while a dialog is open is read, and closes the dialog', async () => {
  const [guest] = await createGuests({ guestName: 'أمل' }, { guestName: 'أحمد بن علي' }, { guestName: 'أحمد صالح' })
  await openScanner()
  await codeField.fill('احمد')
  await page.getByRole('button', { name: /أحمد صالح/ }).click()
  await expect.element(confirmationDialog).toBeVisible()
  pressKeys(guest!.id, {})
  expect(pressKey('Enter')).toBe(false)
  await expectAdmitted('أمل')
  await expect.element(confirmationDialog).not.toBeInTheDocument()
  expect((await admin.invitations.stats({})).arrived).toBe(1)
})

test('a pasted code is checked after a pause', async () => {
  const [guest] = await createGuests({ guestName: 'أمل' })
  await openScanner()
  focusElement(codeField)
  insertText(`https://hudur.example/i/${guest!.id}،`)
  await expectAdmitted('أمل')
})
