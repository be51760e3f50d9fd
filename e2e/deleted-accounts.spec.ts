import type { Backend, Contract } from '@hudur/core'
import { expect, test } from './fixtures.ts'

/** So many accounts, made and deleted one after another; the nth has used n of 100. */
async function deleteAccounts(admin: Backend<Contract>, count: number) {
  for (let n = 1; n <= count; n++) {
    const { id } = await admin.accounts.create({
      fullName: n % 2 ? `نادية الشامي ${n}` : `فهد الدوسري ${n}`,
      username: `gone${String(n).padStart(2, '0')}`,
      password: 'secret-1',
      ...(n === 12 && { phone: '0551204417', isAdmin: true }),
    })
    await admin.accounts.updateGenerations({ id, count: n })
    await admin.accounts.remove({ id })
  }
}

test('searched, sorted and turned over on the server, and a link leads to the same', async ({ page, admin, signIn, axe }) => {
  await deleteAccounts(admin, 12)
  await signIn()
  await page.goto('/DeletedAccounts')
  await expect(page.getByRole('heading', { level: 1, name: 'الحسابات المحذوفة' })).toBeVisible()
  const stat = (label: string) => page.getByRole('term').filter({ hasText: label }).locator('xpath=following-sibling::dd')
  await expect(stat('إجمالي المحذوفة')).toHaveText('12')
  await expect(stat('مديرون محذوفون')).toHaveText('1')
  await expect(stat('حذفوا حساباتهم')).toHaveText('0')
  await expect(stat('متوسط الدعوات المستعملة')).toHaveText('6.5')
  const rows = page.getByRole('row').filter({ has: page.getByRole('cell') })
  await expect(rows).toHaveCount(12)
  await expect(rows.first()).toContainText('gone12')
  await expect(rows.first()).toContainText('12 / 100 (12%)')
  await expect(rows.first()).toContainText('حذفه admin')
  await expect(rows.nth(1)).toContainText('غير محدد')
  await expect(page.getByRole('navigation', { name: 'الصفحات' })).toHaveCount(0)
  await axe()

  await page.getByRole('button', { name: 'في الصفحة' }).click()
  await page.getByRole('option', { name: '10', exact: true }).click()
  await expect(rows).toHaveCount(10)
  await expect(page.getByText('من 1 إلى 10، والكل 12')).toBeVisible()
  await page.getByRole('button', { name: 'التالية' }).click()
  await expect(rows).toHaveCount(2)
  await expect(page.getByText('من 11 إلى 12، والكل 12')).toBeVisible()
  await expect(page).toHaveURL(/page=2/)
  await page.goBack()
  await expect(rows).toHaveCount(10)
  await page.goForward()
  await expect(rows).toHaveCount(2)

  await page.getByRole('button', { name: 'الاستعمال' }).click()
  await expect(page).not.toHaveURL(/page=2/)
  await expect(page.getByRole('columnheader', { name: 'الاستعمال' })).toHaveAttribute('aria-sort', 'descending')
  await page.getByRole('button', { name: 'الاستعمال' }).click()
  await expect(page.getByRole('columnheader', { name: 'الاستعمال' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(rows.first()).toContainText('gone01')
  // As slowly as it searches: every letter is searched for while the next one is typed.
  await page.getByRole('searchbox', { name: 'البحث في الحسابات المحذوفة' }).pressSequentially('ناديه', { delay: 250 })
  await expect(page).toHaveURL(url => url.searchParams.get('search') === 'ناديه')
  await expect(page.getByRole('searchbox')).toHaveValue('ناديه')
  await expect(rows).toHaveCount(6)
  await page.reload()
  await expect(rows).toHaveCount(6)
  await expect(rows.first()).toContainText('gone01')
  await expect(page.getByRole('searchbox')).toHaveValue('ناديه')

  await page.goto('/DeletedAccounts?limit=10&page=99')
  await expect(page).toHaveURL(/page=2/)
  await page.goto('/DeletedAccounts?limit=10&page=1e300')
  await expect(rows).toHaveCount(10)
  await page.goto('/DeletedAccounts?search=لا+أحد')
  await expect(page.getByText('لا حساب محذوف بهذا الاسم')).toBeVisible()
  await page.getByRole('button', { name: 'إلغاء البحث' }).click()
  await expect(rows).toHaveCount(12)
})

test('one who deleted themselves stands there with all that is left, also on a phone', async ({
  page,
  admin,
  signIn,
  playwright,
  product,
  axe,
}) => {
  await signIn()
  await page.goto('/DeletedAccounts')
  await expect(page.getByText('لا حسابات محذوفة')).toBeVisible()
  await axe()
  const { id } = await admin.accounts.create({ fullName: 'هناء', username: 'hanaa', password: 'secret-1' })
  const theirs = await playwright.request.newContext({ baseURL: product.url })
  await theirs.post('/api/auth/login.php', { data: { username: 'hanaa', password: 'secret-1' } })
  await theirs.delete('/api/users/delete-account.php', { data: { password: 'secret-1' } })
  await theirs.dispose()

  await page.setViewportSize({ width: 360, height: 740 })
  await page.reload()
  const card = page.getByRole('listitem').filter({ hasText: 'hanaa' })
  await expect(card).toContainText('المستخدم')
  await axe()
  await card.getByRole('button', { name: 'التفاصيل' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'هناء' })
  for (const said of [id, 'غير محدد', '100', 'حذف المستخدم حسابه بنفسه']) await expect(dialog).toContainText(said)
  await axe()
  await page.keyboard.press('Escape')
  await expect(card.getByRole('button', { name: 'التفاصيل' })).toBeFocused()
  await page.getByRole('button', { name: 'اتجاه الترتيب: تنازلي' }).click()
  await expect(page).toHaveURL(/sortOrder=ASC/)
})

test('a list that cannot be read says so and is read again', async ({ page, signIn, trouble, axe }) => {
  trouble.allow(/ERR_FAILED/)
  await signIn()
  await page.route('**/api/users/get-delete-account.php*', route => route.abort())
  await page.goto('/DeletedAccounts')
  await expect(page.getByRole('status', { name: 'جاري التحميل' })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('حدث خطأ أثناء جلب البيانات')
  await axe()
  await page.unroute('**/api/users/get-delete-account.php*')
  await page.getByRole('button', { name: 'إعادة المحاولة' }).click()
  await expect(page.getByText('لا حسابات محذوفة')).toBeVisible()
})
