import { openSqliteDatabase } from '../api/testing/snapshot.ts'
import { expect, test } from './fixtures.ts'
import { chooseOption } from './request-helpers.ts'

/** Inserts `count` messages directly into the server's database. The oldest message has the status `read`, the others `new`. */
function insertMessages(dataDir: string, count: number) {
  const db = openSqliteDatabase(dataDir)
  db.prepare(`
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ?)
    insert into messages (id, full_name, email, subject, message, source, status, created_at)
    select printf('message-%08d', n), 'أروى باسليم', 'arwa@example.com', 'رسالة رقم ' || n, 'كم؟', 'website',
      case n when 1 then 'read' else 'new' end,
      printf('2026-11-01T%02d:%02d:00.000Z', n / 60, n % 60) from numbers`).run(count)
  db.close()
}

test('the message list follows the browser’s back and forward', async ({ page, product, signIn }) => {
  insertMessages(product.dataDir, 61)
  await signIn()
  await page.goto('/messages')
  const list = page.getByRole('region', { name: /^صفحة/ })
  await page.getByRole('button', { name: 'التالية' }).click()
  await expect(list.getByRole('heading', { name: 'رسالة رقم 31' })).toBeInViewport()
  await expect(page.getByRole('region', { name: 'صفحة 2 من 3' })).toBeFocused()
  await page.getByRole('button', { name: 'التالية' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await page.goBack()
  await expect(list.getByRole('listitem')).toHaveCount(30)
  await page.goForward()
  await page.reload()
  await chooseOption(page, 'الحالة', 'مقروءة')
  await expect(page.getByText('1 من 61')).toBeVisible()
  await page.goBack()
  await expect(list.getByRole('heading', { name: 'رسالة رقم 31' })).toBeVisible()
  await expect(page).toHaveURL(/page=2$/)
})
