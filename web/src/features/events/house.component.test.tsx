import { EMPTY_HOUSE } from '@hudur/core/events/house'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, openScreen } from '../../../testing/component/screen.tsx'
import { admin } from '../../../testing/component/session.ts'

test('event details save the words of the house and the question for children', async () => {
  const { id } = await admin.events.create({ name: 'زفاف محمّد وسارة', date: '2027-01-14' })
  await openScreen(`/events/${id}/details`)
  const house = page.getByRole('group', { name: 'آداب الحضور' })
  const save = page.getByRole('button', { name: 'حفظ' })
  await house.getByText('ممنوع التصوير').click()
  await house.getByRole('textbox', { name: 'عبارة بكلماتكم' }).fill('الدخول من الباب الشرقي')
  await page.getByText(/^يُسأل الضيوف/).click()
  await expectAccessible()
  await save.click()
  const readStored = () => admin.events.get({ id })
  const stored = { ...EMPTY_HOUSE, noPhotography: true, words: 'الدخول من الباب الشرقي' }
  await expect.poll(readStored).toMatchObject({ asksChildren: true, house: stored })
  await house.getByText('جنة الأطفال منازلهم').click()
  await expect.element(page.getByText(/^يُسأل الضيوف/)).not.toBeInTheDocument()
  await house.getByRole('textbox', { name: 'عبارة بكلماتكم' }).fill('ا'.repeat(81))
  await save.click()
  await expect.element(page.getByText(/80/)).toBeVisible()
  await house.getByRole('textbox', { name: 'عبارة بكلماتكم' }).fill('')
  await save.click()
  await expect.poll(readStored).toMatchObject({ house: { ...stored, noChildren: true, words: null } })
})
