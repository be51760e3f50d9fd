import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from './fixtures.ts'
import { choose, FAILURES, failing, refusing } from './office.ts'

const MESSAGE = { fullName: 'أروى باسليم', email: 'arwa@example.com', subject: 'سؤال عن التصاميم', message: 'هل يُطبع الرمز؟\nوكم يكلّف؟' }

test('a message is marked as read, read whole, answered and filtered', async ({ page, admin, signIn, axe }) => {
  await admin.messages.create(MESSAGE)
  await admin.messages.create({ ...MESSAGE, fullName: 'سالم الكثيري', subject: 'موعد' })
  await signIn()
  await page.goto('/messages')
  await expect(page.getByText('رسالتان')).toBeVisible()
  const message = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: MESSAGE.subject }) })
  await expect(message).toContainText('arwa@example.com')
  await expect(message).toContainText('جديدة')
  await axe()
  await message.getByRole('button', { name: 'تمييز كمقروءة' }).click()
  await expect(message).toContainText('مقروءة')
  await expect(message.getByRole('button', { name: 'تمييز كمقروءة' })).toHaveCount(0)

  await message.getByRole('button', { name: 'قراءة' }).click()
  const whole = page.getByRole('dialog', { name: MESSAGE.subject })
  await expect(whole).toContainText('وكم يكلّف؟')
  await expect(whole.getByRole('link', { name: 'ردّ سريع' })).toHaveAttribute('href', /^mailto:arwa@example\.com\?subject=/)
  await axe()
  await whole.getByRole('button', { name: 'رُدّ عليها' }).click()
  await expect(page.getByText('تم تحديث حالة الرسالة').first()).toBeVisible()
  await whole.getByRole('button', { name: 'إغلاق' }).click()
  expect((await admin.messages.list({})).rows.map(({ status }) => status).sort()).toEqual(['new', 'replied'])

  await choose(page, 'الحالة', 'رُدّ عليها')
  await expect(page.getByText('1 من 2')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'موعد' })).toHaveCount(0)
  await choose(page, 'الحالة', 'مقروءة')
  await expect(page.getByText('لا رسائل بهذه الحالة')).toBeVisible()
  await page.getByRole('button', { name: 'عرض كل الرسائل' }).click()
  await expect(page.getByRole('heading', { name: 'موعد' })).toBeVisible()
})

test('two messages are marked at once, also where they leave the list of new ones', async ({ page, admin, signIn }) => {
  await admin.messages.create(MESSAGE)
  await admin.messages.create({ ...MESSAGE, subject: 'موعد' })
  const held: (() => void)[] = []
  await signIn()
  await page.goto('/messages?status=new')
  await page.route('**/api/messages/update.php*', async route => {
    await new Promise<void>(resolve => held.push(resolve))
    await route.continue()
  })
  const mark = (name: string) =>
    page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name }) })
      .getByRole('button', { name: 'تمييز كمقروءة' })
  const [first, second] = [mark('موعد'), mark(MESSAGE.subject)]
  await first.click()
  await second.click()
  await expect(first).toHaveAttribute('data-pending', 'true')
  await expect(second).toHaveAttribute('data-pending', 'true')
  await expect.poll(() => held.length).toBe(2)
  held[0]!()
  await expect(first).toHaveCount(0)
  await expect(page.getByText('تم تحديث حالة الرسالة')).toHaveCount(1)
  await expect(second).toHaveAttribute('data-pending', 'true')
  held[1]!()
  await expect(second).toHaveCount(0)
  await expect(page.getByText('تم تحديث حالة الرسالة')).toHaveCount(2)
  await expect(page.getByText('لا رسائل بهذه الحالة')).toBeVisible()
})

/** So many messages, the oldest one read, written straight into the database: visitors send only so many an hour. */
function addMessages(dataDir: string, count: number) {
  const db = new DatabaseSync(path.join(dataDir, 'hudur.sqlite'), { timeout: 5_000 })
  db.prepare(`
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ?)
    insert into messages (id, full_name, email, subject, message, source, status, created_at)
    select printf('message-%08d', n), 'أروى باسليم', 'arwa@example.com', 'رسالة رقم ' || n, 'كم؟', 'website',
      case n when 1 then 'read' else 'new' end,
      printf('2026-11-01T%02d:%02d:00.000Z', n / 60, n % 60) from numbers`).run(count)
  db.close()
}

test('messages come a page at a time; the next page is met where it begins', async ({ page, product, signIn, axe }) => {
  addMessages(product.dataDir, 61)
  await signIn()
  await page.goto('/messages')
  const list = page.getByRole('region', { name: /^صفحة/ })
  await expect(list.getByRole('listitem')).toHaveCount(30)
  await expect(page.getByText('من 1 إلى 30، والكل 61')).toBeVisible()
  await page.getByRole('button', { name: 'التالية' }).click()
  await expect(page).toHaveURL(/page=2$/)
  await expect(list.getByRole('heading', { name: 'رسالة رقم 31' })).toBeInViewport()
  await expect(page.getByRole('region', { name: 'صفحة 2 من 3' })).toBeFocused()
  await axe()
  await page.getByRole('button', { name: 'التالية' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await page.goBack()
  await expect(list.getByRole('listitem')).toHaveCount(30)
  await expect(page).toHaveURL(/page=2$/)
  // Back from a filter that has one page, the second page of all is still shown.
  await page.goForward()
  await page.reload()
  await choose(page, 'الحالة', 'مقروءة')
  await expect(page.getByText('1 من 61')).toBeVisible()
  await page.goBack()
  await expect(list.getByRole('heading', { name: 'رسالة رقم 31' })).toBeVisible()
  await expect(page).toHaveURL(/page=2$/)
})

test('the number of the filter before is not told of the next one', async ({ page, product, signIn }) => {
  addMessages(product.dataDir, 3)
  await signIn()
  await page.goto('/messages')
  await expect(page.getByText('3 من 3')).toBeVisible()
  let answer = () => {}
  await page.route('**/api/messages/list.php*status=read*', async route => {
    await new Promise<void>(resolve => {
      answer = resolve
    })
    await route.continue()
  })
  await choose(page, 'الحالة', 'مقروءة')
  await expect(page.getByText('3 من 3')).toBeHidden()
  answer()
  await expect(page.getByText('1 من 3')).toBeVisible()
})

test('without messages it says so; what fails is said and can be tried again', async ({ page, admin, signIn, trouble, axe }) => {
  trouble.allow(FAILURES)
  await signIn()
  await page.goto('/messages')
  await expect(page.getByText('لا رسائل بعد')).toBeVisible()
  await expect(page.getByText(/^0/)).toHaveCount(0)
  await axe()
  await admin.messages.create(MESSAGE)
  const list = await refusing(page, 'messages/list.php')
  await page.reload()
  await expect(page.getByRole('status').filter({ hasText: 'تعذّر تحميل الرسائل' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await list.restore()
  await page.getByRole('button', { name: 'إعادة المحاولة' }).first().click()
  await expect(page.getByRole('heading', { name: MESSAGE.subject })).toBeVisible()
  const update = await failing(page, 'messages/update.php')
  await page.getByRole('button', { name: 'تمييز كمقروءة' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('حدث خطأ أثناء تحديث الرسالة')
  await axe()
  await update.restore()
})
