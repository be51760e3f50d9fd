import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { chooseByTyping } from '../../../testing/component/controls.ts'
import { EVENT, generator } from '../../../testing/component/generator-form.ts'
import { expectAccessible, openScreen } from '../../../testing/component/screen.tsx'
import { admin } from '../../../testing/component/session.ts'
import { expectCount, expectNoElements, expectPath, expectTexts, partialText } from '../../../testing/component/texts.ts'

const HOST = { fullName: 'هناء الأغبري', username: 'hana', password: 'كلمة-سر 2', generationLimit: 5 }

const { kind: kindOption, persons: personsField, guest: guestField, owner: ownerField, submit: submitButton, cards: cardImages } = generator

async function chooseOwner(fullName: string) {
  await ownerField.fill(fullName)
  await expect.element(page.getByRole('option', { name: fullName, exact: false })).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expectNoElements(page.getByRole('listbox'))
}

test('the generator creates one invitation for a number of people', async () => {
  await generator.open()
  await kindOption('بالعدد').click()
  await personsField.fill('٢٥٠')
  await expect.element(personsField).toHaveValue('250')
  await expectAccessible()
  await submitButton.click()
  await expect.element(page.getByRole('img', { name: 'بطاقة دعوة عامة' })).toBeVisible()
  await expect.element(partialText('تُدخل 250 شخصاً')).toBeVisible()
  const { rows } = await admin.invitations.list({})
  expect(rows).toMatchObject([{ ...EVENT, generationType: 'count', maxScans: 250, guestName: '' }])
  expect(await admin.accounts.me({})).toMatchObject({ usedGenerations: 1 })
})

test('the generator creates one invitation for a guest and 4 people', async () => {
  await openScreen('/generator')
  await kindOption('مخصص').click()
  await submitButton.click()
  await expect.element(partialText('يرجى إدخال اسم المناسبة')).toBeVisible()
  await expect.element(partialText('يرجى إدخال تاريخ المناسبة')).toBeVisible()
  await expect.element(guestField).toHaveAccessibleDescription(/يرجى إدخال اسم الضيف/)
  await expect.element(generator.eventName).toHaveFocus()
  expect((await admin.invitations.list({})).total).toBe(0)

  await generator.eventName.fill(EVENT.eventName)
  await generator.typeDate('14', '01', '2027')
  await guestField.fill('الأستاذ خالد باوزير وعائلته')
  await personsField.fill('4')
  await expectAccessible()
  await submitButton.click()
  await expect.element(page.getByRole('img', { name: 'بطاقة الأستاذ خالد باوزير وعائلته' })).toBeVisible()
  const { rows } = await admin.invitations.list({})
  expect(rows).toMatchObject([{ generationType: 'custom', maxScans: 4, guestName: 'الأستاذ خالد باوزير وعائلته' }])
  expect(await admin.accounts.me({})).toMatchObject({ usedGenerations: 1 })
  await expect.element(guestField).toHaveValue('')
  await expect.element(personsField).toHaveValue('1')
  await submitButton.click()
  await expect.element(guestField).toHaveAccessibleDescription(/يرجى إدخال اسم الضيف/)
  expect((await admin.invitations.list({})).total).toBe(1)
})

test('a double click or repeated submit creates each invitation once', async () => {
  await generator.open()
  await generator.names.fill('سارة\nعلي')
  await userEvent.dblClick(submitButton)
  await expect.element(partialText('تم توليد دعوتين').first()).toBeVisible()
  await expect.element(generator.names).toHaveValue('')
  await expect.element(page.getByRole('heading', { name: 'الدعوات بطاقتان' })).toBeVisible()
  await expectCount(page.getByRole('img', { name: 'بطاقة سارة' }), 1)

  await kindOption('بالعدد').click()
  await submitButton.click()
  await expect.element(page.getByRole('heading', { name: 'الدعوات 3 بطاقات' })).toBeVisible()
  await expect.element(submitButton).toBeEnabled()
  submitButton.element().dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 2 }))
  await kindOption('مخصص').click()
  await guestField.fill('خالد')
  const form = submitButton.element().closest('form')
  form?.requestSubmit()
  form?.requestSubmit()
  await expect.element(page.getByRole('heading', { name: 'الدعوات 4 بطاقات' })).toBeVisible()
  await expect.element(guestField).toHaveValue('')
  expect((await admin.invitations.list({})).total).toBe(4)
})

test('the generator keeps the values typed for each kind of invitation', async () => {
  await openScreen('/generator')
  await generator.names.fill('سارة\nعلي')
  await kindOption('بالعدد').click()
  await personsField.fill('30')
  await kindOption('مخصص').click()
  await guestField.fill('خالد')
  await personsField.fill('7')
  await kindOption('بالأسماء').click()
  await expect.element(generator.names).toHaveValue('سارة\nعلي')
  await kindOption('بالعدد').click()
  await expect.element(personsField).toHaveValue('30')
  await kindOption('مخصص').click()
  await expect.element(guestField).toHaveValue('خالد')
  await expect.element(personsField).toHaveValue('7')

  await page.getByRole('link', { name: 'الماسح' }).first().click()
  await expectPath('/scanner')
  await page.getByRole('link', { name: 'دعوات جديدة' }).first().click()
  await expect.element(kindOption('مخصص')).toBeChecked()
  await expect.element(guestField).toHaveValue('خالد')
})

