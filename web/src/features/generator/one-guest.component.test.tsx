import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { EVENT, generator } from '../../../testing/component/generator-form.ts'
import { expectAccessible, openScreen } from '../../../testing/component/screen.tsx'
import { admin } from '../../../testing/component/session.ts'
import { expectCount, expectNoElements } from '../../../testing/component/texts.ts'

const WRITTEN = 'خالة منى +2 777000111'
const phoneField = page.getByRole('textbox', { name: 'الهاتف' })
const found = page.getByText('الاسم: \u2068خالة منى\u2069. ومعه: 3 أماكن، \u2066+967777000111\u2069')
const takeButton = page.getByRole('button', { name: 'انقلها إلى خاناتها' })
const keepButton = page.getByRole('button', { name: 'أبقِ الاسم كما كُتب' })

const readGuests = async () =>
  (await admin.invitations.list({})).rows.map(({ guestName, maxScans, children, phone }) => ({
    guestName,
    maxScans,
    phone,
    ...(children > 0 && { children }),
  }))

test('a typed name with companions and a number fills the fields of one guest', async () => {
  await page.viewport(360, 740)
  await generator.open()
  await generator.kind('مخصص').click()
  await generator.guest.fill(WRITTEN)
  await expect.element(found).toBeVisible()
  await expect.element(generator.guest).toHaveValue(WRITTEN)
  expect(document.documentElement.scrollWidth).toBe(360)
  await expectAccessible()
  await generator.submit.click()
  await expect.element(page.getByText('مع الاسم عدد أو رقم هاتف', { exact: false })).toBeVisible()
  expect(await readGuests()).toEqual([])
  await takeButton.click()
  await expectNoElements(found)
  await expect.element(generator.guest).toHaveValue('خالة منى')
  await expect.element(generator.persons).toHaveValue('3')
  await expect.element(phoneField).toHaveValue('+967777000111')
  await page.getByRole('textbox', { name: 'منهم أطفال' }).fill('2')
  await generator.submit.click()
  await expectCount(generator.cards, 1)
  expect(await readGuests()).toEqual([{ guestName: 'خالة منى', maxScans: 3, phone: '+967777000111', children: 2 }])
})

test('a typed name with a number stays as it was written if the user chooses so', async () => {
  await generator.open()
  await generator.kind('مخصص').click()
  await generator.guest.fill('كتيبة 777000111')
  await keepButton.click()
  await generator.submit.click()
  await expectCount(generator.cards, 1)
  expect(await readGuests()).toEqual([{ guestName: 'كتيبة 777000111', maxScans: 1, phone: null }])
})

test('one typed line with a number is reviewed as a list in the dialog of an event', async () => {
  const { id } = await admin.events.create({ name: EVENT.eventName, date: EVENT.eventDate })
  await openScreen(`/events/${id}`)
  await page.getByRole('button', { name: 'إضافة ضيوف' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'إضافة ضيوف' })
  await generator.names.fill(WRITTEN)
  await dialog.getByRole('button', { name: 'إضافة ضيوف' }).click()
  await expect.element(generator.review.getByText('دعوة واحدة، 3 أماكن')).toBeVisible()
  expect(await readGuests()).toEqual([])
  await generator.review.getByRole('button', { name: 'اعتماد القائمة' }).click()
  await dialog.getByRole('button', { name: 'إضافة ضيوف' }).click()
  await expectNoElements(dialog)
  expect(await readGuests()).toEqual([{ guestName: 'خالة منى', maxScans: 3, phone: '+967777000111' }])
})
