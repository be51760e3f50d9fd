import { dayIn as dayInZone, FIRST_LOOK } from '@hudur/core'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { collectDownloads, expectAddress, expectCount } from '../../../testing/component/controls.ts'
import { createNetwork } from '../../../testing/component/network.ts'
import { expectAccessible, openScreen } from '../../../testing/component/screen.tsx'
import { admin, callerOf } from '../../../testing/component/session.ts'
import { storedGuests } from '../../../testing/component/stored-guests.ts'

const EVENT = { eventName: 'زفاف محمّد وسارة', eventDate: '2027-01-14' }
const HOST = { fullName: 'هناء الأغبري', username: 'hana', password: 'secret-1' }

const heading = (name: string) => page.getByRole('heading', { name, exact: true })
const guests = page.getByRole('list', { name: 'الضيوف', exact: true }).getByRole('listitem')
const guest = (name: string) => guests.filter({ hasText: name })
const part = (name: string) => page.getByRole('navigation', { name: /^أجزاء مناسبة/ }).getByRole('link', { name, exact: true })
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })

/** Returns a day `days` from today in the office's time zone, as `2027-01-14`. */
const dayIn = (days: number) => dayInZone('Asia/Aden', new Date(), days)

/** Creates the event with these guests as the administrator. Returns its id. */
async function inviteGuests(...names: string[]) {
  const [first] = await admin.invitations.create({ invitations: names.map(guestName => ({ ...EVENT, guestName })) })
  return first!.eventId!
}

/** Types the day into the date field of the open dialog. */
async function typeDay(day: string, month: string, year: string) {
  await page
    .getByRole('group', { name: /^يوم المناسبة/ })
    .getByRole('spinbutton')
    .first()
    .click()
  await userEvent.keyboard(day + month + year)
}

test('without events the screen leads to the generator, and a new event opens as an empty list of guests', async () => {
  await openScreen('/events')
  await expect.element(page.getByText('لا مناسبات بعد')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'إنشاء دعوات' })).toHaveAttribute('href', '/generator')
  await page.getByRole('button', { name: 'مناسبة جديدة' }).click()
  const form = dialog('مناسبة جديدة')
  await form.getByRole('button', { name: 'حفظ' }).click()
  await expect.element(form.getByText('يرجى إدخال اسم المناسبة')).toBeVisible()
  await form.getByRole('textbox', { name: /اسم المناسبة/ }).fill('تخرّج ريم')
  await typeDay('14', '01', '2027')
  await form.getByLabelText('ساعة البدء').fill('19:30')
  await form.getByRole('textbox', { name: 'المكان' }).fill('قاعة الزبيري')
  await expectAccessible()
  await form.getByRole('button', { name: 'حفظ' }).click()
  await expectAddress(/^\/events\/[0-9A-Z]{20}$/)
  await expect.element(heading('تخرّج ريم')).toBeVisible()
  await expect.element(page.getByText('الساعة 7:30 مساءً', { exact: false })).toBeVisible()
  await expect.element(page.getByText('قاعة الزبيري')).toBeVisible()
  await expect.element(page.getByText('لا ضيوف في هذه المناسبة بعد')).toBeVisible()
  await expectAccessible()
})

test('a new event with the name and day of another is refused at the name, and keeps what was typed', async () => {
  await inviteGuests('سارة')
  await openScreen('/events')
  await page.getByRole('button', { name: 'مناسبة جديدة' }).click()
  const form = dialog('مناسبة جديدة')
  await form.getByRole('textbox', { name: /اسم المناسبة/ }).fill('زفاف محمد وساره')
  await typeDay('14', '01', '2027')
  await form.getByRole('textbox', { name: 'المكان' }).fill('قاعة الماسة')
  await form.getByRole('button', { name: 'حفظ' }).click()
  await expect.element(form.getByText('لديك مناسبة أخرى بهذا الاسم في هذا اليوم: «زفاف محمد وساره»')).toBeVisible()
  await expect.element(form.getByRole('textbox', { name: 'المكان' })).toHaveValue('قاعة الماسة')
})

