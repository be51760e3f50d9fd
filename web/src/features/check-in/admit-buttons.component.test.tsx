import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { focusElement } from '../../../testing/component/controls.ts'
import { enterScannedCode, scanner } from '../../../testing/component/scanner.ts'
import { expectAccessible, openScreen } from '../../../testing/component/screen.tsx'
import { admin } from '../../../testing/component/session.ts'

const { codeField, confirmationDialog, arrivals, verdict, anyVerdict } = scanner

const WEDDING = { eventName: 'زفاف محمّد وسارة', eventDate: '2027-01-14' }
const FAMILY = { ...WEDDING, guestName: 'عائلة الحمّادي', generationType: 'custom', maxScans: 5 } as const

/** Creates an invitation, opens the scanner and scans the invitation once. */
async function createAndScanInvitation(invitation: Parameters<typeof admin.invitations.create>[0]['invitations'][number]) {
  const [created] = await admin.invitations.create({ invitations: [invitation] })
  await openScreen('/Scanner')
  await expect.element(codeField).toBeVisible()
  focusElement(codeField)
  await enterScannedCode(created!.id)
  await expect.element(verdict('admitted')).toBeVisible()
}

const countAdmitted = async () => (await admin.invitations.list({})).rows[0]?.currentScans
const confirmUndoButton = confirmationDialog.getByRole('button', { name: 'تراجع عن الدخول' })

test('the scanner admits and undoes several persons of a family', async () => {
  await createAndScanInvitation(FAMILY)
  const admitted = verdict('admitted')
  await expect.element(admitted).toMatchTextContent('بقي في هذه الدعوة 4 أماكن')
  for (const name of ['أدخل واحداً', 'أدخل اثنين', 'أدخل 3', 'أدخل 4'])
    await expect.element(admitted.getByRole('button', { name, exact: true })).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'أدخل 3', exact: true }).click()
  await expect.element(admitted).toMatchTextContent('دخل الآن 3 أشخاص')
  await expect.element(admitted).toMatchTextContent('4 / 5')
  await expect.element(admitted).toMatchTextContent('بقي في هذه الدعوة مكان واحد')
  expect(await countAdmitted()).toBe(4)

  await admitted.getByRole('button', { name: 'تراجع عن دخول عائلة الحمّادي' }).click()
  await expect.element(confirmationDialog).toMatchTextContent('يُخصم من الواصلين 3 أشخاص')
  await expectAccessible()
  await confirmationDialog.getByRole('button', { name: 'إلغاء' }).click()
  expect(await countAdmitted()).toBe(4)
  await admitted.getByRole('button', { name: 'تراجع عن دخول عائلة الحمّادي' }).click()
  await confirmUndoButton.click()
  await expect.element(page.getByText('أُلغي الدخول')).toBeVisible()
  await expect.element(anyVerdict).not.toBeInTheDocument()
  expect(await countAdmitted()).toBe(1)
  const undoneEntries = page.getByRole('listitem').filter({ hasText: 'أُلغي ·' })
  await expect.poll(() => undoneEntries.elements().length).toBe(1)
  await expectAccessible()

  // Undoes the admission of the first scan in the list of recent scans.
  await page.getByRole('listitem').getByRole('button', { name: 'تراجع عن دخول عائلة الحمّادي' }).click()
  await confirmUndoButton.click()
  await expect.poll(() => undoneEntries.elements().length).toBe(2)
  expect(await countAdmitted()).toBe(0)
  await expect.element(arrivals).toMatchTextContent(/^وصل\s*0/)
})

test('an admission older than 15 minutes cannot be undone', async () => {
  await createAndScanInvitation(FAMILY)
  await verdict('admitted').getByRole('button', { name: /تراجع/ }).click()
  await expect.element(confirmationDialog).toBeVisible()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16 * 60_000 })
  onTestFinished(() => void vi.useRealTimers())
  await confirmUndoButton.click()
  await expect.element(confirmationDialog.getByRole('alert')).toMatchTextContent('مضى على الدخول أكثر من 15 دقيقة فلا يُلغى')
  expect(await countAdmitted()).toBe(1)
})

test('the number of people accepts Arabic digits and rejects 0', async () => {
  await createAndScanInvitation({ ...WEDDING, generationType: 'count', maxScans: 40 })
  const admitted = verdict('admitted')
  await expect.element(admitted).toMatchTextContent('دعوة عامة')
  const people = page.getByRole('textbox', { name: 'عدد الأشخاص' })
  const submit = page.getByRole('button', { name: 'أدخلهم' })
  await expect.element(submit).toBeEnabled()
  for (const wrong of ['٤٠', '0', 'كثير']) {
    await people.fill(wrong)
    await userEvent.keyboard('{Enter}')
    await expect.element(admitted).toMatchTextContent('اكتب عدداً من 1 إلى 39')
    await expect.element(people).toHaveValue(wrong)
  }
  await expectAccessible()
  await people.fill('٣٩')
  await submit.click()
  await expect.element(admitted).toMatchTextContent('40 / 40')
  await expect.element(page.getByRole('button', { name: /^أدخل(?!ه بلا بطاقة)/ })).not.toBeInTheDocument()
})
