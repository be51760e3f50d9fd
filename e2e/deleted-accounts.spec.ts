import { ADMIN, expect, test } from './fixtures.ts'

test('the screen of deleted accounts keeps its search after a reload', async ({ page, admin, signIn }) => {
  const { id } = await admin.accounts.create({ fullName: 'نادية الشامي', username: 'nadia', password: 'secret-1' })
  await admin.accounts.remove({ id, currentPassword: ADMIN.password })
  await signIn()
  await page.goto('/DeletedAccounts')
  const rows = page.getByRole('row').filter({ has: page.getByRole('cell') })
  await expect(rows).toHaveCount(1)
  await page.getByRole('searchbox', { name: 'البحث في الحسابات المحذوفة' }).fill('لا أحد')
  await expect(page.getByText('لا حساب محذوف بهذا الاسم')).toBeVisible()
  await page.reload()
  await expect(page.getByText('لا حساب محذوف بهذا الاسم')).toBeVisible()
  await page.getByRole('button', { name: 'إلغاء البحث' }).click()
  await expect(rows).toContainText('nadia')
})
