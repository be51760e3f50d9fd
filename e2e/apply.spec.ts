import { expect, test } from './fixtures.ts'

const register = (username: string, fullName: string, more: { phone?: string; email?: string } = {}) => ({
  username,
  fullName,
  password: 'secret-1',
  ...more,
})

test('who waits is counted in the menu, called, accepted and refused', async ({ page, admin, signIn, axe }) => {
  await admin.accounts.register(register('arwa', 'أروى باسليم', { phone: '٠٧٧٠ ٠٠٠ ٠٠١', email: 'arwa@example.com' }))
  await admin.accounts.register(register('huda', 'هدى العريقي'))
  await signIn()
  await page.goto('/generator')
  await page.getByRole('button', { name: 'المزيد' }).first().click()
  const entry = page.getByRole('menuitem', { name: 'طلبات التسجيل بانتظارك 2' })
  await expect(entry).toBeVisible()
  await axe()
  await entry.click()
  await expect(page.getByRole('heading', { level: 1, name: 'طلبات التسجيل' })).toBeVisible()
  const arwa = page.getByRole('listitem').filter({ hasText: 'أروى باسليم' })
  await expect(arwa).toContainText('قيد المراجعة')
  await expect(arwa.getByRole('link', { name: 'اتصال بـأروى باسليم' })).toHaveAttribute('href', 'tel:0770000001')
  await expect(arwa.getByRole('link', { name: 'واتساب أروى باسليم' })).toHaveAttribute('href', 'https://wa.me/967770000001')
  await expect(arwa.getByRole('link', { name: 'arwa@example.com' })).toHaveAttribute('href', 'mailto:arwa@example.com')
  await axe()

  await arwa.getByRole('button', { name: 'قبول' }).click()
  await expect(page.getByText('تم قبول أروى باسليم بنجاح').first()).toBeVisible()
  await expect(arwa).toBeHidden()
  const notice = page.getByRole('status').filter({ hasText: 'البريد غير مفعّل' })
  await expect(notice.getByRole('link', { name: 'واتساب أروى باسليم' })).toHaveAttribute('href', /^https:\/\/wa\.me\/967770000001\?text=/)
  expect((await admin.accounts.list({})).map(({ username }) => username)).toContain('arwa')

  const huda = page.getByRole('listitem').filter({ hasText: 'هدى العريقي' })
  await expect(huda.getByRole('link')).toHaveCount(0)
  await huda.getByRole('button', { name: 'رفض' }).focus()
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog', { name: 'رفض طلب هدى العريقي؟' })
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(huda.getByRole('button', { name: 'رفض' })).toBeFocused()
  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'رفض' }).click()
  await expect(page.getByText('رُفض طلب هدى العريقي').first()).toBeVisible()
  await expect(page.getByText('لا توجد طلبات حالياً')).toBeVisible()
  await expect(page.getByText('بانتظارك')).toHaveCount(0)
  await axe()
  expect((await admin.accounts.registrations({})).rows).toEqual([])
})

test('a decision whose answer was lost is told to whoever waits', async ({ page, admin, signIn, trouble }) => {
  trouble.allow(/ERR_FAILED|409/)
  await admin.accounts.register(register('arwa', 'أروى باسليم', { phone: '0770000001' }))
  await admin.accounts.register(register('huda', 'هدى العريقي', { phone: '0770000002' }))
  await signIn()
  await page.goto('/apply')
  /** Lets a call through, and loses its answer so many times. */
  const losing = async (call: string, times: number) => {
    let lost = 0
    await page.route(`**/api/${call}`, async route => {
      if (lost++ >= times) return route.continue()
      await route.fetch()
      return route.abort()
    })
  }
  await losing('approve-user.php', 1)
  await page.getByRole('listitem').filter({ hasText: 'أروى' }).getByRole('button', { name: 'قبول' }).click()
  const notice = page.getByRole('status').filter({ hasText: 'البريد غير مفعّل' })
  await expect(notice).toContainText('تم قبول أروى باسليم بنجاح')
  await expect(notice.getByRole('link', { name: 'واتساب أروى باسليم' })).toBeVisible()

  await losing('reject-user.php', 2)
  const huda = page.getByRole('listitem').filter({ hasText: 'هدى' })
  const question = page.getByRole('alertdialog', { name: 'رفض طلب هدى العريقي؟' })
  await huda.getByRole('button', { name: 'رفض' }).click()
  await question.getByRole('button', { name: 'رفض' }).click()
  await expect(page.getByText('فشل في رفض المستخدم')).toBeVisible()
  await huda.getByRole('button', { name: 'رفض' }).click()
  await question.getByRole('button', { name: 'رفض' }).click()
  await expect(notice).toContainText('رُفض طلب هدى العريقي')
  await expect(notice.getByRole('link', { name: 'واتساب هدى العريقي' })).toBeVisible()
  await expect(page.getByText('لا توجد طلبات حالياً')).toBeVisible()
})

test('a list that cannot be read says so; what was decided elsewhere is said', async ({ page, admin, signIn, trouble, axe }) => {
  trouble.allow(/ERR_FAILED|400|409/)
  const { id } = await admin.accounts.register(register('arwa', 'أروى باسليم'))
  await signIn()
  await page.route('**/api/pending-users.php*', route => route.abort())
  await page.goto('/apply')
  await expect(page.getByRole('status', { name: 'جاري التحميل' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('حدث خطأ أثناء تحميل البيانات')
  await expect(page.getByText('حدث خطأ أثناء تحميل البيانات')).toHaveCount(2)
  await axe()
  await page.unroute('**/api/pending-users.php*')
  await page.getByRole('button', { name: 'إعادة المحاولة' }).click()
  const arwa = page.getByRole('listitem').filter({ hasText: 'أروى باسليم' })
  await expect(arwa).toBeVisible()

  await page.route('**/api/approve-user.php', route => route.abort())
  await arwa.getByRole('button', { name: 'قبول' }).click()
  await expect(page.getByText('فشل في قبول المستخدم')).toBeVisible()
  await expect(arwa).toBeVisible()
  await page.unroute('**/api/approve-user.php')
  await admin.accounts.reject({ id })
  await arwa.getByRole('button', { name: 'قبول' }).click()
  const said = page.getByRole('alertdialog').filter({ hasText: 'بُتّ في هذا الطلب من قبل' })
  await expect(said).toContainText('فشل في قبول المستخدم')
  await expect(page.getByText('لا توجد طلبات حالياً')).toBeVisible()
})
