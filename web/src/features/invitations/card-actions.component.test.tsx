import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, openScreen } from '../../../testing/component/screen.tsx'
import { admin } from '../../../testing/component/session.ts'

const EVENT = { eventName: 'زفاف محمّد وسارة', eventDate: '2097-01-14' }

const detailsDialog = page.getByRole('dialog', { name: 'تفاصيل الدعوة' })
/** The confirmation dialog. Toasts have the same role, so it is found by its name. */
const confirmationDialog = page.getByRole('alertdialog', { name: /؟$/ })
const guestRow = page.getByRole('list', { name: 'الضيوف', exact: true }).getByRole('listitem')
const actionButton = (name: string) => detailsDialog.getByRole('button', { name, exact: true })

async function openGuestDetails() {
  const [sara] = await admin.invitations.create({ invitations: [{ ...EVENT, guestName: 'سارة' }] })
  const network = await openScreen(`/events/${sara!.eventId}`)
  await guestRow.getByRole('button', { name: 'دعوة سارة' }).click()
  const readStoredInvitation = async () => (await admin.invitations.list({})).rows[0]!
  return { sara: sara!, network, stored: readStoredInvitation }
}

test('the invitation details issue a new card after a warning', async () => {
  const { sara, stored } = await openGuestDetails()
  await actionButton('إصدار بطاقة جديدة').click()
  await expect.element(confirmationDialog).toMatchTextContent('إصدار بطاقة جديدة: دعوة سارة؟')
  await expect.element(confirmationDialog).toMatchTextContent('تُرفض البطاقة السابقة عند الباب من الآن')
  expect((await stored()).code).toBe(sara.id)
  const code = detailsDialog.getByRole('img', { name: 'رمز QR: دعوة سارة' })
  const before = code.element().getAttribute('src')
  await confirmationDialog.getByRole('button', { name: 'إصدار بطاقة جديدة' }).click()
  await expect.element(page.getByText('صدرت البطاقة الجديدة. أرسلها إلى الضيف')).toBeVisible()
  await expect.poll(() => code.element().getAttribute('src')).not.toBe(before)
  await expect.element(detailsDialog.getByRole('region', { name: 'ما جرى على الدعوة' })).toMatchTextContent('صدرت بطاقة جديدة')
  expect((await stored()).code).not.toBe(sara.id)
  await expectAccessible()
})

test('cancelling an invitation hides its QR code and card', async () => {
  const { stored } = await openGuestDetails()
  await actionButton('إلغاء الدعوة').click()
  await confirmationDialog.getByRole('button', { name: 'إلغاء الدعوة' }).click()
  await expect.element(detailsDialog).toMatchTextContent('أُلغيت هذه الدعوة، ولا تُقبل عند الباب.')
  await expect.element(detailsDialog.getByRole('img')).not.toBeInTheDocument()
  await expect.element(detailsDialog.getByRole('button', { name: 'تحميل البطاقة' })).not.toBeInTheDocument()
  expect((await stored()).state).toBe('cancelled')
  await expect.element(actionButton('إعادة الدعوة')).toHaveFocus()
  await expectAccessible()
  await detailsDialog.getByRole('button', { name: 'إغلاق' }).click()
  await expect.element(guestRow).toMatchTextContent('ملغاة')

  await guestRow.getByRole('button', { name: 'دعوة سارة' }).click()
  await actionButton('إعادة الدعوة').click()
  await expect.element(actionButton('إصدار بطاقة جديدة')).toHaveFocus()
  expect((await stored()).state).toBe('valid')
  const history = detailsDialog.getByRole('region', { name: 'ما جرى على الدعوة' }).getByRole('listitem')
  await expect.element(history.nth(1)).toMatchTextContent('أُلغيت الدعوة')
})

test('a reissue without a response leaves the code unchanged', async () => {
  const { network, sara, stored } = await openGuestDetails()
  await actionButton('إصدار بطاقة جديدة').click()
  network.fail('invitations/reissue.php')
  await confirmationDialog.getByRole('button', { name: 'إصدار بطاقة جديدة' }).click()
  await expect.element(page.getByText('لم يصل جواب من الخادم. أعد المحاولة')).toBeVisible()
  await expect.element(confirmationDialog).toBeVisible()
  expect((await stored()).code).toBe(sara.id)
})

test('the history lists a scan without a connection that admitted nobody', async () => {
  const { sara } = await openGuestDetails()
  const scannedAt = new Date().toISOString()
  const scan = { qr_code: sara.id, nonce: 'offline', gate: 'الشرقية', scannedAt, happened: true, outcome: 'used' } as const
  await admin.checkIn.check(scan)
  await openScreen(`/events/${sara.eventId}`)
  await guestRow.getByRole('button', { name: 'دعوة سارة' }).click()
  const history = detailsDialog.getByRole('region', { name: 'ما جرى على الدعوة' }).getByRole('listitem')
  await expect.element(history.first()).toMatchTextContent('مُسحت وهي مستخدمة، ولم يدخل بها أحد · الشرقية')
  await expectAccessible()
})

test('the owner undoes an admission of the day before with a reason', async () => {
  const [family] = await admin.invitations.create({
    invitations: [{ ...EVENT, guestName: 'سارة', generationType: 'custom', maxScans: 4 }],
  })
  const scannedAt = new Date(Date.now() - 24 * 3_600_000).toISOString()
  await admin.checkIn.check({ qr_code: family!.id, nonce: 'two', admit: 2, gate: 'الشرقية', scannedAt, clockOffset: 0, happened: true })
  await openScreen(`/events/${family!.eventId}`)
  await guestRow.getByRole('button', { name: 'دعوة سارة' }).click()
  const entry = detailsDialog.getByRole('region', { name: 'ما جرى على الدعوة' }).getByRole('listitem')
  for (const shown of ['دخل شخصان · الشرقية', 'بساعة الجهاز', 'مدير النظام']) await expect.element(entry).toMatchTextContent(shown)
  await actionButton('تراجع عن الدخول').click()
  const undoDialog = page.getByRole('dialog', { name: 'التراجع عن دخول سارة؟' })
  await expect.element(undoDialog.getByRole('button', { name: 'تراجع عن الدخول' })).toBeDisabled()
  await undoDialog.getByRole('textbox', { name: 'سبب التراجع' }).fill('مُسحت بطاقة غيره')
  await expectAccessible()
  await undoDialog.getByRole('button', { name: 'تراجع عن الدخول' }).click()
  await expect.element(entry).toMatchTextContent('أُلغي هذا الدخول')
  await expect.element(entry).toMatchTextContent('سبب التراجع: مُسحت بطاقة غيره')
  await expect.element(detailsDialog).toMatchTextContent('0 / 4')
  await expect.element(actionButton('تراجع عن الدخول')).not.toBeInTheDocument()
  const { notifications } = await admin.activity.list({ filter: 'update' })
  expect(notifications[0]!.description).toMatch(/السبب: مُسحت بطاقة غيره$/)
})