test('lists the next event first with the time until then, then other coming and past events with their counts', async () => {
  await admin.invitations.create({
    invitations: [
      { eventName: 'القريب', eventDate: dayIn(3), guestName: 'سارة', generationType: 'custom', maxScans: 4 },
      { eventName: 'البعيد', eventDate: dayIn(40), guestName: 'علي' },
      { eventName: 'الماضي', eventDate: dayIn(-9), guestName: 'هدى', generationType: 'custom', maxScans: 2 },
    ],
  })
  const past = (await admin.invitations.list({ search: 'هدى' })).rows[0]!
  await admin.scanning.scan({ id: past.id })
  await openScreen('/events')
  await expect.element(heading('القريب')).toBeVisible()
  await expect.element(page.getByText('بعد 3 أيام')).toBeVisible()
  const coming = page.getByRole('region', { name: 'القادمة' }).getByRole('listitem')
  await expectCount(coming, 1)
  await expect.element(coming).toMatchTextContent(/البعيد.*بعد 40 يوماً.*دُعي 1/)
  await expect.element(page.getByRole('region', { name: 'ما مضى' })).toMatchTextContent(/الماضي.*وصل 1 من 2/)
  await expectAccessible()
  expect(document.documentElement.scrollWidth).toBe(document.documentElement.clientWidth)
})

test('an administrator sees the owner of another user’s event; a host sees only their own events', async () => {
  await admin.accounts.create({ ...HOST, generationLimit: 10, isAdmin: false })
  const host = await callerOf(HOST)
  await host.invitations.create({ invitations: [{ ...EVENT, guestName: 'سارة' }] })
  await admin.invitations.create({ invitations: [{ eventName: 'حفل المكتب', eventDate: '2027-01-15', guestName: 'علي' }] })
  await openScreen('/events')
  await expect.element(page.getByText('لصاحبها هناء الأغبري')).toBeVisible()
  await expect.element(page.getByText('حفل المكتب')).toBeVisible()
  await openScreen('/events', { as: HOST })
  await expect.element(heading(EVENT.eventName)).toBeVisible()
  await expect.element(page.getByText('حفل المكتب')).not.toBeInTheDocument()
})

test('a link to an event that does not exist says so and leads to the events', async () => {
  await openScreen('/events/0123456789ABCDEFGHJK')
  await expect.element(page.getByText('هذه المناسبة غير موجودة')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'المناسبات' }).last()).toHaveAttribute('href', '/events')
})

test('guests are listed with table, places and state, searched, filtered with their numbers, viewed and edited', async () => {
  const id = await inviteGuests('سارة ناصر', 'علي الحداد')
  const fields = { generationType: 'custom', maxScans: 3, table: '12', note: 'كرسي متحرك', isVip: true } as const
  const [family] = await admin.invitations.create({ invitations: [{ eventId: id, guestName: 'أسرة باوزير', ...fields }] })
  await admin.scanning.scan({ id: family!.id, admit: 2 })
  await openScreen(`/events/${id}`)
  await expect.element(guest('أسرة باوزير')).toMatchTextContent(/من كبار الضيوف.*طاولة.*12.*3 أماكن.*له ملاحظة للباب.*حضر 2 من 3/)
  await expect.element(guest('علي الحداد')).toMatchTextContent(/مكان واحد/)
  await expect.element(page.getByRole('button', { name: 'الكل 3' })).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible()
  await page.getByRole('button', { name: 'حضر 1', exact: true }).click()
  await expectCount(guests, 1)
  await expectAddress(/filter=scanned/)
  await page.getByRole('button', { name: 'لم يحضر بعد 2' }).click()
  await page.getByRole('searchbox', { name: 'البحث في الضيوف' }).fill('ساره')
  await expectCount(guests, 1)
  await page.getByRole('button', { name: 'دعوة سارة ناصر' }).click()
  await dialog('تفاصيل الدعوة').getByRole('button', { name: 'إغلاق' }).click()
  await page.getByRole('button', { name: 'تعديل دعوة سارة ناصر' }).click()
  const form = dialog('تعديل الدعوة')
  await form.getByRole('textbox', { name: 'الطاولة' }).fill('7')
  await form.getByRole('button', { name: 'حفظ' }).click()
  await expect.element(guest('سارة ناصر')).toMatchTextContent(/طاولة.*7/)
})

test('guests are added twice to an event, and a refusal loses nothing that was typed', async () => {
  const id = await inviteGuests('سارة')
  const network = createNetwork()
  await openScreen(`/events/${id}`, { network })
  const form = dialog('إضافة ضيوف')
  const names = form.getByRole('textbox', { name: /أسماء المعازيم/ })
  const submit = form.getByRole('button', { name: 'إضافة ضيوف' })
  const open = () => page.getByRole('button', { name: 'إضافة ضيوف' }).click()
  await open()
  await names.fill('علي')
  await submit.click()
  await expectCount(guests, 2)
  await expect.element(form).not.toBeInTheDocument()
  await open()
  await names.fill('هدى')
  const restore = network.refuse('invitations/create.php')
  await submit.click()
  await expect.element(form.getByText('غير موجود')).toBeVisible()
  await expect.element(names).toHaveValue('هدى')
  restore()
  await submit.click()
  await expectCount(guests, 3)
  expect(new Set((await admin.invitations.list({ eventId: id })).rows.map(({ guestName }) => guestName))).toEqual(
    new Set(['سارة', 'علي', 'هدى']),
  )
  expect((await admin.events.list({})).total).toBe(1)
})

