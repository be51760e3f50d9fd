import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAddress } from '../../../testing/component/controls.ts'
import { createNetwork } from '../../../testing/component/network.ts'
import { expectAccessible, openScreen } from '../../../testing/component/screen.tsx'
import { admin } from '../../../testing/component/session.ts'

const EVENT = { eventName: 'زفاف محمّد وسارة', eventDate: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10) }
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const link = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })

/** Creates the event with a family of four as the administrator. */
async function inviteFamily() {
  const [family] = await admin.invitations.create({
    invitations: [{ ...EVENT, guestName: 'عائلة علي', generationType: 'custom', maxScans: 4 }],
  })
  return { id: family!.id, eventId: family!.eventId! }
}

test('a host creates a link, sees its address once, gives it another one and ends it', async () => {
  const { eventId } = await inviteFamily()
  await openScreen(`/events/${eventId}/links`)
  await expect.element(page.getByText('لا روابط بعد')).toBeVisible()
  await button('رابط جديد').click()
  const form = dialog('رابط جديد')
  await form.getByRole('button', { name: 'أنشئ الرابط' }).click()
  await expect.element(form.getByText('اكتب اسماً للرابط')).toBeVisible()
  await form.getByRole('radio', { name: 'متابعة' }).click()
  await form.getByRole('textbox', { name: /اسم الرابط/ }).fill('شاشة القاعة')
  await expectAccessible()
  await form.getByRole('button', { name: 'أنشئ الرابط' }).click()

  const address = dialog('رابط «شاشة القاعة»')
  await expect.element(address.getByRole('img', { name: 'رمز رابط «شاشة القاعة»' })).toBeVisible()
  const field = address.getByRole('textbox', { name: 'عنوان الرابط' })
  const first = (field.element() as HTMLInputElement).value
  expect(first).toMatch(/^http.*\/live#[\w-]{43}$/)
  await expect.element(address.getByText('لن يظهر هذا الرابط مرّة أخرى. إن ضاع فأعد إصداره.')).toBeVisible()
  await expectAccessible()
  await address.getByRole('button', { name: 'تم' }).click()

  const item = link('شاشة القاعة')
  await expect.element(item.getByText('لم يُفتح بعد')).toBeVisible()
  await expect.element(item.getByText(/يرى الأعداد، بلا أسماء/)).toBeVisible()
  await item.getByRole('button', { name: 'أعد إصدار الرابط' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'أعد إصدار الرابط' }).click()
  await expect.element(address).toBeVisible()
  expect((field.element() as HTMLInputElement).value).not.toBe(first)
  await address.getByRole('button', { name: 'تم' }).click()

  await item.getByRole('button', { name: 'إبطال' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'إبطال' }).click()
  await expect.element(page.getByText('لا روابط بعد')).toBeVisible()
  await expectAccessible()
})

test('a host changes the name, the reach, the allotment and the last day of a link, whose address stays', async () => {
  const { eventId } = await inviteFamily()
  const inTwoDays = new Date(Date.now() + 2 * 86_400_000)
  const door = await admin.links.create({ eventId, role: 'door', name: 'باب', expiresAt: inTwoDays.toISOString() })
  const family = await admin.links.create({ eventId, role: 'family', name: 'أهل العروس', allotment: 3 })
  const network = await openScreen(`/events/${eventId}/links`)
  await link('باب').getByRole('button', { name: 'تعديل' }).click()
  const form = dialog('تعديل رابط «باب»')
  await form.getByRole('textbox', { name: /اسم الرابط/ }).fill('باب النساء')
  await form.getByRole('checkbox', { name: /يرى اسم الضيف حين يمسح بطاقته/ }).click({ force: true })
  await expectAccessible()
  const end = network.fail('links/update.php')
  await form.getByRole('button', { name: 'حفظ' }).click()
  await expect.element(form.getByText('تعذّر حفظ الرابط')).toBeVisible()
  end()
  await form.getByRole('button', { name: 'حفظ' }).click()
  await expect.element(link('باب النساء').getByText(/ويرى اسم صاحب البطاقة/)).toBeVisible()
  expect((await admin.links.list({ eventId }))[0]).toMatchObject({ id: door.id, showsNames: true, expiresAt: inTwoDays.toISOString() })

  await link('أهل العروس').getByRole('button', { name: 'تعديل' }).click()
  const familyForm = dialog('تعديل رابط «أهل العروس»')
  await familyForm.getByRole('textbox', { name: 'حصّة الدعوات' }).fill('9999999')
  await familyForm.getByRole('button', { name: 'حفظ' }).click()
  await expect.element(familyForm.getByText('اكتب عدداً من 1 إلى 10000')).toBeVisible()
  await familyForm.getByRole('textbox', { name: 'حصّة الدعوات' }).fill('5')
  const day = familyForm.getByRole('group', { name: /^آخر يوم/ }).getByRole('spinbutton')
  await day.first().click()
  await userEvent.keyboard('15012020')
  await familyForm.getByRole('button', { name: 'حفظ' }).click()
  await expect.element(familyForm.getByText('اختر اليوم أو يوماً بعده')).toBeVisible()
  await day.nth(2).click()
  await userEvent.keyboard('2099')
  await familyForm.getByRole('button', { name: 'حفظ' }).click()
  await expect.element(link('أهل العروس').getByText(/حتى 15 يناير/)).toBeVisible()
  expect((await admin.links.list({ eventId }))[1]).toMatchObject({
    ...{ id: family.id, allotment: 5, expiresAt: new Date(2099, 0, 16).toISOString() },
  })
})

test('a link that cannot be created keeps the typed name and says so', async () => {
  const { eventId } = await inviteFamily()
  const network = await openScreen(`/events/${eventId}/links`)
  await button('رابط جديد').click()
  const form = dialog('رابط جديد')
  await form.getByRole('textbox', { name: /اسم الرابط/ }).fill('شاشة القاعة')
  const end = network.fail('links/create.php')
  await form.getByRole('button', { name: 'أنشئ الرابط' }).click()
  await expect.element(form.getByText('تعذّر إنشاء الرابط')).toBeVisible()
  await expect.element(form.getByRole('textbox', { name: /اسم الرابط/ })).toHaveValue('شاشة القاعة')
  end()
  await form.getByRole('button', { name: 'أنشئ الرابط' }).click()
  await expect.element(dialog('رابط «شاشة القاعة»')).toBeVisible()
  expect(await admin.links.list({ eventId })).toHaveLength(1)
})

test('a person without an account who opens a link follows the arrivals, and the token leaves the address', async () => {
  const { id, eventId } = await inviteFamily()
  const created = await admin.links.create({ eventId, role: 'live', name: 'شاشة القاعة', showsNames: true })
  await openScreen(created.url, { as: null })
  await expectAddress(new RegExp(`^/live\\?link=${created.id}$`))
  expect(window.location.hash).toBe('')
  await expect.element(page.getByRole('heading', { name: EVENT.eventName })).toBeVisible()
  await expect.element(page.getByText('وصل 0 من 4')).toBeInTheDocument()
  await expect.element(page.getByText('مباشر')).toBeVisible()
  await admin.scanning.check({ qr_code: id, admit: 3, gate: 'البوابة الشرقية' })
  await expect.element(page.getByText('وصل 3 من 4')).toBeInTheDocument()
  await expect.element(page.getByRole('listitem').filter({ hasText: 'عائلة علي' }).getByText('3 أشخاص')).toBeVisible()
  await expect.element(page.getByText('البوابة الشرقية').first()).toBeVisible()
  await expectAccessible()

  await admin.links.revoke({ id: created.id })
  await expect.element(page.getByText('انتهى هذا الرابط')).toBeVisible()
  await expectAccessible()
})

test('the host sees which devices have opened a link, and when each was last seen', async () => {
  const { eventId } = await inviteFamily()
  const created = await admin.links.create({ eventId, role: 'live', name: 'شاشة القاعة' })
  await openScreen(created.url, { as: null })
  await expect.element(page.getByText('وصل 0 من 4')).toBeInTheDocument()
  await openScreen(`/events/${eventId}/links`)
  const item = link('شاشة القاعة')
  await item.getByText('فتحه جهاز واحد').click()
  await expect.element(item.getByRole('listitem')).toMatchTextContent(/Chrome.*على.*Linux.*يُستعمل الآن/)
  await expectAccessible()
})

test('a link without names shows none, and a wrong or missing token is said in words', async () => {
  const { id, eventId } = await inviteFamily()
  const { url } = await admin.links.create({ eventId, role: 'live', name: 'شاشة القاعة' })
  await admin.scanning.check({ qr_code: id })
  await openScreen(url, { as: null })
  await expect.element(page.getByText('وصل 1 من 4')).toBeInTheDocument()
  await expect.element(page.getByRole('listitem').getByText('شخص واحد', { exact: true })).toBeVisible()
  expect(document.body.textContent).not.toContain('عائلة علي')

  await openScreen('/live', { as: null })
  await expect.element(page.getByText('افتح الرابط الذي وصلك')).toBeVisible()
  await openScreen(`/live#${'x'.repeat(43)}`, { as: null })
  await expect.element(page.getByText('انتهى هذا الرابط')).toBeVisible()
  await expectAddress(/^\/live$/)
})

test('a link that is opened without a connection can be tried again', async () => {
  const { eventId } = await inviteFamily()
  const { url } = await admin.links.create({ eventId, role: 'live', name: 'شاشة القاعة' })
  const network = createNetwork()
  const end = network.fail('link/enter.php')
  await openScreen(url, { as: null, network })
  await expect.element(page.getByText('تعذّر فتح الرابط')).toBeVisible()
  end()
  await userEvent.click(page.getByRole('button', { name: /أعد المحاولة|إعادة المحاولة/ }))
  await expect.element(page.getByText('وصل 0 من 4')).toBeInTheDocument()
})

test('a family invites within its allotment, changes and deletes its own guests, and sees no others', async () => {
  const { eventId } = await inviteFamily()
  await openScreen(`/events/${eventId}/links`)
  await button('رابط جديد').click()
  const form = dialog('رابط جديد')
  await form.getByText('أهل', { exact: true }).click()
  await form.getByRole('textbox', { name: /اسم الرابط/ }).fill('أهل العروس')
  await form.getByRole('textbox', { name: 'حصّة الدعوات' }).fill('3')
  await expectAccessible()
  await form.getByRole('button', { name: 'أنشئ الرابط' }).click()
  const field = dialog('رابط «أهل العروس»').getByRole('textbox', { name: 'عنوان الرابط' })
  await expect.element(field).toBeVisible()
  const url = (field.element() as HTMLInputElement).value
  expect(url).toContain('/family#')

  await openScreen(url.slice(window.location.origin.length), { as: null })
  await expect.element(page.getByRole('heading', { name: EVENT.eventName })).toBeVisible()
  await expect.element(page.getByText('لم تدعوا أحداً بعد')).toBeVisible()
  await expectAccessible()
  await button('إضافة ضيوف').click()
  const adding = dialog('إضافة ضيوف')
  await adding.getByRole('textbox', { name: /أسماء المعازيم/ }).fill('سارة ناصر\nعلي الحداد\nهدى باوزير\nريم')
  await expect.element(adding.getByRole('button', { name: 'إضافة ضيوف' })).toBeDisabled()
  await adding.getByRole('textbox', { name: /أسماء المعازيم/ }).fill('سارة ناصر\nعلي الحداد\nهدى باوزير')
  await adding.getByRole('button', { name: 'إضافة ضيوف' }).click()
  const guests = page.getByRole('list', { name: 'الضيوف', exact: true }).getByRole('listitem')
  await expect.element(guests.nth(2)).toBeVisible()
  expect(document.body.textContent).not.toContain('عائلة علي')
  await expect.element(page.getByText('استُعملت الحصّة كلها. اطلبوا المزيد من صاحب المناسبة.')).toBeVisible()
  await expect.element(button('إضافة ضيوف')).toBeDisabled()
  await expect.element(page.getByRole('button', { name: 'تحميل بطاقة سارة ناصر' })).toBeVisible()
  await expectAccessible()

  await page.getByRole('button', { name: 'تعديل دعوة علي الحداد' }).click()
  const edit = dialog('تعديل الدعوة')
  expect(edit.getByRole('textbox', { name: 'الطاولة' }).elements()).toEqual([])
  await edit.getByRole('textbox', { name: /اسم الضيف/ }).fill('علي بن صالح الحداد')
  await edit.getByRole('button', { name: 'حفظ' }).click()
  await expect.element(guests.filter({ hasText: 'علي بن صالح الحداد' })).toBeVisible()

  await button('تحديد').click()
  await page.getByRole('checkbox', { name: /هدى باوزير/ }).click({ force: true })
  await page.getByRole('button', { name: /^حذف / }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'حذف', exact: true }).click()
  await expect.poll(() => guests.elements().length).toBe(2)
  await expect.element(button('إضافة ضيوف')).toBeEnabled()
  expect((await admin.links.list({ eventId }))[0]).toMatchObject({ role: 'family', allotment: 3, used: 2 })
})

test('an allotment beyond the balance is refused at its field, and the dialog keeps what was typed', async () => {
  const { eventId } = await inviteFamily()
  await openScreen(`/events/${eventId}/links`)
  await button('رابط جديد').click()
  const form = dialog('رابط جديد')
  await form.getByText('أهل', { exact: true }).click()
  await form.getByRole('textbox', { name: /اسم الرابط/ }).fill('أهل العروس')
  await form.getByRole('textbox', { name: 'حصّة الدعوات' }).fill('0')
  await form.getByRole('button', { name: 'أنشئ الرابط' }).click()
  await expect.element(form.getByText('اكتب عدداً من 1 إلى 10000')).toBeVisible()
  await expect.element(form.getByRole('textbox', { name: /اسم الرابط/ })).toHaveValue('أهل العروس')
})
