import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openScreen } from '../../testing/component/screen.tsx'
import { admin } from '../../testing/component/session.ts'

const EVENT = { eventName: 'زفاف محمّد وسارة', eventDate: '2097-01-14' }

const inviteGuest = async () => (await admin.invitations.create({ invitations: [{ ...EVENT, guestName: 'سارة' }] }))[0]!.eventId!

/** Returns whether the browser would ask before it leaves the page. */
const asksBeforeLeaving = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))

const dialog = page.getByRole('dialog')
const closeButton = dialog.getByRole('button', { name: 'إغلاق' })
const chooseTemplate = () => dialog.getByRole('radio', { name: 'قمر', exact: true }).click()
const customizeButton = page.getByRole('button', { name: 'تخصيص البطاقة' })

test('leaving the page asks while the card designer of an event has unsaved changes', async () => {
  await openScreen(`/events/${await inviteGuest()}/card`)
  await customizeButton.click()
  await expect.element(dialog).toBeVisible()
  expect(asksBeforeLeaving()).toBe(false)
  await chooseTemplate()
  await expect.poll(asksBeforeLeaving).toBe(true)
  await closeButton.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'احفظ' }).click()
  await expect.poll(() => admin.invitations.designs({})).toMatchObject({ total: 1 })
  await expect.poll(asksBeforeLeaving).toBe(false)
})

test('leaving the page does not ask in the generator, which stores a draft', async () => {
  await openScreen('/generator')
  await page.getByRole('textbox', { name: /أسماء المعازيم/ }).fill('سارة')
  await customizeButton.click()
  await chooseTemplate()
  await closeButton.click()
  await expect.element(page.getByRole('alertdialog')).toBeVisible()
  expect(asksBeforeLeaving()).toBe(false)
})

test('leaving the page asks while a form has unsaved values', async () => {
  const id = await inviteGuest()
  await openScreen('/events')
  await page.getByRole('button', { name: 'مناسبة جديدة' }).click()
  await dialog.getByRole('textbox', { name: /اسم المناسبة/ }).fill('تخرّج')
  await expect.poll(asksBeforeLeaving).toBe(true)
  await closeButton.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'تجاهل' }).click()
  await expect.poll(asksBeforeLeaving).toBe(false)

  await openScreen(`/events/${id}/details`)
  await page.getByRole('textbox', { name: 'المكان' }).fill('قاعة الماسة')
  await expect.poll(asksBeforeLeaving).toBe(true)
  await page.getByRole('button', { name: 'حفظ' }).click()
  await expect.poll(asksBeforeLeaving).toBe(false)
})

test('leaving the page asks while a registration is not sent', async () => {
  await openScreen('/register', { as: null })
  await page.getByRole('textbox', { name: /الاسم الكامل/ }).fill('سارة ناصر')
  await expect.poll(asksBeforeLeaving).toBe(true)
})
