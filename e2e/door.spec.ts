import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const event = { eventName: 'زفاف محمّد وسارة', eventDate: '2027-01-14' }

const door = (page: Page) => ({
  field: page.getByRole('textbox', { name: 'رمز الدعوة' }),
  verify: page.getByRole('button', { name: 'تحقق', exact: true }),
  verdict: (is: 'admitted' | 'used' | 'refused') => page.locator(`[data-verdict="${is}"]`),
  anyVerdict: page.locator('[data-verdict]'),
})

test.beforeEach(async ({ signIn, page }) => {
  await signIn()
  await page.goto('/Scanner')
})

test('green once, yellow after with when and by whom, red for the unknown; each announced', async ({ page, admin, axe }) => {
  const [guest] = await admin.invitations.create({ invitations: [{ ...event, guestName: 'سميّة الإرياني' }] })
  const { field, verify, verdict } = door(page)
  await expect(verify).toBeDisabled()
  await field.fill('   ')
  await expect(verify).toBeDisabled()

  await field.fill(guest!.id)
  await verify.click()
  await expect(verdict('admitted')).toContainText('تفضّل')
  for (const told of ['سميّة الإرياني', 'تم التحقق من الدعوة بنجاح', event.eventName, '1 / 1', 'تلقائي'])
    await expect(verdict('admitted')).toContainText(told)
  await expect(verdict('admitted').getByRole('img', { name: /رمز QR/ })).toBeVisible()
  await expect(page.getByRole('status').filter({ has: verdict('admitted') })).toHaveAttribute('aria-live', 'assertive')
  await axe()

  await field.fill(guest!.id)
  await page.keyboard.press('Enter')
  await expect(verdict('used')).toContainText('تم استخدام هذه الدعوة مسبقاً')
  await expect(verdict('used')).toContainText('مدير النظام')
  await axe()

  await field.fill('0'.repeat(20))
  await page.keyboard.press('Enter')
  await expect(verdict('refused')).toContainText('رمز QR غير صحيح أو غير موجود في النظام')
  await axe()
  await expect(page.getByText('وصل').first()).toBeVisible()
  expect((await admin.invitations.stats({})).arrived).toBe(1)
})

test('a whole name lets its guest in; a shared or partial one asks who, and choosing asks first', async ({ page, admin, axe }) => {
  const names = ['أحمد بن علي', 'أحمد صالح', 'هدى']
  await admin.invitations.create({ invitations: names.map(guestName => ({ ...event, guestName })) })
  const { field, verify, verdict, anyVerdict } = door(page)
  await field.fill('هدي')
  await verify.click()
  await expect(verdict('admitted')).toContainText('هدى')

  await field.fill('احمد')
  await verify.click()
  await page.getByRole('button', { name: /أحمد صالح/ }).click()
  await expect(anyVerdict).toHaveCount(0)
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('أحمد صالح')
  await axe()
  await question.getByRole('button', { name: 'إدخال الضيف' }).click()
  await expect(verdict('admitted')).toContainText('أحمد صالح')
  const { rows } = await admin.invitations.list({ filter: 'scanned' })
  expect(rows.map(({ guestName }) => guestName).sort()).toEqual(['أحمد صالح', 'هدى'])
})

test('a server that does not answer is a failure, not a refused guest; trying again counts once', async ({ page, admin, trouble }) => {
  trouble.allow(/invitations\.php|Failed to load resource/)
  const [guest] = await admin.invitations.create({ invitations: [{ ...event, guestName: 'علي', generationType: 'custom', maxScans: 5 }] })
  const { field, verify, verdict, anyVerdict } = door(page)
  await page.route(
    '**/api/invitations.php',
    async route => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await field.fill(guest!.id)
  await verify.click()
  await expect(page.getByText('حدث خطأ في الاتصال بالخادم')).toBeVisible()
  await expect(anyVerdict).toHaveCount(0)
  await page.getByRole('button', { name: 'إعادة المحاولة' }).click()
  await expect(verdict('admitted')).toContainText('سُجّل دخوله قبل قليل من هذا الجهاز')
  expect((await admin.invitations.list({})).rows[0]).toMatchObject({ currentScans: 1 })
})

test('a camera that is not allowed is said in words, with a way to try again', async ({ page, axe }) => {
  await page.getByRole('button', { name: 'مسح بالكاميرا' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('حدث خطأ في الوصول إلى الكاميرا، يرجى السماح باستخدام الكاميرا')
  await axe()
  await dialog.getByRole('button', { name: 'إعادة المسح' }).click()
  await expect(dialog).toContainText('يرجى السماح باستخدام الكاميرا')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('both spellings of the path are the scanner', async ({ page }) => {
  await page.goto('/scanner')
  await expect(page.getByRole('heading', { name: 'الماسح' })).toBeVisible()
})
