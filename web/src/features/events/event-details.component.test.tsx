import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, openScreen } from '../../../testing/component/screen.tsx'
import { admin } from '../../../testing/component/session.ts'

const createEvent = async () => (await admin.events.create({ name: 'زفاف محمّد وسارة', date: '2027-01-14' })).id

test('event details reject a last answer day after the event', async () => {
  const id = await createEvent()
  await openScreen(`/events/${id}/details`)
  const save = page.getByRole('button', { name: 'حفظ' })
  const lastDay = page
    .getByRole('group', { name: /^آخر يوم للرد/ })
    .getByRole('spinbutton')
    .first()
  await page.getByText(/^قاعة نساء/).click()
  await lastDay.click()
  await userEvent.keyboard('15012027')
  await save.click()
  await expect.element(page.getByText('آخر يوم للرد لا يكون بعد يوم المناسبة')).toBeVisible()
  await lastDay.click()
  await userEvent.keyboard('10012027')
  await expectAccessible()
  await save.click()
  const readStoredEvent = () => admin.events.get({ id })
  await expect.poll(readStoredEvent).toMatchObject({ hidesNames: true, answers: 'on', answersUntil: '2027-01-10' })
  await page.getByText(/^يجيب الضيوف عن الدعوة/).click()
  await expect.element(lastDay).not.toBeInTheDocument()
  await save.click()
  await expect.poll(readStoredEvent).toMatchObject({ hidesNames: true, answers: 'off', answersUntil: '2027-01-10' })
})

test('saving event details keeps the changes of another device', async () => {
  const id = await createEvent()
  await openScreen(`/events/${id}/details`)
  await page.getByRole('textbox', { name: 'المكان' }).fill('قاعة الماسة')
  await admin.events.update({ id, name: 'الاسم الجديد', hosts: 'صالح وأبناؤه' })
  await expect.element(page.getByRole('heading', { name: 'الاسم الجديد', exact: true })).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: /اسم المناسبة/ })).toHaveValue('الاسم الجديد')
  await expect.element(page.getByRole('textbox', { name: 'المكان' })).toHaveValue('قاعة الماسة')
  await page.getByRole('button', { name: 'حفظ' }).click()
  const expected = { name: 'الاسم الجديد', hosts: 'صالح وأبناؤه', place: 'قاعة الماسة' }
  await expect.poll(() => admin.events.get({ id })).toMatchObject(expected)
})
