import { ADMIN, expect, test } from './fixtures.ts'

const username = 'اسم المستخدم'
const password = 'كلمة المرور'
const SESSION_ENDED = 'انتهت جلستك. سجّل الدخول لتُكمل، وما كتبته باقٍ'

test('the sign-in page is Arabic, says whether the server answers, and leads on', async ({ page, axe }) => {
  await page.goto('/login')
  await expect(page.getByText(SESSION_ENDED)).toBeHidden()
  await expect(page).toHaveTitle('تسجيل الدخول · حُضور')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.getByText('متصل')).toBeVisible()
  await expect(page.getByRole('link', { name: 'نسيت كلمة المرور؟' })).toHaveAttribute('href', '/website#contact')
  await axe()
  await page.getByRole('link', { name: 'إنشاء حساب' }).click()
  await expect(page).toHaveURL(/\/register$/)
})

test('empty fields and a wrong password are said in words, and nothing typed is lost', async ({ page, trouble, axe }) => {
  trouble.allow(/401/)
  await page.goto('/login')
  await page.getByRole('button', { name: 'تسجيل الدخول' }).click()
  await expect(page.getByRole('alert')).toContainText('يرجى إدخال اسم المستخدم وكلمة المرور')
  await page.getByRole('textbox', { name: username }).fill(ADMIN.username)
  await page.getByLabel(password, { exact: true }).fill('ليست هي')
  await page.getByRole('button', { name: 'تسجيل الدخول' }).click()
  await expect(page.getByRole('alert')).toContainText('اسم المستخدم أو كلمة المرور غير صحيحة')
  await expect(page.getByRole('textbox', { name: username })).toHaveValue(ADMIN.username)
  await expect(page.getByLabel(password, { exact: true })).toHaveValue('ليست هي')
  await axe()
})

test('when nobody answers the sign-in says so, and nothing typed is lost', async ({ page, context, trouble }) => {
  trouble.allow(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
  await page.goto('/login')
  await page.getByRole('textbox', { name: username }).fill(ADMIN.username)
  await page.getByLabel(password, { exact: true }).fill(ADMIN.password)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'تسجيل الدخول' }).click()
  await expect(page.getByRole('alert')).toContainText('حدث خطأ أثناء تسجيل الدخول')
  await expect(page.getByLabel(password, { exact: true })).toHaveValue(ADMIN.password)
  await expect(page.getByText('غير متصل')).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'تسجيل الدخول' }).click()
  await expect(page).toHaveURL(/\/generator$/)
})

test('the keyboard alone signs in, moves about and signs out after a question', async ({ page, axe }) => {
  await page.goto('/login')
  await page.getByRole('textbox', { name: username }).focus()
  await page.keyboard.type(ADMIN.username)
  await page.keyboard.press('Tab')
  await page.keyboard.type(ADMIN.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/generator$/)
  await expect(page.getByText('مدير النظام').first()).toBeVisible()
  await expect(page.getByText('999,999').first()).toBeVisible()
  await axe()

  await page.getByRole('link', { name: 'الماسح' }).first().focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/scanner$/i)

  await page.getByRole('button', { name: 'تسجيل الخروج' }).focus()
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog')
  await expect(question).toBeVisible()
  await axe()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(page).toHaveURL(/\/scanner$/i)
  await page.getByRole('button', { name: 'تسجيل الخروج' }).click()
  await question.getByRole('button', { name: 'تسجيل الخروج' }).click()
  await expect(page).toHaveURL(/\/website$/)
  await page.goto('/login')
  await expect(page.getByText(SESSION_ENDED)).toBeHidden()
  await page.goto('/generator')
  await expect(page).toHaveURL(/\/website$/)
})

test('nothing that script can read holds a password or a token', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('textbox', { name: username }).fill(ADMIN.username)
  await page.getByLabel(password, { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'تسجيل الدخول' }).click()
  await expect(page).toHaveURL(/\/generator$/)
  const readable = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage, cookie: document.cookie }))
  expect(readable).not.toContain(ADMIN.password)
  expect(await page.evaluate(() => document.cookie)).toBe('')
  expect(await page.evaluate(() => Object.keys(localStorage).filter(key => !['theme', 'currentUser'].includes(key)))).toEqual([])
})

test('the theme is chosen, kept and applied before the page is seen', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/generator')
  await page.getByRole('button', { name: 'المزيد' }).first().click()
  await page.getByRole('menuitemradio', { name: 'داكن' }).click()
  await expect(page.locator('html')).toHaveClass(/dark/)
  await page.reload({ waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveClass(/dark/)
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
})

test('where storage is forbidden the chosen theme holds for the page', async ({ page, signIn }) => {
  await page.addInitScript(() =>
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      },
    }),
  )
  await signIn()
  await page.goto('/generator')
  await page.getByRole('button', { name: 'المزيد' }).first().click()
  await page.getByRole('menuitemradio', { name: 'داكن' }).click()
  await expect(page.locator('html')).toHaveClass(/dark/)
  await page.getByRole('button', { name: 'المزيد' }).first().click()
  await expect(page.getByRole('menuitemradio', { name: 'داكن' })).toBeChecked()
  await page.getByRole('menuitemradio', { name: 'فاتح' }).click()
  await expect(page.locator('html')).not.toHaveClass(/dark/)
})

test('a session that ends in the middle loses nothing that was typed', async ({ page, signIn, context, trouble, axe }) => {
  trouble.allow(/401/)
  await signIn()
  await page.goto('/generator')
  await page.getByRole('textbox', { name: 'اسم المناسبة' }).fill('زفاف محمّد وسارة')
  await page.getByRole('textbox', { name: 'أسماء المعازيم' }).fill('سارة\nعلي')
  await page.getByRole('group', { name: 'تاريخ المناسبة' }).getByRole('spinbutton').first().click()
  await page.keyboard.type('14012027')
  await context.clearCookies()
  await page.getByRole('button', { name: 'توليد الدعوات' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('status').filter({ hasText: SESSION_ENDED })).toBeVisible()
  await axe()

  await page.getByRole('textbox', { name: username }).fill(ADMIN.username)
  await page.getByLabel(password, { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'تسجيل الدخول' }).click()
  await expect(page).toHaveURL(/\/generator$/)
  await expect(page.getByRole('textbox', { name: 'اسم المناسبة' })).toHaveValue('زفاف محمّد وسارة')
  await expect(page.getByRole('textbox', { name: 'أسماء المعازيم' })).toHaveValue('سارة\nعلي')
  await page.getByRole('button', { name: 'توليد الدعوات' }).click()
  await expect(page.getByRole('button', { name: 'تحميل الكل' })).toBeVisible()
})
