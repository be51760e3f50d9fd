import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { chooseByTyping } from '../../../testing/component/controls.ts'
import { EVENT, generator } from '../../../testing/component/generator-form.ts'
import { expectAccessible, openScreen } from '../../../testing/component/screen.tsx'
import { admin } from '../../../testing/component/session.ts'
import { expectNoElements } from '../../../testing/component/texts.ts'

const ENGAGEMENT = { eventName: 'خطوبة محمّد وسارة', eventDate: '2026-05-01' }

const addDialog = page.getByRole('dialog', { name: 'إضافة ضيوف' })
const earlierDialog = page.getByRole('dialog', { name: 'ضيوف مناسبة سابقة' })
const eventField = earlierDialog.getByRole('combobox', { name: 'المناسبة' })

test('guests who came to an earlier event are invited again, without those whom the event has already', async () => {
  await page.viewport(360, 740)
  const created = await admin.invitations.create({
    invitations: [
      { guestName: 'أم عبدالله', maxScans: 3, phone: '+967777123456', side: 'أهل العروس', table: '4', generationType: 'custom' as const },
      { guestName: 'سارة', side: 'أهل العريس' },
      { guestName: 'خالد باوزير', side: 'أهل العريس' },
      { guestName: 'هدى' },
    ].map(guest => ({ ...ENGAGEMENT, ...guest })),
  })
  for (const { id, guestName } of created) if (guestName !== 'هدى') await admin.checkIn.scan({ id })
  const { id } = await admin.events.create({ name: EVENT.eventName, date: EVENT.eventDate })
  await admin.invitations.create({ invitations: [{ ...EVENT, guestName: 'خالد باوزير' }] })

  await openScreen(`/events/${id}`)
  await page.getByRole('button', { name: 'إضافة ضيوف' }).first().click()
  await addDialog.getByRole('button', { name: 'ضيوف مناسبة سابقة' }).click()
  await chooseByTyping(eventField, 'خطوبه', page.getByRole('option', { name: /خطوبة/ }))
  await expect.element(earlierDialog.getByRole('status')).toHaveTextContent('4 ضيوف من 4')
  await earlierDialog.getByRole('button', { name: /من تدعو منهم/ }).click()
  await page.getByRole('option', { name: /^من وصل/ }).click()
  await expect.element(earlierDialog.getByRole('status')).toHaveTextContent('3 ضيوف من 4')
  expect(document.documentElement.scrollWidth).toBe(360)
  await expectAccessible()

  await earlierDialog.getByRole('button', { name: 'مراجعة القائمة' }).click()
  await expect.element(generator.review.getByText('دعوتان، 4 أماكن')).toBeVisible()
  await expectAccessible()
  await generator.review.getByRole('button', { name: 'اعتماد القائمة' }).click()
  await addDialog.getByRole('button', { name: 'إضافة ضيوف' }).click()
  await expectNoElements(addDialog)
  const { rows } = await admin.invitations.list({ eventId: id })
  expect(rows.map(({ guestName, maxScans, phone, side, table }) => [guestName, maxScans, phone, side, table]).sort()).toEqual([
    ['أم عبدالله', 3, '+967777123456', 'أهل العروس', null],
    ['خالد باوزير', 1, null, null, null],
    ['سارة', 1, null, 'أهل العريس', null],
  ])
})
