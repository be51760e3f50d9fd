import { foldSpelling } from '@hudur/core/arabic'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { chooseOption, expectDescription, expectUrl } from '../../../../testing/component/controls.ts'
import { createNetwork } from '../../../../testing/component/network.ts'
import { expectAccessible, openScreen } from '../../../../testing/component/screen.tsx'
import { admin, executeSql, signInBackend } from '../../../../testing/component/session.ts'
import { expectCount } from '../../../../testing/component/texts.ts'

const accountRows = page.getByRole('row').filter({ has: page.getByRole('cell') })
const searchField = page.getByRole('searchbox', { name: 'البحث في الحسابات المحذوفة' })
const usageHeading = page.getByRole('columnheader', { name: 'الاستعمال' })

/**
 * Creates 12 deleted accounts; account number n has used n of 100 invitations. All but the last are inserted as rows, because hashing their
 * passwords takes seconds.
 */
async function deleteAccounts() {
  await executeSql(
    `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 11)
    insert into deleted_accounts (id, original_user_id, username, username_key, full_name, full_name_key, phone, is_admin, generation_limit,
      used_generations, account_created_at, deleted_at, deleted_by, deletion_reason)
    select printf('deleted-%02d', n), printf('user-%02d', n), printf('gone%02d', n), printf('gone%02d', n),
      case n % 2 when 1 then 'نادية الشامي ' else 'فهد الدوسري ' end || n, case n % 2 when 1 then ? else ? end || ' ' || n, null, 0, 100, n,
      '2026-01-01T00:00:00.000Z', printf('2026-02-01T00:00:%02d.000Z', n), 'admin', '' from numbers`,
    foldSpelling('نادية الشامي'),
    foldSpelling('فهد الدوسري'),
  )
  const { id } = await admin.accounts.create({
    fullName: 'فهد الدوسري 12',
    username: 'gone12',
    password: 'secret-1',
    phone: '0551204417',
    isAdmin: true,
  })
  await admin.accounts.updateGenerations({ id, count: 12 })
  await admin.accounts.remove({ id })
}

test('the screen of deleted accounts shows statistics and pages', async () => {
  await deleteAccounts()
  await openScreen('/DeletedAccounts')
  await expect.element(page.getByRole('heading', { level: 1, name: 'الحسابات المحذوفة' })).toBeVisible()
  await expectDescription('إجمالي المحذوفة', '12')
  await expectDescription('مديرون محذوفون', '1')
  await expectDescription('حذفوا حساباتهم', '0')
  await expectDescription('متوسط الدعوات المولّدة', '6.5')
  await expectCount(accountRows, 12)
  await expect.element(accountRows.first()).toMatchTextContent('gone12')
  await expect.element(accountRows.first()).toMatchTextContent('12 / 100 (12%)')
  await expect.element(accountRows.first()).toMatchTextContent('حذفه admin')
  await expect.element(accountRows.nth(1)).toMatchTextContent('غير محدد')
  await expectCount(page.getByRole('navigation', { name: 'الصفحات' }), 0)

  await chooseOption('في الصفحة', '10')
  await expectCount(accountRows, 10)
  await expect.element(page.getByText('من 1 إلى 10، من أصل 12')).toBeVisible()
  await page.getByRole('button', { name: 'التالية' }).click()
  await expectCount(accountRows, 2)
  await expect.element(page.getByText('من 11 إلى 12، من أصل 12')).toBeVisible()
  await expectUrl(/page=2/)
  window.history.back()
  await expectCount(accountRows, 10)
  window.history.forward()
  await expectCount(accountRows, 2)

  await page.getByRole('button', { name: 'الاستعمال' }).click()
  await expectUrl(/^(?!.*page=2)/)
  await expect.element(usageHeading).toHaveAttribute('aria-sort', 'descending')
})