test('an invalid number of people becomes 1, and is refused for one guest', async () => {
  await openScreen('/generator')
  const field = personsField
  for (const [name, most] of [
    ['بالعدد', '1000'],
    ['مخصص', '100'],
  ] as const) {
    await kindOption(name).click()
    await expect.element(field).toHaveValue('1')
    for (const invalid of ['0', '', `${most}1`]) {
      await field.fill('7')
      await field.fill(invalid)
      await userEvent.tab()
      if (name === 'بالعدد') await expect.element(field).toHaveValue('1')
      else {
        await submitButton.click()
        await expect.element(field).toHaveAccessibleDescription(/اكتب عدداً من 1 إلى 100/)
        await expect.poll(() => (field.element() as HTMLInputElement).value.replace(',', '')).toBe(invalid)
      }
    }
    await field.fill(most)
    await userEvent.tab()
    await expect.poll(() => (field.element() as HTMLInputElement).value.replace(',', '')).toBe(most)
  }
  expect((await admin.invitations.list({})).total).toBe(0)
})

test('the generator charges the balance of the chosen owner', async () => {
  const host = await admin.accounts.create(HOST)
  await admin.accounts.create({ ...HOST, fullName: 'مدير ثانٍ', username: 'second', isAdmin: true })
  await generator.open()
  await generator.scrollToOwner()
  await ownerField.click()
  await expectTexts(page.getByRole('option'), [/هناء الأغبري/])
  await userEvent.keyboard('{Escape}')
  // The name is typed without hamza, unlike the stored name, and still finds the user.
  await chooseByTyping(ownerField, 'هناء الاغبري', page.getByRole('option', { name: 'هناء الأغبري', exact: false }))
  const balance = page.getByRole('progressbar', { name: 'رصيد هناء الأغبري' })
  await expect.element(balance).toHaveAttribute('aria-valuetext', 'بقي 5 من 5')
  await expectAccessible()

  await generator.names.fill('سارة\nعلي')
  await expect.element(partialText('المطلوب الآن 2، ويبقى بعده 3')).toBeVisible()
  await submitButton.click()
  await expectCount(cardImages, 2)
  await expect.element(balance).toHaveAttribute('aria-valuetext', 'بقي 3 من 5')
  const { rows } = await admin.invitations.list({})
  expect(rows.map(({ userId }) => userId)).toEqual([host.id, host.id])
  const users = await admin.accounts.list({})
  expect(users.find(({ id }) => id === host.id)).toMatchObject({ usedGenerations: 2 })
  expect(await admin.accounts.me({})).toMatchObject({ usedGenerations: 0 })

  // Without a chosen owner, the invitations belong to the administrator. They are listed as another event than the host's.
  await page.getByRole('button', { name: 'اجعلها في حسابي' }).click()
  await expect.element(ownerField).toHaveValue('')
  await generator.names.fill('هدى')
  await submitButton.click()
  await expectCount(cardImages, 1)
  await expect.element(page.getByRole('img', { name: 'بطاقة هدى' })).toBeVisible()
  expect(await admin.accounts.me({})).toMatchObject({ usedGenerations: 1 })
})

test('one invitation for 500 people does not exceed a balance of two', async () => {
  await admin.accounts.create({ ...HOST, generationLimit: 2 })
  await generator.open()
  await generator.names.fill('سارة\nعلي\nهدى')
  await expect.element(submitButton).toBeEnabled()
  await chooseOwner(HOST.fullName)
  const banner = page.getByRole('alert').filter({ hasText: 'يتجاوز الحد المسموح' })
  await expect.element(banner).toMatchTextContent('لا يمكنك توليد 3 دعوة. الرصيد المتاح: 2 دعوة')
  await expect.element(submitButton).toBeDisabled()
  await expectAccessible()
  // A card for 500 people is one invitation.
  await kindOption('بالعدد').click()
  await personsField.fill('500')
  await expectNoElements(banner)
  await expect.element(submitButton).toBeEnabled()
  await kindOption('بالأسماء').click()
  await expect.element(banner).toBeVisible()
  await ownerField.fill('')
  await userEvent.tab()
  await expectNoElements(banner)
  await expect.element(submitButton).toBeEnabled()
})

test('the generator reports that the chosen owner was deleted', async () => {
  const host = await admin.accounts.create(HOST)
  await generator.open()
  await generator.names.fill('سارة')
  await chooseOwner(HOST.fullName)
  await admin.accounts.remove({ id: host.id })
  await submitButton.click()
  await expect.element(ownerField).toHaveAccessibleDescription(/لم يعد صاحب هذه الدعوات/)
  await expect.element(generator.names).toHaveValue('سارة')
  expect((await admin.invitations.list({})).total).toBe(0)
})

