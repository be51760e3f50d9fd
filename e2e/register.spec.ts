import type { Route } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const names = {
  fullName: 'الاسم الكامل',
  username: 'اسم المستخدم',
  password: 'كلمة المرور',
  confirmation: 'تأكيد كلمة المرور',
  phone: 'رقم الهاتف',
  email: 'البريد الإلكتروني',
}

test.beforeEach(({ page }) => page.goto('/register'))

test('the keyboard alone registers; the account waits, and sign-in says so', async ({ page, admin, trouble, axe }) => {
  trouble.allow(/403/)
  await page.getByLabel(names.fullName).focus()
  for (const typed of ['هناء باوزير', 'hanaa', 'secret-1', 'secret-1', '٠٥١٢٣٤٥٦٧٨', 'hanaa@example.com']) {
    await page.keyboard.type(typed)
    await page.keyboard.press('Tab')
    // Past the eye of a password.
    if (typed === 'secret-1') await page.keyboard.press('Tab')
  }
  await expect(page.getByRole('button', { name: 'إنشاء الحساب' })).toBeFocused()
  await axe()
  await page.keyboard.press('Enter')
  await expect(page.getByText('تم إنشاء الحساب بنجاح! الحساب قيد المراجعة')).toBeVisible()
  await axe()
  await expect(page).toHaveURL(/\/login$/)
  expect((await admin.accounts.registrations({})).rows).toMatchObject([
    { full_name: 'هناء باوزير', username: 'hanaa', phone: '0512345678', email: 'hanaa@example.com', status: 'pending' },
  ])
  await page.getByLabel(names.username).fill('hanaa')
  await page.getByLabel(names.password, { exact: true }).fill('secret-1')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('الحساب قيد المراجعة')
})

test('what is missing, what differs and what is too short is said in this order, and nothing is lost', async ({ page, admin, axe }) => {
  const submit = page.getByRole('button', { name: 'إنشاء الحساب' })
  await page.getByLabel(names.password, { exact: true }).fill('abc')
  await page.getByLabel(names.confirmation).fill('abcd')
  await submit.click()
  await expect(page.getByRole('alert')).toHaveText('يرجى ملء جميع الحقول المطلوبة')
  await axe()
  await page.getByLabel(names.fullName).fill('هناء')
  await page.getByLabel(names.username).fill('hanaa')
  await submit.click()
  await expect(page.getByRole('alert')).toHaveText('كلمة المرور وتأكيد كلمة المرور غير متطابقتين')
  await page.getByLabel(names.confirmation).fill('abc')
  await submit.click()
  await expect(page.getByRole('alert')).toHaveText('كلمة المرور يجب أن تكون 6 أحرف على الأقل')
  await expect(page.getByLabel(names.fullName)).toHaveValue('هناء')
  await expect(page.getByLabel(names.password, { exact: true })).toHaveValue('abc')
  expect((await admin.accounts.registrations({})).rows).toEqual([])
})

test('a name that is taken, and a server that does not answer, are said', async ({ page, context, trouble }) => {
  trouble.allow(/409|ERR_INTERNET_DISCONNECTED|Failed to load resource/)
  await page.getByLabel(names.fullName).fill('مدير آخر')
  await page.getByLabel(names.username).fill('ADMIN')
  await page.getByLabel(names.password, { exact: true }).fill('secret-1')
  await page.getByLabel(names.confirmation).fill('secret-1')
  await page.getByRole('button', { name: 'إنشاء الحساب' }).click()
  await expect(page.getByRole('alert')).toHaveText('اسم المستخدم موجود مسبقاً')
  await page.getByLabel(names.username).fill('hanaa')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'إنشاء الحساب' }).click()
  await expect(page.getByRole('alert')).toHaveText('حدث خطأ في الاتصال بالخادم')
  await context.setOffline(false)
})

test('an answer lost after the server recorded it: sent again, the account is registered, once', async ({ page, admin, trouble }) => {
  trouble.allow(/ERR_FAILED|Failed to load resource/)
  const losing = async (route: Route) => {
    await route.fetch()
    await route.abort()
  }
  await page.route('**/api/auth/register.php', losing, { times: 1 })
  await page.getByLabel(names.fullName).fill('هناء ناصر')
  await page.getByLabel(names.username).fill('hanaa')
  await page.getByLabel(names.password, { exact: true }).fill('secret-1')
  await page.getByLabel(names.confirmation).fill('secret-1')
  await page.getByRole('button', { name: 'إنشاء الحساب' }).click()
  await expect(page.getByRole('alert')).toHaveText('حدث خطأ في الاتصال بالخادم')
  await page.getByRole('button', { name: 'إنشاء الحساب' }).click()
  await expect(page.getByText('تم إنشاء الحساب بنجاح! الحساب قيد المراجعة')).toBeVisible()
  expect((await admin.accounts.registrations({})).rows).toMatchObject([{ username: 'hanaa' }])
})

test('a double click registers once, and a script is a name like another', async ({ page, admin }) => {
  const script = '<img src=x onerror=alert(1)>'
  await page.getByLabel(names.fullName).fill(script)
  await page.getByLabel(names.username).fill('hanaa')
  await page.getByLabel(names.password, { exact: true }).fill('secret-1')
  await page.getByLabel(names.confirmation).fill('secret-1')
  await page.getByRole('button', { name: 'إنشاء الحساب' }).dblclick()
  await expect(page.getByText('تم إنشاء الحساب بنجاح! الحساب قيد المراجعة')).toBeVisible()
  expect((await admin.accounts.registrations({})).rows).toMatchObject([{ full_name: script, username: 'hanaa' }])
})

test('ten thousand characters, and what is no name, phone or address, are said at their fields, and nothing is lost', async ({
  page,
  admin,
  axe,
}) => {
  const wrong = { fullName: 'ن'.repeat(10_000), username: 'هناء ‮hanaa', phone: 'لا أدري', email: 'هناء' }
  for (const [field, typed] of Object.entries(wrong)) await page.getByLabel(names[field as keyof typeof wrong]).fill(typed)
  await page.getByLabel(names.password, { exact: true }).fill('secret-1')
  await page.getByLabel(names.confirmation).fill('secret-1')
  await page.getByRole('button', { name: 'إنشاء الحساب' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.getByLabel(names.fullName)).toBeFocused()
  for (const [field, typed] of Object.entries(wrong)) {
    await expect(page.getByLabel(names[field as keyof typeof wrong])).toHaveAccessibleDescription(/[\u0621-\u064a]{3}/)
    await expect(page.getByLabel(names[field as keyof typeof wrong])).toHaveValue(typed)
  }
  await axe()
  expect((await admin.accounts.registrations({})).rows).toEqual([])
})

test('in dark it has no accessibility violation either', async ({ page, axe }) => {
  await page.evaluate(() => localStorage.setItem('theme', 'dark'))
  for (const path of ['/register', '/login']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await axe()
  }
})
