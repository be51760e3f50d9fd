import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { chooseFromMenu, expectUrl, listItemWithHeading } from '../../testing/component/controls.ts'
import { addHost, HOST } from '../../testing/component/host.ts'
import { openScreen } from '../../testing/component/screen.tsx'

const userFormDialog = page.getByRole('dialog', { name: 'مستخدم جديد' })
const alertDialog = page.getByRole('alertdialog')
/** The question whether to delete a user. Toasts have the same role. */
const removalDialog = page.getByRole('alertdialog', { name: /؟$/ })

/** Expects that the state of the current history entry says that this number of dialogs is open. */
const expectOpenDialogCount = (dialogs: number) => expect.poll(() => window.history.state?.dialogs ?? 0).toBe(dialogs)

const openUserForm = async () => {
  await page.getByRole('button', { name: 'إضافة مستخدم' }).click()
  await expect.element(userFormDialog).toBeVisible()
  await expectOpenDialogCount(1)
}

async function expectNoDialog() {
  for (const dialog of [userFormDialog, alertDialog]) await expect.element(dialog).not.toBeInTheDocument()
}

/** Opens the screen of users from the settings, so that the browser history has an entry to go back to. */
async function openUsersScreen() {
  const network = await openScreen('/settings')
  await chooseFromMenu('المستخدمون')
  await expectUrl(/^\/users$/)
  return network
}

beforeEach(() => expectOpenDialogCount(0))

test('Back closes the topmost dialog first', async () => {
  await openUsersScreen()
  await openUserForm()
  await userFormDialog.getByRole('button', { name: 'حفظ' }).click()
  await expect.element(alertDialog).toBeVisible()
  await expectOpenDialogCount(2)
  window.history.back()
  await expect.element(alertDialog).not.toBeInTheDocument()
  await expect.element(userFormDialog).toBeVisible()
  window.history.back()
  await expectNoDialog()
  await expectUrl(/^\/users$/)
  window.history.back()
  await expectUrl(/^\/settings$/)

  window.history.forward()
  await expectUrl(/^\/users$/)
  await expect.element(page.getByRole('button', { name: 'إضافة مستخدم' })).toBeVisible()
  window.history.forward()
  await new Promise(resolve => setTimeout(resolve, 300))
  await expectOpenDialogCount(0)
  await expectNoDialog()
  await expectUrl(/^\/users$/)
  window.history.back()
  await expectUrl(/^\/settings$/)
})

test('a closed dialog leaves no entry in the browser history', async () => {
  await openUsersScreen()
  await openUserForm()
  await userEvent.keyboard('{Escape}')
  await expectNoDialog()
  await expectOpenDialogCount(0)
  await openUserForm()
  await userFormDialog.getByRole('button', { name: 'إلغاء' }).click()
  // This click opens the dialog again before the browser has removed the history entry of the closed one.
  await page.getByRole('button', { name: 'إضافة مستخدم' }).click()
  await expectOpenDialogCount(1)
  await expect.element(userFormDialog).toBeVisible()
  await userFormDialog.getByRole('button', { name: 'إلغاء' }).click()
  await expectOpenDialogCount(0)
  window.history.back()
  await expectUrl(/^\/settings$/)
  await expect.element(page.getByRole('heading', { level: 1, name: 'الإعدادات' })).toBeVisible()
})

test('Escape closes the topmost dialog while no element has the focus', async () => {
  await openUsersScreen()
  await openUserForm()
  await userFormDialog.getByRole('button', { name: 'حفظ' }).click()
  await expect.element(alertDialog).toBeVisible()
  await expectOpenDialogCount(2)
  for (const dialog of [alertDialog, userFormDialog]) {
    await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true)
    // The focused element disappears, as a button does after its action.
    document.activeElement!.remove()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
  }
})

test('a link in a dialog closes the dialog and opens its page', async () => {
  await page.viewport(360, 740)
  await openScreen('/users')
  await page.getByRole('button', { name: 'المزيد' }).click()
  await expectOpenDialogCount(1)
  await page.getByRole('dialog').getByRole('link', { name: 'الرسائل' }).click()
  await expectUrl(/^\/messages$/)
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expectOpenDialogCount(0)
  window.history.back()
  await expectUrl(/^\/users$/)
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  window.history.forward()
  await expectUrl(/^\/messages$/)
})

test('a screen opened from a dialog stays when the browser takes long to remove the entry of the dialog', async () => {
  await page.viewport(360, 740)
  await openScreen('/users')
  await page.getByRole('button', { name: 'المزيد' }).click()
  await expectOpenDialogCount(1)
  const moves: number[] = []
  const go = vi.spyOn(window.history, 'go').mockImplementation(delta => void moves.push(delta!))
  await page.getByRole('dialog').getByRole('link', { name: 'الرسائل' }).click()
  await expect.poll(() => moves).toEqual([-1])
  // After a second the move has taken longer than that of a page whose browser has no entry to go back to.
  await new Promise(resolve => setTimeout(resolve, 1_500))
  go.mockRestore()
  window.history.go(-1)
  await expectUrl(/^\/messages$/)
  await new Promise(resolve => setTimeout(resolve, 300))
  await expectUrl(/^\/messages$/)
  window.history.back()
  await expectUrl(/^\/users$/)
})

test('Back does not close a dialog whose action is pending', async () => {
  await addHost()
  const network = await openUsersScreen()
  const removal = network.hold('users/delete.php')
  await listItemWithHeading(HOST.fullName).getByRole('button', { name: 'حذف' }).click()
  await expect.element(removalDialog).toBeVisible()
  await expectOpenDialogCount(1)
  await removalDialog.getByRole('button', { name: 'حذف' }).click()
  await expect.poll(() => removal.held.length).toBe(1)
  window.history.back()
  await expectOpenDialogCount(1)
  await expect.element(removalDialog).toBeVisible()
  removal.release()
  await expect.element(removalDialog).not.toBeInTheDocument()
  await expectOpenDialogCount(0)
  window.history.back()
  await expectUrl(/^\/settings$/)
})