test('the screen of deleted accounts keeps search and order in the URL', async () => {
  await deleteAccounts()
  await openScreen('/DeletedAccounts?limit=10&sortBy=used_generations')
  await expect.element(usageHeading).toHaveAttribute('aria-sort', 'descending')
  await expect.element(accountRows.first()).toMatchTextContent('gone12')
  await page.getByRole('button', { name: 'الاستعمال' }).click()
  await expect.element(usageHeading).toHaveAttribute('aria-sort', 'ascending')
  await expect.element(accountRows.first()).toMatchTextContent('gone01')
  // Pauses 250 ms after each character. Every character then starts a search whose response arrives while the next character is typed.
  await searchField.click()
  for (const letter of 'ناديه') {
    await userEvent.keyboard(letter)
    await new Promise(resolve => setTimeout(resolve, 250))
  }
  await expect.poll(() => new URLSearchParams(window.location.search).get('search')).toBe('ناديه')
  await expect.element(searchField).toHaveValue('ناديه')
  await expectCount(accountRows, 6)
  await openScreen(window.location.pathname + window.location.search, { as: null })
  await expectCount(accountRows, 6)
  await expect.element(accountRows.first()).toMatchTextContent('gone01')
  await expect.element(searchField).toHaveValue('ناديه')
  await expectAccessible()
})

test('the screen of deleted accounts corrects a too large page number', async () => {
  await deleteAccounts()
  await openScreen('/DeletedAccounts?limit=10&page=99')
  await expectUrl(/page=2/)
  await openScreen('/DeletedAccounts?limit=10&page=1e300')
  await expectCount(accountRows, 10)
  await openScreen('/DeletedAccounts?search=لا+أحد')
  await expect.element(page.getByText('لا حساب محذوف بهذا الاسم')).toBeVisible()
  await page.getByRole('button', { name: 'إلغاء البحث' }).click()
  await expectCount(accountRows, 12)
  await searchField.fill('ضيف 3 لا أحد')
  await expectCount(accountRows, 0)
  await page.getByRole('button', { name: 'إفراغ البحث' }).click()
  await expectCount(accountRows, 12)
})

test('on a narrow screen a deleted account is shown as a card', async () => {
  await openScreen('/DeletedAccounts')
  await expect.element(page.getByText('لا حسابات محذوفة')).toBeVisible()
  const { id } = await admin.accounts.create({ fullName: 'هناء', username: 'hanaa', password: 'secret-1' })
  const hanaa = await signInBackend({ username: 'hanaa', password: 'secret-1' })
  await hanaa.accounts.deleteAccount({ password: 'secret-1' })

  await page.viewport(360, 740)
  await openScreen('/DeletedAccounts')
  const card = page.getByRole('listitem').filter({ hasText: 'hanaa' })
  const details = card.getByRole('button', { name: 'التفاصيل' })
  await expect.element(card).toMatchTextContent('المستخدم')
  await expectAccessible()
  ;(details.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  const dialog = page.getByRole('dialog', { name: 'هناء' })
  for (const text of [id, 'غير محدد', '100', 'حذف المستخدم حسابه بنفسه']) await expect.element(dialog).toMatchTextContent(text)
  await expectAccessible()
  await userEvent.keyboard('{Escape}')
  await expect.element(details).toHaveFocus()
  await page.getByRole('button', { name: 'اتجاه الترتيب: تنازلي' }).click()
  await expectUrl(/sortOrder=ASC/)
})

test('the screen of deleted accounts offers a retry after a failure', async () => {
  const network = createNetwork()
  const restore = network.fail('users/get-delete-account.php')
  await openScreen('/DeletedAccounts', { network })
  await expect.element(page.getByRole('status', { name: 'جاري التحميل' })).toBeVisible()
  await expect.element(page.getByRole('alert')).toMatchTextContent('حدث خطأ أثناء جلب البيانات')
  await expectAccessible()
  restore()
  await page.getByRole('button', { name: 'إعادة المحاولة' }).click()
  await expect.element(page.getByText('لا حسابات محذوفة')).toBeVisible()
})
