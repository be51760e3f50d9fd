import { expect, test } from './fixtures.ts'

test('a user who was added by an administrator can sign in', async ({ page, signIn, sessionCookieOf }) => {
  const credentials = { username: 'hanaa', password: 'secret-1' }
  await signIn()
  await page.goto('/users')
  await page.getByRole('button', { name: 'إضافة مستخدم' }).click()
  const dialog = page.getByRole('dialog', { name: 'مستخدم جديد' })
  await dialog.getByLabel('الاسم الكامل').fill('هناء الأغبري')
  await dialog.getByLabel('اسم المستخدم').fill(credentials.username)
  await dialog.getByLabel('كلمة المرور', { exact: true }).fill(credentials.password)
  await dialog.getByRole('button', { name: 'حفظ' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('searchbox', { name: 'البحث في المستخدمين' }).fill('هناء')
  await expect(page).toHaveURL(/search=/)
  await page.reload()
  await expect(page.getByRole('listitem').filter({ hasText: 'بقي' })).toHaveCount(1)
  await sessionCookieOf(credentials)
})
