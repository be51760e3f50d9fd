import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { chooseFromMenu, expectAddress, listItemWithHeading } from '../../testing/component/controls.ts'
import { addHost, HOST } from '../../testing/component/host.ts'
import { openScreen } from '../../testing/component/screen.tsx'

const form = page.getByRole('dialog', { name: 'مستخدم جديد' })
const alert = page.getByRole('alertdialog')

/** Expects that the state of the current history entry says that this number of dialogs is open. */
const expectEntry = (dialogs: number) => expect.poll(() => window.history.state?.dialogs ?? 0).toBe(dialogs)

const openForm = async () => {
  await page.getByRole('button', { name: 'إضافة مستخدم' }).click()
  await expect.element(form).toBeVisible()
  await expectEntry(1)
}

async function expectNoDialog() {
  for (const dialog of [form, alert]) await expect.element(dialog).not.toBeInTheDocument()
}

/** Opens the screen of users from the settings, so that the browser history has an entry to go back to. */
async function openUsers() {
  const network = await openScreen('/settings')
  await chooseFromMenu('المستخدمون')
  await expectAddress(/^\/users$/)
  return network
}

beforeEach(() => expectEntry(0))

test('Back in the browser closes the topmost dialog, then the dialog below it, then leaves the page; Forward reopens no dialog', async () => {
  await openUsers()
  await openForm()
  await form.getByRole('button', { name: 'حفظ' }).click()
  await expect.element(alert).toBeVisible()
  await expectEntry(2)
  window.history.back()
  await expect.element(alert).not.toBeInTheDocument()
  await expect.element(form).toBeVisible()
  window.history.back()
  await expectNoDialog()
  await expectAddress(/^\/users$/)
  window.history.back()
  await expectAddress(/^\/settings$/)

  window.history.forward()
  await expectAddress(/^\/users$/)
  await expect.element(page.getByRole('button', { name: 'إضافة مستخدم' })).toBeVisible()
  window.history.forward()
  await new Promise(resolve => setTimeout(resolve, 300))
  await expectEntry(0)
  await expectNoDialog()
  await expectAddress(/^\/users$/)
  window.history.back()
  await expectAddress(/^\/settings$/)
})

test('closing a dialog by Escape or by its button leaves no entry in the browser history, also when the dialog is reopened at once', async () => {
  await openUsers()
  await openForm()
  await userEvent.keyboard('{Escape}')
  await expectNoDialog()
  await expectEntry(0)
  await openForm()
  await form.getByRole('button', { name: 'إلغاء' }).click()
  // This click opens the dialog again before the browser has removed the history entry of the closed one.
  await page.getByRole('button', { name: 'إضافة مستخدم' }).click()
  await expectEntry(1)
  await expect.element(form).toBeVisible()
  await form.getByRole('button', { name: 'إلغاء' }).click()
  await expectEntry(0)
  window.history.back()
  await expectAddress(/^\/settings$/)
  await expect.element(page.getByRole('heading', { level: 1, name: 'الإعدادات' })).toBeVisible()
})

test('a link inside a dialog closes the dialog and opens its page; Back then shows the first page without the dialog', async () => {
  await page.viewport(360, 740)
  await openScreen('/users')
  await page.getByRole('button', { name: 'القائمة' }).click()
  await expectEntry(1)
  await page.getByRole('dialog').getByRole('link', { name: 'الرسائل' }).click()
  await expectAddress(/^\/messages$/)
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expectEntry(0)
  window.history.back()
  await expectAddress(/^\/users$/)
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  window.history.forward()
  await expectAddress(/^\/messages$/)
})

test('Back in the browser does not close a dialog whose action is still pending', async () => {
  await addHost()
  const network = await openUsers()
  const removal = network.hold('users/delete.php')
  await listItemWithHeading(HOST.fullName).getByRole('button', { name: 'حذف' }).click()
  await expect.element(alert).toBeVisible()
  await expectEntry(1)
  await alert.getByRole('button', { name: 'حذف' }).click()
  await expect.poll(() => removal.held.length).toBe(1)
  window.history.back()
  await expectEntry(1)
  await expect.element(alert).toBeVisible()
  removal.release()
  await expect.element(alert).not.toBeInTheDocument()
  await expectEntry(0)
  window.history.back()
  await expectAddress(/^\/settings$/)
})
