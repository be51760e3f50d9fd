import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { EVENT, generator } from '../../../testing/component/generator-form.ts'
import { expectAccessible, openScreen } from '../../../testing/component/screen.tsx'
import { admin } from '../../../testing/component/session.ts'
import { expectCount, expectNone, expectPath, expectTexts, partialText } from '../../../testing/component/texts.ts'

const HOST = { fullName: 'هناء الأغبري', username: 'hana', password: 'كلمة-سر 2', generationLimit: 5 }

const { kind, persons, guest, owner, submit, cards } = generator

async function chooseOwner(fullName: string) {
  await owner.fill(fullName)
  await expect.element(page.getByRole('option', { name: fullName, exact: false })).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expectNone(page.getByRole('listbox'))
}

test('the invitation generator creates one invitation without a guest name for a number of people typed in Arabic digits', async () => {
  await generator.open()
  await kind('بالعدد').click()
  await persons.fill('٢٥٠')
  await expect.element(persons).toHaveValue('250')
  await expectAccessible()
  await submit.click()
  await expect.element(page.getByRole('img', { name: 'بطاقة دعوة عامة' })).toBeVisible()
  await expect.element(partialText('تُدخل 250 شخصاً')).toBeVisible()
  const { rows } = await admin.invitations.list({})
  expect(rows).toMatchObject([{ ...EVENT, generationType: 'count', maxScans: 250, guestName: '' }])
  expect(await admin.accounts.me({})).toMatchObject({ usedGenerations: 1 })
})

test('the invitation generator creates one invitation for a named guest and 4 people, then empties both fields and requires a name again', async () => {
  await openScreen('/generator')
  await kind('مخصص').click()
  await submit.click()
  await expect.element(partialText('يرجى إدخال اسم المناسبة')).toBeVisible()
  await expect.element(partialText('يرجى إدخال تاريخ المناسبة')).toBeVisible()
  await expect.element(guest).toHaveAccessibleDescription(/يرجى إدخال اسم الضيف/)
  await expect.element(generator.eventName).toHaveFocus()
  expect((await admin.invitations.list({})).total).toBe(0)

  await generator.eventName.fill(EVENT.eventName)
  await generator.typeDate('14', '01', '2027')
  await guest.fill('الأستاذ خالد باوزير وعائلته')
  await persons.fill('4')
  await expectAccessible()
  await submit.click()
  await expect.element(page.getByRole('img', { name: 'بطاقة الأستاذ خالد باوزير وعائلته' })).toBeVisible()
  const { rows } = await admin.invitations.list({})
  expect(rows).toMatchObject([{ generationType: 'custom', maxScans: 4, guestName: 'الأستاذ خالد باوزير وعائلته' }])
  expect(await admin.accounts.me({})).toMatchObject({ usedGenerations: 1 })
  await expect.element(guest).toHaveValue('')
  await expect.element(persons).toHaveValue('1')
  await submit.click()
  await expect.element(guest).toHaveAccessibleDescription(/يرجى إدخال اسم الضيف/)
  expect((await admin.invitations.list({})).total).toBe(1)
})

test('the invitation generator creates each invitation once on a double click, on a second click after the response, and on a repeated submit', async () => {
  await generator.open()
  await generator.names.fill('سارة\nعلي')
  await userEvent.dblClick(submit)
  await expect.element(partialText('تم توليد دعوتين').first()).toBeVisible()
  await expect.element(generator.names).toHaveValue('')
  await expect.element(page.getByRole('heading', { name: 'الدعوات بطاقتان' })).toBeVisible()
  await expectCount(page.getByRole('img', { name: 'بطاقة سارة' }), 1)

  await kind('بالعدد').click()
  await submit.click()
  await expect.element(page.getByRole('heading', { name: 'الدعوات 3 بطاقات' })).toBeVisible()
  await expect.element(submit).toBeEnabled()
  submit.element().dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 2 }))
  await kind('مخصص').click()
  await guest.fill('خالد')
  const form = submit.element().closest('form')
  form?.requestSubmit()
  form?.requestSubmit()
  await expect.element(page.getByRole('heading', { name: 'الدعوات 4 بطاقات' })).toBeVisible()
  await expect.element(guest).toHaveValue('')
  expect((await admin.invitations.list({})).total).toBe(4)
})

