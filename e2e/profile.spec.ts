import { ADMIN, expect, test } from './fixtures.ts'

const USER = { username: 'hanaa', password: 'secret-1' }

test('deleting one’s own account is confirmed before the sign-in opens', async ({ page, admin, signIn, expectedErrors }) => {
  expectedErrors.allow(/401/)
  await admin.accounts.create({ ...USER, fullName: 'هناء الأغبري' })
  await signIn(USER)
  await page.goto('/requests')
  // The list of sessions is refused because the account is deleted, and only then the response to the deletion reaches the page.
  const deletion = Promise.withResolvers<void>()
  await page.route('**/api/users/sessions.php', async route => {
    await deletion.promise
    await route.continue()
  })
  await page.route('**/api/users/delete-account.php', async route => {
    const response = await route.fetch()
    const signedInUser = page.waitForResponse('**/api/auth/me.php')
    deletion.resolve()
    await signedInUser
    await route.fulfill({ response })
  })
  await page
    .getByRole('button', { name: /المزيد/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'الملف الشخصي' }).click()
  const panel = page.getByRole('region', { name: 'حذف الحساب' })
  await panel.getByRole('button', { name: 'حذف الحساب' }).click()
  await panel.getByLabel('كلمة المرور الحالية').fill(USER.password)
  await panel.getByLabel('اكتب DELETE للتأكيد').fill('DELETE')
  await panel.getByRole('button', { name: 'حذف الحساب نهائياً' }).click()
  const deletedMessage = page.getByRole('alertdialog', { name: 'تم حذف الحساب بنجاح. سيتم تسجيل الخروج خلال 3 ثوانٍ...' })
  await expect(deletedMessage).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(deletedMessage).toBeVisible()
  const redirect = page.waitForEvent('framenavigated', frame => new URL(frame.url()).pathname === '/login')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'طلباتي' })).toBeVisible()
  await redirect
  await expect(page.getByRole('heading', { name: 'أهلاً بعودتك' })).toBeVisible()
  await expect(page.getByText('انتهت جلستك')).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('currentUser'))).toBeNull()
  expect((await admin.accounts.list({})).map(({ username }) => username)).toEqual([ADMIN.username])
})
