import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from './fixtures.ts'
import { choose, FAILURES, refusing } from './office.ts'

/** So many admissions told of in the log, written straight into the database: over HTTP they would take minutes. */
function addActivity(dataDir: string, count: number) {
  const db = new DatabaseSync(path.join(dataDir, 'hudur.sqlite'), { timeout: 5_000 })
  db.prepare(`
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ?)
    insert into activity (id, user_id, verb, action, description, target_type, target_id, created_at)
    select printf('018f0000-0000-7000-8000-%012d', n), (select id from users limit 1), 'scan', 'scan_invitation', 'دخول الضيف رقم ' || n,
      'invitation', 'X' || n, '2026-11-01T00:00:00.000Z' from numbers`).run(count)
  db.close()
}

test('the log is told newest first, filtered and paged on the server, in the address', async ({ page, admin, product, signIn, axe }) => {
  const [made] = await admin.invitations.create({ invitations: [{ eventName: 'زفاف', eventDate: '2027-01-14', guestName: 'خالد' }] })
  await admin.invitations.remove({ id: made!.id })
  addActivity(product.dataDir, 100_000)
  await signIn()
  await page.goto('/notifications')
  const entries = page.getByRole('main').getByRole('listitem')
  await expect(entries).toHaveCount(50)
  await expect(entries.first()).toContainText('حُذفت دعوة «خالد» لمناسبة «زفاف»')
  await expect(entries.first()).toContainText('@admin')
  await expect(page.getByText('من 1 إلى 50، والكل 100,002')).toBeVisible()
  await axe()
  await page.getByRole('button', { name: 'التالية' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(entries.first()).toContainText('دخول الضيف رقم 99952')
  await expect(page.getByText('من 51 إلى 100، والكل 100,002')).toBeVisible()
  await page.goto('/notifications?page=9000')
  await expect(page.getByText('من 100,001 إلى 100,002، والكل 100,002')).toBeVisible()
  await expect(page).toHaveURL(/page=2001$/)
  await expect(entries).toHaveCount(2)
  await choose(page, 'نوع النشاط', 'حذف')
  await expect(page).toHaveURL(/filter=delete$/)
  await expect(entries).toHaveCount(1)
  await choose(page, 'نوع النشاط', 'تعديل')
  await expect(page.getByText('لا نشاط من هذا النوع')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'عرض كل النشاط' }).click()
  await expect(entries).toHaveCount(50)
})

test('without activity it says so; what fails is said and can be tried again', async ({ page, signIn, trouble, axe }) => {
  trouble.allow(FAILURES)
  await signIn()
  const list = await refusing(page, 'notifications/list.php')
  await page.goto('/notifications')
  await expect(page.getByRole('status').filter({ hasText: 'تعذّر تحميل الإشعارات' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await axe()
  await list.restore()
  await page.getByRole('button', { name: 'إعادة المحاولة' }).first().click()
  await expect(page.getByText('لا نشاط بعد')).toBeVisible()
  await axe()
})