test('the invitation generator keeps the values typed for each kind of invitation when the user chooses another kind or opens another screen', async () => {
  await openScreen('/generator')
  await generator.names.fill('سارة\nعلي')
  await kind('بالعدد').click()
  await persons.fill('30')
  await kind('مخصص').click()
  await guest.fill('خالد')
  await persons.fill('7')
  await kind('بالأسماء').click()
  await expect.element(generator.names).toHaveValue('سارة\nعلي')
  await kind('بالعدد').click()
  await expect.element(persons).toHaveValue('30')
  await kind('مخصص').click()
  await expect.element(guest).toHaveValue('خالد')
  await expect.element(persons).toHaveValue('7')

  await page.getByRole('link', { name: 'الماسح' }).first().click()
  await expectPath('/scanner')
  await page.getByRole('link', { name: 'المولّد' }).first().click()
  await expect.element(kind('مخصص')).toBeChecked()
  await expect.element(guest).toHaveValue('خالد')
})

test('an out-of-range number of people is reset to 1 for invitations by number («بالعدد»), and refused at its field for custom ones («مخصص»)', async () => {
  await openScreen('/generator')
  const field = persons
  for (const [name, most] of [
    ['بالعدد', '1000'],
    ['مخصص', '100'],
  ] as const) {
    await kind(name).click()
    await expect.element(field).toHaveValue('1')
    for (const invalid of ['0', '', `${most}1`]) {
      await field.fill('7')
      await field.fill(invalid)
      await userEvent.tab()
      if (name === 'بالعدد') await expect.element(field).toHaveValue('1')
      else {
        await submit.click()
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

test('administrators can make only users who are not administrators owners of new invitations; the owner’s balance is charged and shown again', async () => {
  const host = await admin.accounts.create(HOST)
  await admin.accounts.create({ ...HOST, fullName: 'مدير ثانٍ', username: 'second', isAdmin: true })
  await generator.open()
  await owner.click()
  await expectTexts(page.getByRole('option'), [/هناء الأغبري/])
  await userEvent.keyboard('{Escape}')
  // The name is typed without hamza, unlike the stored name, and still finds the user.
  await owner.fill('هناء الاغبري')
  await page.getByRole('option', { name: 'هناء الأغبري', exact: false }).click()
  const balance = page.getByRole('progressbar', { name: 'رصيد هناء الأغبري' })
  await expect.element(balance).toHaveAttribute('aria-valuetext', 'بقي 5 من 5')
  await expectAccessible()

  await generator.names.fill('سارة\nعلي')
  await expect.element(partialText('المطلوب الآن 2، ويبقى بعده 3')).toBeVisible()
  await submit.click()
  await expectCount(cards, 2)
  await expect.element(balance).toHaveAttribute('aria-valuetext', 'بقي 3 من 5')
  const { rows } = await admin.invitations.list({})
  expect(rows.map(({ userId }) => userId)).toEqual([host.id, host.id])
  const users = await admin.accounts.list({})
  expect(users.find(({ id }) => id === host.id)).toMatchObject({ usedGenerations: 2 })
  expect(await admin.accounts.me({})).toMatchObject({ usedGenerations: 0 })

  // Without a chosen owner, the invitations belong to the administrator. They are listed as another event than the host's.
  await page.getByRole('button', { name: 'اجعلها في حسابي' }).click()
  await expect.element(owner).toHaveValue('')
  await generator.names.fill('هدى')
  await submit.click()
  await expectCount(cards, 1)
  await expect.element(page.getByRole('img', { name: 'بطاقة هدى' })).toBeVisible()
  expect(await admin.accounts.me({})).toMatchObject({ usedGenerations: 1 })
})

test('the over-balance warning appears if there are more names than the chosen owner’s balance, but not for one invitation for 500 people', async () => {
  await admin.accounts.create({ ...HOST, generationLimit: 2 })
  await generator.open()
  await generator.names.fill('سارة\nعلي\nهدى')
  await expect.element(submit).toBeEnabled()
  await chooseOwner(HOST.fullName)
  const banner = page.getByRole('alert').filter({ hasText: 'يتجاوز الحد المسموح' })
  await expect.element(banner).toMatchTextContent('لا يمكنك توليد 3 دعوة. الرصيد المتاح: 2 دعوة')
  await expect.element(submit).toBeDisabled()
  await expectAccessible()
  // A card for 500 people is one invitation.
  await kind('بالعدد').click()
  await persons.fill('500')
  await expectNone(banner)
  await expect.element(submit).toBeEnabled()
  await kind('بالأسماء').click()
  await expect.element(banner).toBeVisible()
  await owner.fill('')
  await userEvent.tab()
  await expectNone(banner)
  await expect.element(submit).toBeEnabled()
})

test('the invitation generator reports at the owner field that the chosen owner was deleted, creates no invitation, and keeps typed names', async () => {
  const host = await admin.accounts.create(HOST)
  await generator.open()
  await generator.names.fill('سارة')
  await chooseOwner(HOST.fullName)
  await admin.accounts.remove({ id: host.id })
  await submit.click()
  await expect.element(owner).toHaveAccessibleDescription(/لم يعد صاحب هذه الدعوات/)
  await expect.element(generator.names).toHaveValue('سارة')
  expect((await admin.invitations.list({})).total).toBe(0)
})

test('an order’s link fills in the invitation generator, which shows how many ordered names are missing and removes the query string from the URL', async () => {
  const host = await admin.accounts.create(HOST)
  await openScreen(`/generator?${new URLSearchParams({ ...EVENT, count: '4', owner: host.id })}`)
  await expect.element(generator.eventName).toHaveValue(EVENT.eventName)
  await expectTexts(generator.dateParts, ['14', '1', '2027'])
  await expect.element(kind('بالأسماء')).toBeChecked()
  await expect.element(partialText('المطلوب 4 دعوات، وبقي 4')).toBeVisible()
  await expect.element(owner).toHaveValue('هناء الأغبري (hana)')
  await expectPath('/generator')
  expect(window.location.search).toBe('')
  await expectAccessible()
  await generator.names.fill('سارة\nعلي\nهدى')
  await expect.element(partialText('المطلوب 4 دعوات، وبقي 1')).toBeVisible()
  await submit.click()
  await expectCount(cards, 3)
  await expect.element(partialText('المطلوب دعوة واحدة، وبقي 1')).toBeVisible()
  await generator.names.fill('أمل')
  await expect.element(partialText('المطلوب دعوة واحدة، واكتملت')).toBeVisible()
  await generator.names.fill('')

  // Instead of typing names, the user can choose one card for all guests.
  await page.getByRole('button', { name: 'بالعدد: بطاقة واحدة بلا اسم، تُدخل شخصاً واحداً' }).click()
  await expect.element(kind('بالعدد')).toBeChecked()
  await expect.element(persons).toHaveValue('1')
  expect((await admin.invitations.list({})).rows).toMatchObject(Array(3).fill({ userId: host.id, generationType: 'names' }))
})

test('the invitation generator saves typed time and location in the event’s card design, without changing the design of the previous event', async () => {
  await generator.open()
  await generator.names.fill('سارة')
  await generator.time.fill('8:30 مساءً')
  await generator.place.fill('قاعة ليالي أزال')
  await expectAccessible()
  await submit.click()
  await expectCount(cards, 1)
  const savedTexts = async () => (await admin.invitations.designs({})).rows.map(({ look: { time, place } }) => ({ time, place }))
  await expect.poll(savedTexts).toEqual([{ time: '8:30 مساءً', place: 'قاعة ليالي أزال' }])
  await generator.place.fill('قاعة أخرى')
  await expect.poll(savedTexts).toEqual([{ time: '8:30 مساءً', place: 'قاعة أخرى' }])

  await generator.eventName.fill('حفل تخرّج ريم')
  await generator.place.fill('جامعة صنعاء')
  await generator.names.fill('ريم')
  await submit.click()
  await expect.element(page.getByRole('img', { name: 'بطاقة ريم' })).toBeVisible()
  await expect.poll(savedTexts).toEqual([
    { time: '8:30 مساءً', place: 'جامعة صنعاء' },
    { time: '8:30 مساءً', place: 'قاعة أخرى' },
  ])

  await openScreen(`/generator?${new URLSearchParams(EVENT)}`, { as: null })
  await expect.element(generator.place).toHaveValue('قاعة أخرى')
  await expect.element(generator.time).toHaveValue('8:30 مساءً')
})

test('a user who is not an administrator is redirected from /generator to /requests, and creates invitations without an owner field', async () => {
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
  await expectNone(owner)
  await generator.names.fill('سارة\nعلي')
  await expectAccessible()
  await submit.click()
  await expectCount(cards, 2)
  await expect.element(balance).toHaveAttribute('aria-valuetext', 'بقي 3 من 5')
  const { rows } = await admin.invitations.list({})
  expect(rows.map(({ userId }) => userId)).toEqual([host.id, host.id])
  await generator.names.fill('سارة\nعلي\nهدى\nأمل')
  await expect.element(partialText('لا يمكنك توليد 4 دعوة. الرصيد المتاح: 3 دعوة')).toBeVisible()
  await expect.element(submit).toBeDisabled()
})

test('the invitation generator fits a width of 360 px for each kind of invitation', async () => {
  await page.viewport(360, 740)
  await openScreen('/generator')
  for (const name of ['بالأسماء', 'بالعدد', 'مخصص'] as const) {
    await kind(name).click()
    await expect.element(kind(name)).toBeChecked()
    expect(document.documentElement.scrollWidth).toBe(360)
    await expectAccessible()
  }
})
