import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectUrl } from '../../../testing/component/controls.ts'
import { expectAccessible, openScreen } from '../../../testing/component/screen.tsx'
import { admin } from '../../../testing/component/session.ts'

const PARTNER = { fullName: 'هناء الأغبري', username: 'hana', password: 'secret-1' }

/** Creates an event of the administrator with a partner. Returns the id of the event. */
async function createSharedEvent() {
  await admin.accounts.create({ ...PARTNER, generationLimit: 10, isAdmin: false })
  const { id } = await admin.events.create({ name: 'زفاف محمّد وسارة', date: '2097-01-14' })
  await admin.events.addPartner({ eventId: id, username: PARTNER.username })
  return id
}

test('an event disappears for a partner who leaves it', async () => {
  const id = await createSharedEvent()
  await openScreen(`/events/${id}/details`, { as: PARTNER })
  const leave = page.getByRole('button', { name: 'غادر المناسبة' })
  await expect.element(leave).toBeVisible()
  await expectAccessible()
  await leave.click()
  await page.getByRole('alertdialog', { name: 'مغادرة مناسبة «زفاف محمّد وسارة»؟' }).getByRole('button', { name: 'غادر المناسبة' }).click()
  await expectUrl(/^\/events$/)
  await expect.element(page.getByText('لا مناسبات بعد')).toBeVisible()
  expect(await admin.events.partners({ eventId: id })).toEqual([])
})

test('the open screen of a removed partner says so and keeps typed values', async () => {
  const id = await createSharedEvent()
  await openScreen(`/events/${id}/details`, { as: PARTNER })
  const place = page.getByRole('textbox', { name: 'المكان' })
  await place.fill('قاعة الماسة')
  await admin.events.removePartner({ eventId: id, username: PARTNER.username })
  await expect.element(page.getByText('لم تعد هذه المناسبة متاحة لك')).toBeVisible()
  await expect.element(place).toHaveValue('قاعة الماسة')
})
