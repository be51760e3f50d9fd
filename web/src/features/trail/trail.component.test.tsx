import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, openScreen } from '../../../testing/component/screen.tsx'
import { admin } from '../../../testing/component/session.ts'
import { expectCount } from '../../../testing/component/texts.ts'

const trailDialog = page.getByRole('dialog', { name: 'سجلّ التغييرات' })
const entries = trailDialog.getByRole('listitem')

async function createChangedGuest() {
  const [sara] = await admin.invitations.create({
    invitations: [{ eventName: 'زفاف', eventDate: '2097-01-14', guestName: 'سارة', generationType: 'custom', maxScans: 2 }],
  })
  await admin.invitations.update({ id: sara!.id, guestName: 'سارة ناصر', maxScans: 3, isVip: true, phone: '771234567' })
  await admin.invitations.reissue({ id: sara!.id })
  return sara!
}

test('the trail of a guest shows both values of a change, and no code', async () => {
  const { id, eventId } = await createChangedGuest()
  const { code } = (await admin.invitations.list({})).rows[0]!
  await openScreen(`/events/${eventId}`)
  await page.getByRole('button', { name: /^دعوة سارة ناصر/ }).click()
  await page.getByRole('button', { name: 'سجلّ التغييرات' }).click()
  await expectCount(entries, 3)
  await expect.element(entries.first()).toMatchTextContent(/عُدِّل.*رمز البطاقة.*تغيّر/)
  await expect.element(entries.nth(1)).toMatchTextContent(/الضيف.*من سارة إلى سارة ناصر/)
  await expect.element(entries.nth(1)).toMatchTextContent(/عدد الأشخاص.*من 2 إلى 3/)
  await expect.element(entries.nth(1)).toMatchTextContent(/من كبار الضيوف.*من لا إلى نعم/)
  await expect.element(entries.nth(1)).toMatchTextContent(/الهاتف.*من فارغ إلى 771234567/)
  await expect.element(entries.nth(2)).toMatchTextContent(/أُنشئ.*المناسبة.*زفاف/)
  for (const secret of [id, code]) await expect.element(trailDialog).not.toMatchTextContent(secret)
  await expectAccessible()
})

test('an entry of the activity log opens the trail of its subject', async () => {
  const { id } = await createChangedGuest()
  await admin.invitations.remove({ id })
  const network = await openScreen('/notifications')
  const button = page.getByRole('button', { name: 'سجلّ التغييرات: حُذفت دعوة «سارة ناصر» لمناسبة «زفاف»' })
  const restore = network.refuse('trail/list.php')
  await button.click()
  await expect.element(trailDialog).toMatchTextContent('لا سجلّ محفوظاً لهذا')
  await trailDialog.getByRole('button', { name: 'إغلاق' }).click()
  restore()
  await button.click()
  await expectCount(entries, 4)
  await expect.element(entries.first()).toMatchTextContent(/حُذف.*سارة ناصر/)
})
