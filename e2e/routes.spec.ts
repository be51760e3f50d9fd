import { expect, test } from './fixtures.ts'

/** A path of each kind, and where it leads a visitor without a session. `routes.component.test.tsx` tests more. */
const VISITOR_ROUTES = [
  ['/', '/website'],
  ['/website.html', '/website'],
  ['/anything/else', '/website'],
] as const

test('visitors and users are redirected from paths they may not open', async ({ page, admin, signIn }) => {
  const expectPath = async (path: string, expectedPath: string) => {
    await page.goto(path)
    await expect(page, path).toHaveURL(url => url.pathname === expectedPath)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
  }
  for (const [path, expectedPath] of VISITOR_ROUTES) await expectPath(path, expectedPath)
  const user = { username: 'hanaa', password: 'secret-1' }
  await admin.accounts.create({ ...user, fullName: 'هناء' })
  await signIn(user)
  await expectPath('/generator', '/requests')
})

test('the browser’s back closes an open dialog', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/settings')
  await page.goto('/users')
  const dialog = page.getByRole('dialog')
  const openAddUserDialog = async () => {
    await page.getByRole('button', { name: 'إضافة مستخدم' }).click()
    await expect(dialog).toBeVisible()
    await page.waitForFunction(() => window.history.state?.dialogs === 1)
  }
  await openAddUserDialog()
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/users$/)
  await openAddUserDialog()
  await page.reload()
  await page.waitForFunction(() => !window.history.state?.dialogs)
  await expect(page.getByRole('button', { name: 'إضافة مستخدم' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/settings$/)
})
