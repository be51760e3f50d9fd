import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { RELEASE_VERSION } from '@hudur/core/release'
import { SAMPLE_SITE_CONTENT } from '@hudur/core/site/sample-content'
import { expect, test } from './fixtures.ts'

test('the settings show the contacts from site.json', async ({ page, product, signIn }) => {
  const contact = { ...SAMPLE_SITE_CONTENT.contact, phone: '+967 1 234-567', email: 'help@hudur.example' }
  await writeFile(path.join(product.dataDir, 'site.json'), JSON.stringify({ ...SAMPLE_SITE_CONTENT, contact }))
  await signIn()
  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'الإعدادات' })).toBeVisible()
  const support = page.getByRole('region', { name: 'الدعم الفني' })
  await expect(support).toContainText('+967 1 234-567')
  await expect(support.getByRole('link', { name: 'اتصال' })).toHaveAttribute('href', 'tel:+9671234567')
  await expect(support.getByRole('link', { name: 'محادثة' })).toHaveAttribute('href', 'https://wa.me/967770000000')
  await expect(support.getByRole('link', { name: 'مراسلة' })).toHaveAttribute('href', 'mailto:help@hudur.example')
  for (const { name, url } of SAMPLE_SITE_CONTENT.social) await expect(support.getByRole('link', { name })).toHaveAttribute('href', url)
  const hours = page.getByRole('region', { name: 'ساعات الدعم' })
  for (const line of ['السبت إلى الخميس من 9:00 إلى 20:00', 'الجمعة من 14:00 إلى 20:00', 'الواتساب على مدار الساعة'])
    await expect(hours).toContainText(line)
  const system = page.getByRole('region', { name: 'معلومات النظام' })
  for (const text of [`v${RELEASE_VERSION}`, '2025', 'فريق التطوير']) await expect(system).toContainText(text)

  await page.getByRole('button', { name: 'نسخ الرابط' }).click()
  await expect(page.getByRole('button', { name: 'تم النسخ' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(product.url)
  await expect(page.getByRole('textbox', { name: 'رابط النظام' })).toHaveValue(product.url)
  await expect(page.getByRole('textbox', { name: 'رابط النظام' })).not.toBeEditable()
  await expect(page.getByRole('button', { name: 'نسخ الرابط' })).toBeVisible()

  await page.getByRole('radio', { name: 'داكن' }).check()
  await expect(page.locator('html')).toHaveClass(/dark/)
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
  await page.reload({ waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveClass(/dark/)
  await expect(page.getByRole('radio', { name: 'داكن' })).toBeChecked()
  await page.getByRole('radio', { name: 'فاتح' }).check()
  await expect(page.locator('html')).not.toHaveClass(/dark/)
})
