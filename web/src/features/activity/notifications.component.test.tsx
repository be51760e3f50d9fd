import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { chooseOption, expectUrl } from '../../../testing/component/controls.ts'
import { createNetwork } from '../../../testing/component/network.ts'
import { expectAccessible, openScreen } from '../../../testing/component/screen.tsx'
import { admin, executeSql } from '../../../testing/component/session.ts'
import { expectCount } from '../../../testing/component/texts.ts'

const activityEntries = page.getByRole('main').getByRole('listitem')

/** Inserts admissions into the table of the activity log, because creating them over HTTP would take long. */
const addActivity = (count: number) =>
  executeSql(
    `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ?)
    insert into activity (id, user_id, verb, action, description, target_type, target_id, created_at)
    select printf('018f0000-0000-7000-8000-%012d', n), (select id from users limit 1), 'scan', 'scan_invitation', 'دخول الضيف رقم ' || n,
      'invitation', 'X' || n, '2026-11-01T00:00:00.000Z' from numbers`,
    count,
  )

test('the activity log shows 1,002 entries in pages of 50', async () => {
  const [created] = await admin.invitations.create({ invitations: [{ eventName: 'زفاف', eventDate: '2027-01-14', guestName: 'خالد' }] })
  await admin.invitations.remove({ id: created!.id })
  await addActivity(1_000)
  await openScreen('/notifications')
  await expectCount(activityEntries, 50)
  await expect.element(activityEntries.first()).toMatchTextContent('حُذفت دعوة «خالد» لمناسبة «زفاف»')
  await expect.element(activityEntries.first()).toMatchTextContent('@admin')
  await expect.element(page.getByText('من 1 إلى 50، من أصل 1,002')).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'التالية' }).click()
  await expectUrl(/page=2/)
  await expect.element(activityEntries.first()).toMatchTextContent('دخول الضيف رقم 952')
  await expect.element(page.getByText('من 51 إلى 100، من أصل 1,002')).toBeVisible()
  await openScreen('/notifications?page=90', { as: null })
  await expect.element(page.getByText('من 1,001 إلى 1,002، من أصل 1,002')).toBeVisible()
  await expectUrl(/page=21$/)
  await expectCount(activityEntries, 2)
  await chooseOption('نوع النشاط', 'حذف')
  await expectUrl(/filter=delete$/)
  await expectCount(activityEntries, 1)
  await chooseOption('نوع النشاط', 'تعديل')
  await expect.element(page.getByText('لا نشاط من هذا النوع')).toBeVisible()
  await openScreen(window.location.pathname + window.location.search, { as: null })
  await page.getByRole('button', { name: 'عرض كل النشاط' }).click()
  await expectCount(activityEntries, 50)
})

test('the activity log offers a retry after a failed request', async () => {
  const network = createNetwork()
  const restore = network.refuse('notifications/list.php')
  await openScreen('/notifications', { network })
  await expect.element(page.getByRole('status').filter({ hasText: 'تعذّر تحميل الإشعارات' })).toBeVisible()
  await expectCount(page.getByRole('alert'), 0)
  await expectAccessible()
  restore()
  await page.getByRole('button', { name: 'إعادة المحاولة' }).first().click()
  await expect.element(page.getByText('لا نشاط بعد')).toBeVisible()
})
