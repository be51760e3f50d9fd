import { expect, test } from './fixtures.ts'

test('a user whose registration an administrator approved can sign in', async ({ page, admin, signIn, sessionCookieOf }) => {
  const credentials = { username: 'arwa', password: 'secret-1' }
  await admin.accounts.register({ ...credentials, fullName: 'أروى باسليم', phone: '0770000001' })
  await signIn()
  await page.goto('/settings')
  await page.getByRole('button', { name: 'المزيد' }).first().click()
  await page.getByRole('menuitem', { name: /^طلبات التسجيل ?، 1 تنتظر$/ }).click()
  await page.getByRole('listitem').filter({ hasText: 'أروى باسليم' }).getByRole('button', { name: 'قبول' }).click()
  await expect(page.getByText('لا طلبات حالياً')).toBeVisible()
  await sessionCookieOf(credentials)
})
