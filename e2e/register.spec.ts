import { expect, test } from './fixtures.ts'

test('a visitor registers by keyboard but cannot sign in while pending', async ({ page, admin, expectedErrors }) => {
  expectedErrors.allow(/403/)
  await page.goto('/register')
  await page.getByLabel('الاسم الكامل').focus()
  for (const value of ['هناء باوزير', 'hanaa', 'secret-1', 'secret-1', '٠٥١٢٣٤٥٦٧٨', 'hanaa@example.com']) {
    await page.keyboard.type(value)
    await page.keyboard.press('Tab')
    // Skips the button that shows the password.
    if (value === 'secret-1') await page.keyboard.press('Tab')
  }
  await expect(page.getByRole('button', { name: 'إنشاء الحساب' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('تم إنشاء الحساب بنجاح! الحساب قيد المراجعة')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  expect((await admin.accounts.registrations({})).rows).toMatchObject([
    { full_name: 'هناء باوزير', username: 'hanaa', phone: '0512345678', email: 'hanaa@example.com', status: 'pending' },
  ])
  await page.getByLabel('اسم المستخدم').fill('hanaa')
  await page.getByLabel('كلمة المرور', { exact: true }).fill('secret-1')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('الحساب قيد المراجعة')
})
