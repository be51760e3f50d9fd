import { expect, test } from './fixtures.ts'

test('says that the camera is not allowed, and offers to try again', async ({ page, signIn, axe }) => {
  await signIn()
  await page.goto('/Scanner')
  await page.getByRole('button', { name: 'مسح بالكاميرا' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('حدث خطأ في الوصول إلى الكاميرا، يرجى السماح باستخدام الكاميرا')
  await axe()
  await dialog.getByRole('button', { name: 'إعادة المسح' }).click()
  await expect(dialog).toContainText('يرجى السماح باستخدام الكاميرا')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})
