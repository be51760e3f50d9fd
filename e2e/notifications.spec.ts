import { expect, test } from './fixtures.ts'
import { chooseOption } from './request-helpers.ts'

test('the activity log keeps its filter after a reload', async ({ page, admin, signIn }) => {
  const invitation = { eventName: 'زفاف', eventDate: '2027-01-14', guestName: 'خالد' }
  const [created] = await admin.invitations.create({ invitations: [invitation] })
  await admin.invitations.remove({ id: created!.id })
  await signIn()
  await page.goto('/notifications')
  const entries = page.getByRole('main').getByRole('listitem')
  await expect(entries).toHaveCount(2)
  await chooseOption(page, 'نوع النشاط', 'حذف')
  await expect(page).toHaveURL(/filter=delete$/)
  await page.reload()
  await expect(entries).toHaveCount(1)
  await expect(entries).toContainText('حُذفت دعوة «خالد» لمناسبة «زفاف»')
})