test('selected guests are deleted together after a warning', async () => {
  const id = await inviteGuests('سارة', 'علي', 'هدى')
  await openScreen(`/events/${id}`)
  await page.getByRole('button', { name: 'تحديد', exact: true }).click()
  for (const name of ['سارة', 'هدى']) await page.getByRole('checkbox', { name: `تحديد ${name}` }).click({ force: true })
  const bar = page.getByRole('region', { name: 'الضيوف المحددون' })
  await expect.element(bar).toMatchTextContent(/المحدد: ضيفان/)
  await expectAccessible()
  await bar.getByRole('button', { name: 'حذف' }).click()
  await page.getByRole('alertdialog', { name: 'حذف ضيفان؟' }).getByRole('button', { name: 'حذف' }).click()
  await expectCount(guests, 1)
  expect((await admin.invitations.list({})).rows.map(({ guestName }) => guestName)).toEqual(['علي'])
})

test('the next event links to its next step: the unfinished sending, and once a guest has arrived the arrivals', async () => {
  const [sara] = await admin.invitations.create({
    invitations: ['سارة', 'علي'].map(guestName => ({ eventName: 'القريب', eventDate: dayIn(0), guestName })),
  })
  const id = sara!.eventId!
  const step = (name: string) => page.getByRole('article').getByRole('link', { name })
  await admin.invitations.sent({ ids: [sara!.id], via: 'whatsapp' })
  await openScreen('/events')
  await expect.element(step('أكمل الإرسال')).toHaveAttribute('href', `/events/${id}/send`)
  await expect.element(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '1')
  await admin.scanning.scan({ id: sara!.id })
  await expect.element(step('شاهد الوصول')).toHaveAttribute('href', `/events/${id}/arrivals`)
  await expectAccessible()
})

test('the cards of selected guests, and all cards, are saved as an archive at any time', async () => {
  const id = await inviteGuests('سارة', 'علي', 'هدى')
  const downloads = collectDownloads()
  await openScreen(`/events/${id}`)
  await page.getByRole('button', { name: 'تحديد', exact: true }).click()
  await page.getByRole('checkbox', { name: 'تحديد كل هذه الصفحة' }).click({ force: true })
  await page.getByRole('region', { name: 'الضيوف المحددون' }).getByRole('button', { name: 'تحميل' }).click()
  await expect.poll(() => downloads.length).toBe(1)
  await part('البطاقة').click()
  await expectAddress(/\/card$/)
  await expectCount(page.getByRole('img', { name: /^بطاقة / }), 3)
  await page.getByRole('button', { name: 'تحميل ملف مضغوط' }).click()
  await expect.poll(() => downloads.length).toBe(2)
  // A design that was only shown is not saved.
  expect((await admin.invitations.designs({})).total).toBe(0)
})

test('no card is shown until the saved design of the event has been read', async () => {
  const id = await inviteGuests('سارة')
  await admin.invitations.saveDesign({ eventId: id, look: { ...FIRST_LOOK, background: { is: 'ready', design: 'qamar' } } })
  const network = await openScreen(`/events/${id}`)
  const designs = network.hold('invitations/designs.php')
  await part('البطاقة').click()
  await expect.poll(() => designs.held.length).toBeGreaterThan(0)
  await expect.element(page.getByRole('button', { name: 'تخصيص البطاقة' })).not.toBeInTheDocument()
  designs.end()
  while (designs.held.length > 0) designs.refuse()
  await expect.element(page.getByText('تعذّر تحميل تصميم البطاقة')).toBeVisible()
  await expect.element(page.getByRole('img', { name: /^بطاقة / })).not.toBeInTheDocument()
  await expectAccessible()
  await page.getByRole('button', { name: /إعادة المحاولة/ }).click()
  await expect.element(page.getByRole('button', { name: 'تحميل بطاقة سارة' })).toBeVisible()
})

