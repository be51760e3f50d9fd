import { ADMIN, expect, test } from './fixtures.ts'

const USERNAME_LABEL = 'اسم المستخدم'
const SESSION_ENDED_MESSAGE = 'انتهت جلستك. سجّل الدخول لتُكمل، وما كتبته باقٍ'

test('scripts can read neither password nor cookie after a sign-in', async ({ page, axe }) => {
  await page.goto('/login')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await page.getByRole('textbox', { name: USERNAME_LABEL }).focus()
  await page.keyboard.type(ADMIN.username)
  await page.keyboard.press('Tab')
  await page.keyboard.type(ADMIN.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/generator$/)
  await expect(page.getByText('مدير النظام').first()).toBeVisible()
  await expect(page.getByText('999,999').first()).toBeVisible()
  // The first sync writes `invitations_backup` and `users_backup`, at any time after the sign-in.
  const allowedKeys = ['theme', 'currentUser', 'invitations_backup', 'users_backup']
  const readable = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage, cookie: document.cookie }))
  expect(readable).not.toContain(ADMIN.password)
  expect(await page.evaluate(() => document.cookie)).toBe('')
  expect(allowedKeys).toEqual(expect.arrayContaining(await page.evaluate(() => Object.keys(localStorage))))

  await page.getByRole('link', { name: 'الماسح' }).first().focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/scanner$/i)
  // Waits until the scanner is shown. A screen that opens later would take the focus away.
  await expect(page.getByText('بانتظار الضيف')).toBeVisible()

  await page.getByRole('button', { name: 'تسجيل الخروج' }).focus()
  await page.keyboard.press('Enter')
  const signOutDialog = page.getByRole('alertdialog')
  await expect(signOutDialog).toBeVisible()
  await axe()
  await page.keyboard.press('Escape')
  await expect(signOutDialog).toBeHidden()
  await expect(page).toHaveURL(/\/scanner$/i)
  await page.getByRole('button', { name: 'تسجيل الخروج' }).click()
  await signOutDialog.getByRole('button', { name: 'تسجيل الخروج' }).click()
  await expect(page).toHaveURL(/\/website$/)
  await page.goto('/login')
  await expect(page.getByText(SESSION_ENDED_MESSAGE)).toBeHidden()
  await page.goto('/generator')
  await expect(page).toHaveURL(/\/website$/)
})

test('the chosen theme is applied without access to localStorage', async ({ page, signIn }) => {
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
