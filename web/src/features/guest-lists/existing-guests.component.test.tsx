import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { EVENT, generator } from '../../../testing/component/generator-form.ts'
import { expectAccessible, openScreen } from '../../../testing/component/screen.tsx'
import { admin } from '../../../testing/component/session.ts'
import { expectCount, expectNoElements } from '../../../testing/component/texts.ts'

const reviewDialog = generator.review
const dialogButton = (name: string) => reviewDialog.getByRole('button', { name })
const addButton = page.getByRole('button', { name: 'إضافة ضيوف' })
const addDialog = page.getByRole('dialog', { name: 'إضافة ضيوف' })
const leavesExisting = reviewDialog.getByRole('checkbox', { name: 'اترك المدعوين من قبل' })
const question = reviewDialog.getByText('في القائمة مدعوان من قبل: \u2068على حسن\u2069، \u2068هدى\u2069. أنتركهم؟')

const UPDATED_LIST = 'على حسن\nهدى 777123456\nسارة'

const readNames = async () => (await admin.invitations.list({})).rows.map(({ guestName }) => guestName).sort()

/** Creates the event with two guests and a cancelled one. Returns its id. */
async function inviteGuests() {
  const [ali, , reem] = await admin.invitations.create({
    invitations: [
      { ...EVENT, guestName: 'علي حسن' },
      { ...EVENT, guestName: 'الدكتورة هُدى', phone: '777 123 456' },
      { ...EVENT, guestName: 'ريم' },
    ],
  })
  await admin.invitations.cancel({ id: reem!.id })
  return ali!.eventId!
}

test('guests of the event who are in a pasted list are left out', async () => {
  const id = await inviteGuests()
  await page.viewport(360, 740)
  await openScreen(`/events/${id}`)
  await addButton.first().click()
  await generator.pasteNames(`${UPDATED_LIST}\nريم`)
  await expect.element(question).toBeVisible()
  await expect.element(leavesExisting).toBeChecked()
  await expect.element(reviewDialog.getByText('قرأنا 4 أسطر. سطران واضحان، ومدعوان من قبل.')).toBeVisible()
  await expect.element(reviewDialog.getByText('دعوتان، مكانان')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBe(360)
  await expectAccessible()
  await dialogButton('اعتماد القائمة').click()
  await addDialog.getByRole('button', { name: 'إضافة ضيوف' }).click()
  await expectNoElements(addDialog)
  expect(await readNames()).toEqual(['الدكتورة هُدى', 'ريم', 'ريم', 'سارة', 'علي حسن'])
})

test('guests of the event in the generator are added again if the user chooses so', async () => {
  await inviteGuests()
  await generator.open()
  await generator.pasteNames(UPDATED_LIST)
  await expect.element(question).toBeVisible()
  await expect.element(reviewDialog.getByText('دعوة واحدة، مكان واحد')).toBeVisible()
  await reviewDialog.getByText('اترك المدعوين من قبل').click()
  await expect.element(reviewDialog.getByText('3 دعوات، 3 أماكن')).toBeVisible()
  await dialogButton('اعتماد القائمة').click()
  await generator.submit.click()
  await expectCount(generator.cards, 3)
})

test('the review says that one telephone number has two names', async () => {
  await inviteGuests()
  await generator.open()
  await generator.pasteNames('أم محمد 777123456\nسارة')
  const shared = 'رقم واحد لأكثر من اسم، مثل: \u2068الدكتورة هُدى\u2069، \u2068أم محمد\u2069 (\u2068+967777123456\u2069)'
  await expect.element(reviewDialog.getByText(shared)).toBeVisible()
  await expect.element(reviewDialog.getByText('دعوتان، مكانان')).toBeVisible()
})

test('the review says that the guests of the event could not be read', async () => {
  const id = await inviteGuests()
  const network = await openScreen(`/events/${id}`)
  await addButton.first().click()
  network.refuse('invitations/list.php')
  await generator.pasteNames(UPDATED_LIST)
  await expect.element(reviewDialog.getByText('تعذّر جلب ضيوف المناسبة', { exact: false })).toBeVisible()
  await expect.element(reviewDialog.getByText('3 دعوات، 3 أماكن')).toBeVisible()
})

const existingDialog = page.getByRole('dialog', { name: 'مدعوون من قبل' })
const answer = (name: string) => existingDialog.getByRole('button', { name })

test('typed guests whom the event has already are asked about, and left out if the user chooses so', async () => {
  const id = await inviteGuests()
  await page.viewport(360, 740)
  await openScreen(`/events/${id}`)
  await addButton.first().click()
  await generator.names.fill('على حسن')
  await addDialog.getByRole('button', { name: 'إضافة ضيوف' }).click()
  await expect.element(existingDialog.getByText('في المناسبة من قبل: \u2068على حسن\u2069. أتضاف دعوة أخرى بهذا الاسم؟')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBe(360)
  await expectAccessible()
  await answer('رجوع').click()
  await expectNoElements(existingDialog)
  await generator.names.fill('على حسن\nسارة\nمحمد\nهدى الكثيري')
  await addDialog.getByRole('button', { name: 'إضافة ضيوف' }).click()
  for (const button of existingDialog.getByRole('button').elements()) expect(button.getBoundingClientRect().right).toBeLessThanOrEqual(360)
  await answer('أضف الباقي: 3 دعوات').click()
  await expectNoElements(addDialog)
  expect(await readNames()).toEqual(['الدكتورة هُدى', 'ريم', 'سارة', 'علي حسن', 'محمد', 'هدى الكثيري'])
})

test('one guest whom the event has already is added in the generator only after a question', async () => {
  await inviteGuests()
  await generator.open()
  await generator.kind('مخصص').click()
  await generator.guest.fill('علی حسن')
  await generator.submit.click()
  await expect.element(existingDialog).toBeVisible()
  expect(await readNames()).toHaveLength(3)
  await answer('أضفها').click()
  await expectCount(generator.cards, 1)
  expect(await readNames()).toHaveLength(4)
})

test('a typed number that another guest has is said', async () => {
  await inviteGuests()
  await generator.open()
  await generator.kind('مخصص').click()
  await generator.guest.fill('أم محمد')
  await page.getByRole('textbox', { name: 'الهاتف' }).fill('0777123456')
  await generator.submit.click()
  await expect.element(existingDialog.getByText(/الدكتورة هُدى.*أم محمد/)).toBeVisible()
  await answer('أضف كما هي').click()
  await expectCount(generator.cards, 1)
})