test('a new name in the details is saved for every invitation; a refused map link leaves the typed name in its field', async () => {
  const id = await inviteGuests('سارة')
  await openScreen(`/events/${id}`)
  await part('التفاصيل').click()
  const name = page.getByRole('textbox', { name: /اسم المناسبة/ })
  await name.fill('زفاف سارة ومحمّد')
  await expect.element(page.getByText('البطاقات التي أُرسلت تبقى صالحة عند الباب', { exact: false })).toBeVisible()
  await page.getByRole('textbox', { name: 'رابط الخريطة' }).fill('maps.example')
  await page.getByRole('button', { name: 'حفظ' }).click()
  await expect.element(page.getByText('رابط الخريطة يبدأ بـ https://')).toBeVisible()
  await expect.element(name).toHaveValue('زفاف سارة ومحمّد')
  await page.getByRole('textbox', { name: 'رابط الخريطة' }).fill('https://maps.example/x')
  await page.getByRole('button', { name: 'حفظ' }).click()
  await expect.element(heading('زفاف سارة ومحمّد')).toBeVisible()
  expect((await admin.invitations.list({})).rows).toMatchObject([{ eventName: 'زفاف سارة ومحمّد', eventId: id }])
  expect(await admin.events.get({ id })).toMatchObject({ mapUrl: 'https://maps.example/x' })
  await expectAccessible()
})

test('the arrivals show figures, the chart and the conflicts of this event only', async () => {
  const id = await inviteGuests('سارة', 'علي')
  const [sara] = (await admin.invitations.list({ search: 'سارة ' })).rows
  const [other] = await admin.invitations.create({ invitations: [{ eventName: 'غيرها', eventDate: '2027-01-15', guestName: 'هدى' }] })
  for (const [code, nonce] of [
    [sara!.id, 'a'],
    [sara!.id, 'b'],
    [other!.id, 'c'],
    [other!.id, 'd'],
  ] as const)
    await admin.scanning.check({ qr_code: code, nonce, happened: true })
  await openScreen(`/events/${id}/arrivals`)
  await expect.element(page.getByText('دخل زيادة')).toBeVisible()
  const conflicts = page.getByRole('region', { name: 'تعارض الأبواب' })
  await expect.element(conflicts).toMatchTextContent(/سارة/)
  await expect.element(conflicts).not.toMatchTextContent(/هدى/)
  await admin.invitations.answer({ id: sara!.id, attends: false })
  await expect.element(page.getByText('أجاب 1 · يُنتظر شخص واحد')).toBeVisible()
  await expectAccessible()
})

test('an event is deleted with its guests after a warning that says how many', async () => {
  const id = await inviteGuests('سارة', 'علي')
  await openScreen(`/events/${id}/details`)
  await page.getByRole('button', { name: 'حذف المناسبة' }).click()
  const question = page.getByRole('alertdialog', { name: `حذف مناسبة «${EVENT.eventName}»؟` })
  await expect.element(question).toMatchTextContent(/تُحذف معها دعوتان، ولن تُقبل عند الباب البطاقات التي أُرسلت/)
  await question.getByRole('button', { name: 'حذف المناسبة' }).click()
  await expectAddress(/^\/events$/)
  await expect.element(page.getByText('لا مناسبات بعد')).toBeVisible()
  expect((await admin.invitations.list({})).total).toBe(0)
})

test('at 360 px no part of an event scrolls sideways', async () => {
  const id = await inviteGuests('سارة', 'الشيخ عبد الرحمن بن محمد بن عبد الله العمودي وأسرته الكريمة', 'x'.repeat(60))
  await page.viewport(360, 760)
  for (const address of ['/events', `/events/${id}`, `/events/${id}/card`, `/events/${id}/arrivals`, `/events/${id}/details`]) {
    await openScreen(address)
    await expect.element(heading(EVENT.eventName)).toBeVisible()
    expect(document.documentElement.scrollWidth, address).toBe(document.documentElement.clientWidth)
  }
})

test('without a server the events and the guests of this device are shown, and what only the server changes is disabled with the reason', async () => {
  await admin.invitations.create({ invitations: [{ eventName: 'القريب', eventDate: dayIn(3), guestName: 'سارة' }] })
  const network = await openScreen('/events')
  await expect.element(heading('القريب')).toBeVisible()
  await expect.poll(() => storedGuests()).toBe(1)
  network.isOff = true
  await page.getByRole('link', { name: 'افتح المناسبة' }).click()
  await expect.element(guest('سارة')).toBeVisible()
  await part('التفاصيل').click()
  await expect.element(page.getByText('لا اتصال بالخادم.', { exact: false })).toBeVisible()
  for (const name of ['حفظ', 'حذف المناسبة']) await expect.element(page.getByRole('button', { name })).toBeDisabled()
  await part('الضيوف').click()
  await expect.element(page.getByRole('button', { name: 'تعديل دعوة سارة' })).toBeDisabled()
})
