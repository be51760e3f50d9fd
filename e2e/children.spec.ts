import { dayInAden } from '@hudur/core/testing/days'
import { expect, test } from './fixtures.ts'

test.use({ viewport: { width: 360, height: 740 } })

test('a host asks for children, a guest answers, and list, gate and figures show them', async ({ page, admin, signIn }) => {
  const day = dayInAden(2)
  const event = await admin.events.create({ name: 'زفاف محمّد وسارة', date: day })
  const guest = { eventId: event.id, guestName: 'عائلة باوزير', generationType: 'custom', maxScans: 4 } as const
  const [invitation] = await admin.invitations.create({ invitations: [guest] })
  await signIn()

  await page.goto(`/events/${event.id}/details`)
  const house = page.getByRole('group', { name: 'آداب الحضور' })
  await house.getByText('ممنوع التصوير', { exact: true }).click()
  await page.getByText(/^يُسأل الضيوف/).click()
  await page.getByRole('button', { name: 'حفظ', exact: true }).click()
  await expect(page.getByText('تم حفظ التفاصيل')).toBeVisible()

  await page.goto(`/events/${event.id}`)
  await page.getByRole('button', { name: 'تعديل دعوة عائلة باوزير' }).click()
  const edited = page.getByRole('dialog')
  await edited.getByRole('textbox', { name: 'منهم أطفال' }).fill('2')
  await edited.getByRole('button', { name: 'حفظ' }).click()
  await expect(page.getByText('كبيران وطفلان', { exact: true })).toBeVisible()

  const guestPage = await page.context().newPage()
  await guestPage.goto(`/i/${invitation!.code}`)
  await expect(guestPage.getByText('ممنوع التصوير', { exact: true })).toBeVisible()
  await expect(guestPage.getByText(/كبيران وطفلان/)).toBeVisible()
  const children = guestPage.getByRole('spinbutton', { name: 'كم طفلاً؟' })
  const people = guestPage.getByRole('spinbutton', { name: 'عدد الحضور' })
  await expect(children).toHaveValue('2')
  await people.fill('1')
  await expect(children).toHaveValue('1')
  await people.fill('3')
  await guestPage.getByRole('button', { name: 'إرسال الرد' }).click()
  await expect(guestPage.getByText('الحضور: كبيران وطفل', { exact: true })).toBeVisible()
  expect(await guestPage.evaluate(() => document.documentElement.scrollWidth)).toBe(360)

  await page.goto(`/events/${event.id}`)
  await expect(page.getByText('أجاب 1 · منهم طفل')).toBeAttached()
  await page.goto('/Scanner')
  await page.getByRole('textbox', { name: 'رمز الدعوة' }).fill(invitation!.code)
  await page.getByRole('textbox', { name: 'رمز الدعوة' }).press('Enter')
  await expect(page.locator('[data-verdict="admitted"]')).toContainText('كبيران وطفلان')
  expect(await admin.events.get({ id: event.id })).toMatchObject({ invitedChildren: 2, attendingChildren: 1, expectedChildren: 1 })
})