test('the link of an order fills in the generator', async () => {
  const host = await admin.accounts.create(HOST)
  await openScreen(`/generator?${new URLSearchParams({ ...EVENT, count: '4', owner: host.id })}`)
  await expect.element(generator.eventName).toHaveValue(EVENT.eventName)
  await expectTexts(generator.dateParts, ['14', '1', '2027'])
  await expect.element(kindOption('بالأسماء')).toBeChecked()
  await expect.element(partialText('المطلوب 4 دعوات، وبقي 4')).toBeVisible()
  await generator.scrollToOwner()
  await expect.element(ownerField).toHaveValue('هناء الأغبري (hana)')
  await expectPath('/generator')
  expect(window.location.search).toBe('')
  await expectAccessible()
  await generator.names.fill('سارة\nعلي\nهدى')
  await expect.element(partialText('المطلوب 4 دعوات، وبقي 1')).toBeVisible()
  await submitButton.click()
  await expectCount(cardImages, 3)
  await expect.element(partialText('المطلوب دعوة واحدة، وبقي 1')).toBeVisible()
  await generator.names.fill('أمل')
  await expect.element(partialText('المطلوب دعوة واحدة، واكتمل العدد')).toBeVisible()
  await generator.names.fill('')

  // Instead of typing names, the user can choose one card for all guests.
  await page.getByRole('button', { name: 'بالعدد: بطاقة واحدة بلا اسم، تُدخل شخصاً واحداً' }).click()
  await expect.element(kindOption('بالعدد')).toBeChecked()
  await expect.element(personsField).toHaveValue('1')
  expect((await admin.invitations.list({})).rows).toMatchObject(Array(3).fill({ userId: host.id, generationType: 'names' }))
})

test('the generator saves time and place with the current event', async () => {
  await generator.open()
  await generator.names.fill('سارة')
  await generator.hour.fill('20:30')
  await generator.time.fill('بعد العشاء')
  await generator.place.fill('قاعة ليالي أزال')
  await expectAccessible()
  await submitButton.click()
  await expectCount(cardImages, 1)
  const readSaved = async () =>
    (await admin.events.list({})).rows.map(({ startsAt, timeWords, place }) => [startsAt, timeWords, place]).toSorted()
  await expect.poll(readSaved).toEqual([['20:30', 'بعد العشاء', 'قاعة ليالي أزال']])
  await generator.place.fill('قاعة أخرى')
  await generator.time.click()
  await expect.poll(readSaved).toEqual([['20:30', 'بعد العشاء', 'قاعة أخرى']])
  // The form finds an event again by the name and the day of its saved design.
  await expect.poll(async () => (await admin.invitations.designs({})).total).toBe(1)

  await generator.eventName.fill('حفل تخرّج ريم')
  await generator.place.fill('جامعة صنعاء')
  await generator.names.fill('ريم')
  await submitButton.click()
  await expect.element(page.getByRole('img', { name: 'بطاقة ريم' })).toBeVisible()
  await expect.poll(readSaved).toEqual([
    ['20:30', 'بعد العشاء', 'جامعة صنعاء'],
    ['20:30', 'بعد العشاء', 'قاعة أخرى'],
  ])

  await openScreen(`/generator?${new URLSearchParams(EVENT)}`, { as: null })
  await expect.element(generator.place).toHaveValue('قاعة أخرى')
  await expect.element(generator.time).toHaveValue('بعد العشاء')
})

test('users are redirected from /generator to /requests', async () => {
  const host = await admin.accounts.create(HOST)
  await openScreen('/generator', { as: HOST })
  await expect.element(page.getByRole('heading', { name: 'طلباتي' })).toBeVisible()
  await expectPath('/requests')
  const balance = page.getByRole('progressbar', { name: 'الرصيد' })
  await expect.element(balance).toHaveAttribute('aria-valuetext', 'بقي 5 من 5')
  await expectAccessible()
  await page.getByRole('link', { name: 'إنشاء دعوات' }).click()
  await expectPath('/requests/generate')
  await generator.eventName.fill(EVENT.eventName)
  await generator.typeDate('14', '01', '2027')
  await expectNoElements(ownerField)
  await generator.names.fill('سارة\nعلي')
  await expectAccessible()
  await submitButton.click()
  await expectCount(cardImages, 2)
  await expect.element(balance).toHaveAttribute('aria-valuetext', 'بقي 3 من 5')
  const { rows } = await admin.invitations.list({})
  expect(rows.map(({ userId }) => userId)).toEqual([host.id, host.id])
  await generator.names.fill('سارة\nعلي\nهدى\nأمل')
  await expect.element(partialText('لا يمكنك توليد 4 دعوة. الرصيد المتاح: 3 دعوة')).toBeVisible()
  await expect.element(submitButton).toBeDisabled()
})

test('the generator fits 360 px for each kind of invitation', async () => {
  await page.viewport(360, 740)
  await openScreen('/generator')
  for (const name of ['بالأسماء', 'بالعدد', 'مخصص'] as const) {
    await kindOption(name).click()
    await expect.element(kindOption(name)).toBeChecked()
    expect(document.documentElement.scrollWidth).toBe(360)
    await expectAccessible()
  }
})
