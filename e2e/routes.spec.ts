import { expect, test } from './fixtures.ts'

/** A path of each kind, and the path to which the server or the router redirects a visitor. Tests of the router cover every path. */
const FOR_VISITORS = [
  ['/', '/website'],
  ['/website.html', '/website'],
  ['/anything/else', '/website'],
  ['/scanner', '/website'],
  ['/register', '/register'],
] as const

test('redirects visitors from most paths to the public page, and a user away from the screens of administrators', async ({
  page,
  admin,
  signIn,
}) => {
  const open = async (path: string, place: string) => {
    await page.goto(path)
    await expect(page, path).toHaveURL(url => url.pathname === place)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
  }
  for (const [path, place] of FOR_VISITORS) await open(path, place)
  const user = { username: 'hanaa', password: 'secret-1' }
  await admin.accounts.create({ ...user, fullName: 'هناء' })
  await signIn(user)
  await open('/generator', '/requests')
  await open('/users', '/website')
})

test('Back closes an open dialog, and leaves the page when a reload has closed it', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/settings')
  await page.goto('/users')
  const dialog = page.getByRole('dialog')
  const open = async () => {
    await page.getByRole('button', { name: 'إضافة مستخدم' }).click()
    await expect(dialog).toBeVisible()
    await page.waitForFunction(() => window.history.state?.dialogs === 1)
  }
  await open()
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/users$/)
  await open()
  await page.reload()
  await page.waitForFunction(() => !window.history.state?.dialogs)
  await expect(page.getByRole('button', { name: 'إضافة مستخدم' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/settings$/)
})
