import { type CardLook, DEFAULT_LOOK } from '@hudur/core/cards/look'
import { dayInAden } from '@hudur/core/testing/days'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { collectDownloads, expectUrl } from '../../../testing/component/controls.ts'
import { createNetwork } from '../../../testing/component/network.ts'
import { expectAccessible, openScreen } from '../../../testing/component/screen.tsx'
import { admin, signInBackend } from '../../../testing/component/session.ts'
import { countStoredInvitations } from '../../../testing/component/stored-guests.ts'
import { expectCount } from '../../../testing/component/texts.ts'

const EVENT = { eventName: 'زفاف محمّد وسارة', eventDate: '2097-01-14' }
const HOST = { fullName: 'هناء الأغبري', username: 'hana', password: 'secret-1' }

const heading = (name: string) => page.getByRole('heading', { name, exact: true })
const guestItems = page.getByRole('list', { name: 'الضيوف', exact: true }).getByRole('listitem')
const guestItem = (name: string) => guestItems.filter({ hasText: name })
const partLink = (name: string) => page.getByRole('navigation', { name: /^أجزاء مناسبة/ }).getByRole('link', { name, exact: true })
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })

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

test('the events screen without events links to the generator', async () => {
  await openScreen('/events')
  await expect.element(page.getByText('لا مناسبات بعد')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'إنشاء دعوات' })).toHaveAttribute('href', '/generator')
  await page.getByRole('button', { name: 'مناسبة جديدة' }).click()
  const form = dialog('مناسبة جديدة')
  await form.getByRole('button', { name: 'حفظ' }).click()
  await expect.element(form.getByText('يرجى إدخال اسم المناسبة')).toBeVisible()
  await form.getByRole('textbox', { name: /اسم المناسبة/ }).fill('تخرّج ريم')
  await typeDay('14', '01', '2097')
  await form.getByLabelText('ساعة البدء').fill('19:30')
  await form.getByRole('textbox', { name: 'المكان' }).fill('قاعة الزبيري')
  await expectAccessible()
  await form.getByRole('button', { name: 'حفظ' }).click()
  await expectUrl(/^\/events\/[0-9A-Z]{20}$/)
  await expect.element(heading('تخرّج ريم')).toBeVisible()
  await expect.element(page.getByText('الساعة 7:30 مساءً', { exact: false })).toBeVisible()
  await expect.element(page.getByText('قاعة الزبيري')).toBeVisible()
  await expect.element(page.getByText('لا ضيوف في هذه المناسبة بعد')).toBeVisible()
  await expectAccessible()
})

test('closing a form with typed values asks before it drops them', async () => {
  await openScreen('/events')
  const openButton = page.getByRole('button', { name: 'مناسبة جديدة' })
  const form = dialog('مناسبة جديدة')
  const question = page.getByRole('alertdialog', { name: 'حفظ التغييرات؟' })
  await openButton.click()
  await userEvent.keyboard('{Escape}')
  await expect.element(form).not.toBeInTheDocument()

  await openButton.click()
  await form.getByRole('textbox', { name: /اسم المناسبة/ }).fill('تخرّج ريم')
  await userEvent.keyboard('{Escape}')
  await question.getByRole('button', { name: 'احفظ' }).click()
  await expect.element(form.getByText('يرجى إدخال تاريخ المناسبة')).toBeVisible()
  await expect.element(form.getByRole('textbox', { name: /اسم المناسبة/ })).toHaveValue('تخرّج ريم')
  await form.getByRole('button', { name: 'إغلاق' }).click()
  await question.getByRole('button', { name: 'تجاهل' }).click()
  await expect.element(form).not.toBeInTheDocument()

  await openButton.click()
  await form.getByRole('textbox', { name: /اسم المناسبة/ }).fill('تخرّج ريم')
  await form.getByRole('button', { name: 'إلغاء' }).click()
  await expect.element(question).toBeVisible()
  await expect.element(form.getByRole('textbox', { name: /اسم المناسبة/ })).toHaveValue('تخرّج ريم')
  await question.getByRole('button', { name: 'تجاهل' }).click()
  await expect.element(form).not.toBeInTheDocument()
})

test('an event with the name and day of another one is refused', async () => {
  await inviteGuests('سارة')
  await openScreen('/events')
  await page.getByRole('button', { name: 'مناسبة جديدة' }).click()
  const form = dialog('مناسبة جديدة')
  await form.getByRole('textbox', { name: /اسم المناسبة/ }).fill('زفاف محمد وساره')
  await typeDay('14', '01', '2097')
  await form.getByRole('textbox', { name: 'المكان' }).fill('قاعة الماسة')
  await form.getByRole('button', { name: 'حفظ' }).click()
  await expect.element(form.getByText('لديك مناسبة أخرى بهذا الاسم في هذا اليوم: «زفاف محمد وساره»')).toBeVisible()
  await expect.element(form.getByRole('textbox', { name: 'المكان' })).toHaveValue('قاعة الماسة')
})

test('the events screen shows the next event and the days until then', async () => {
  await admin.invitations.create({
    invitations: [
      { eventName: 'القريب', eventDate: dayInAden(3), guestName: 'سارة', generationType: 'custom', maxScans: 4 },
      { eventName: 'البعيد', eventDate: dayInAden(40), guestName: 'علي' },
      { eventName: 'الماضي', eventDate: dayInAden(-9), guestName: 'هدى', generationType: 'custom', maxScans: 2 },
    ],
  })
  const past = (await admin.invitations.list({ search: 'هدى' })).rows[0]!
  await admin.checkIn.scan({ id: past.id })
  await openScreen('/events')
  await expect.element(heading('القريب')).toBeVisible()
  await expect.element(page.getByText('بعد 3 أيام')).toBeVisible()
  const coming = page.getByRole('region', { name: 'القادمة' }).getByRole('listitem')
  await expectCount(coming, 1)
  await expect.element(coming).toMatchTextContent(/البعيد.*بعد 40 يوماً.*دُعي 1/)
  await expect.element(page.getByRole('region', { name: 'السابقة' })).toMatchTextContent(/الماضي.*وصل 1 من 2/)
  await expectAccessible()
  expect(document.documentElement.scrollWidth).toBe(document.documentElement.clientWidth)
})

test('hosts see only their own events, administrators also the owner', async () => {
  await admin.accounts.create({ ...HOST, generationLimit: 10, isAdmin: false })
  const host = await signInBackend(HOST)
  await host.invitations.create({ invitations: [{ ...EVENT, guestName: 'سارة' }] })
  await admin.invitations.create({ invitations: [{ eventName: 'حفل المكتب', eventDate: '2097-01-15', guestName: 'علي' }] })
  await openScreen('/events')
  await expect.element(page.getByText('لصاحبها هناء الأغبري')).toBeVisible()
  await expect.element(page.getByText('حفل المكتب')).toBeVisible()
  await openScreen('/events', { as: HOST })
  await expect.element(heading(EVENT.eventName)).toBeVisible()
  await expect.element(page.getByText('حفل المكتب')).not.toBeInTheDocument()
})

test('the URL of a missing event shows an error', async () => {
  await openScreen('/events/0123456789ABCDEFGHJK')
  await expect.element(page.getByText('هذه المناسبة غير موجودة')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'المناسبات' }).last()).toHaveAttribute('href', '/events')
})

test('the guest list of an event can be searched and filtered', async () => {
  const id = await inviteGuests('سارة ناصر', 'علي الحداد')
  const fields = { generationType: 'custom', maxScans: 3, table: '12', note: 'كرسي متحرك', isVip: true } as const
  const [family] = await admin.invitations.create({ invitations: [{ eventId: id, guestName: 'أسرة باوزير', ...fields }] })
  await admin.checkIn.scan({ id: family!.id, admit: 2 })
  await openScreen(`/events/${id}`)
  await expect.element(guestItem('أسرة باوزير')).toMatchTextContent(/من كبار الضيوف.*طاولة.*12.*3 أماكن.*ملاحظة للباب.*وصل 2 من 3/)
  await expect.element(guestItem('علي الحداد')).toMatchTextContent(/مكان واحد/)
  await expect.element(page.getByRole('button', { name: 'الكل 3' })).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible()
  await page.getByRole('button', { name: 'وصل 1', exact: true }).click()
  await expectCount(guestItems, 1)
  await expectUrl(/filter=scanned/)
  await page.getByRole('button', { name: 'لم يصل 2' }).click()
  await page.getByRole('searchbox', { name: 'البحث في الضيوف' }).fill('ساره')
  await expectCount(guestItems, 1)
  await page.getByRole('button', { name: 'دعوة سارة ناصر' }).click()
  await dialog('تفاصيل الدعوة').getByRole('button', { name: 'إغلاق' }).click()
  await page.getByRole('button', { name: 'تعديل دعوة سارة ناصر' }).click()
  const form = dialog('تعديل الدعوة')
  await form.getByRole('textbox', { name: 'الطاولة' }).fill('7')
  await form.getByRole('button', { name: 'حفظ' }).click()
  await expect.element(guestItem('سارة ناصر')).toMatchTextContent(/طاولة.*7/)
})

test('guests can be added to an event twice in a row', async () => {
  const id = await inviteGuests('سارة')
  const network = createNetwork()
  await openScreen(`/events/${id}`, { network })
  const form = dialog('إضافة ضيوف')
  const names = form.getByRole('textbox', { name: /أسماء المعازيم/ })
  const submit = form.getByRole('button', { name: 'إضافة ضيوف' })
  const openAddGuestsDialog = () => page.getByRole('button', { name: 'إضافة ضيوف' }).click()
  await openAddGuestsDialog()
  await names.fill('علي')
  await submit.click()
  await expectCount(guestItems, 2)
  await expect.element(form).not.toBeInTheDocument()
  await openAddGuestsDialog()
  await names.fill('هدى')
  const restore = network.refuse('invitations/create.php')
  await submit.click()
  await expect.element(form.getByText('غير موجود')).toBeVisible()
  await expect.element(names).toHaveValue('هدى')
  restore()
  await submit.click()
  await expectCount(guestItems, 3)
  expect(new Set((await admin.invitations.list({ eventId: id })).rows.map(({ guestName }) => guestName))).toEqual(
    new Set(['سارة', 'علي', 'هدى']),
  )
  expect((await admin.events.list({})).total).toBe(1)
})

test('deleting selected guests keeps the other guests', async () => {
  const id = await inviteGuests('سارة', 'علي', 'هدى')
  await openScreen(`/events/${id}`)
  await page.getByRole('button', { name: 'تحديد', exact: true }).click()
  for (const name of ['سارة', 'هدى']) await page.getByRole('checkbox', { name: `تحديد ${name}` }).click({ force: true })
  const bar = page.getByRole('region', { name: 'الضيوف المحددون' })
  await expect.element(bar).toMatchTextContent(/المحدد: ضيفان/)
  await expectAccessible()
  await bar.getByRole('button', { name: 'حذف' }).click()
  await page.getByRole('alertdialog', { name: 'حذف ضيفين؟' }).getByRole('button', { name: 'حذف' }).click()
  await expectCount(guestItems, 1)
  expect((await admin.invitations.list({})).rows.map(({ guestName }) => guestName)).toEqual(['علي'])
})

test('the next event links to sending until a guest has arrived', async () => {
  const [sara] = await admin.invitations.create({
    invitations: ['سارة', 'علي'].map(guestName => ({ eventName: 'القريب', eventDate: dayInAden(0), guestName })),
  })
  const id = sara!.eventId!
  const nextTaskLink = (name: string) => page.getByRole('article').getByRole('link', { name })
  await admin.invitations.sent({ ids: [sara!.id], via: 'whatsapp' })
  await openScreen('/events')
  await expect.element(nextTaskLink('أكمل الإرسال')).toHaveAttribute('href', `/events/${id}/send`)
  await expect.element(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '1')
  await admin.checkIn.scan({ id: sara!.id })
  await expect.element(nextTaskLink('شاهد الوصول')).toHaveAttribute('href', `/events/${id}/arrivals`)
  await expectAccessible()
})

test.each([
  ['soon after the list', 0],
  ['a second after the list', 1_000],
])('the list shows an arrival from before the first live figures, which come %s', async (_title, ms) => {
  const [sara] = await admin.invitations.create({ invitations: [{ eventName: 'القريب', eventDate: dayInAden(0), guestName: 'سارة' }] })
  const network = createNetwork()
  const held = network.hold('events/live.php')
  await openScreen('/events', { network })
  const panel = page.getByRole('article')
  await expect.element(panel.getByRole('link', { name: 'إرسال الدعوات' })).toBeVisible()
  const loadedAt = Date.now()
  await expect.poll(() => held.held.length).toBe(1)
  await admin.checkIn.scan({ id: sara!.id })
  if (ms > 0) await expect.poll(() => Date.now() - loadedAt).toBeGreaterThan(ms)
  held.release()
  await expect.element(panel.getByRole('link', { name: 'شاهد الوصول' })).toBeVisible()
})

test.for([
  { end: 'release', reads: 0, title: 'does not read the event again' },
  { end: 'refuse', reads: 1, title: 'reads the event again when the deletion has failed' },
] as const)('a change of the live figures while an event is being deleted $title', async ({ end, reads }) => {
  const id = await inviteGuests('سارة')
  const network = createNetwork()
  const live = network.hold(`events/live.php?id=${id}`)
  await openScreen(`/events/${id}/details`, { network })
  await page.getByRole('button', { name: 'حذف المناسبة' }).click()
  const openedAt = Date.now()
  await expect.poll(() => live.held.length).toBe(1)
  const removal = network.hold('events/delete.php')
  await page.getByRole('alertdialog').getByRole('button', { name: 'حذف المناسبة' }).click()
  await expect.poll(() => removal.held.length).toBe(1)
  await expect.poll(() => Date.now() - openedAt).toBeGreaterThan(1_500)
  const readEvent = () => network.calls.filter(call => call.includes('events/get.php')).length
  const before = readEvent()
  live.release()
  // Long enough for the figures to arrive. A shorter time would only miss a fault.
  await new Promise(resolve => setTimeout(resolve, 500))
  expect(readEvent()).toBe(before)
  removal[end]()
  if (end === 'release') await expectUrl(/\/events$/)
  await expect.poll(readEvent).toBe(before + reads)
})

test('cards are downloaded from the selection bar and the card screen', async () => {
  const id = await inviteGuests('سارة', 'علي', 'هدى')
  const downloads = collectDownloads()
  await openScreen(`/events/${id}`)
  await page.getByRole('button', { name: 'تحديد', exact: true }).click()
  await page.getByRole('checkbox', { name: 'تحديد كل هذه الصفحة' }).click({ force: true })
  await page.getByRole('region', { name: 'الضيوف المحددون' }).getByRole('button', { name: 'تحميل' }).click()
  await expect.poll(() => downloads.length).toBe(1)
  await partLink('البطاقة').click()
  await expectUrl(/\/card$/)
  await expectCount(page.getByRole('img', { name: /^بطاقة / }), 3)
  await page.getByRole('button', { name: 'تحميل ملف مضغوط' }).click()
  await expect.poll(() => downloads.length).toBe(2)
  // Viewing the cards has saved no design.
  expect((await admin.invitations.designs({})).total).toBe(0)
})

test('the card screen saves a template only when the host saves it', async () => {
  const id = await inviteGuests('سارة', 'علي')
  const look = { ...DEFAULT_LOOK, background: { is: 'ready', design: 'sidr' } } as const
  await admin.invitations.saveDesign({ eventId: id, look })
  const { rows } = await admin.invitations.list({ eventId: id })
  await admin.invitations.sent({ ids: rows.map(row => row.id), via: 'whatsapp' })
  await openScreen(`/events/${id}/card`)
  const chooseTemplate = async (name: string, answer: string) => {
    await page.getByRole('button', { name: 'تخصيص البطاقة' }).click()
    const studio = page.getByRole('dialog')
    await expect.element(studio.getByText('أُرسلت بطاقتان بهذا التصميم؛ تغييره لا يغيّر ما في هاتفي صاحبيهما')).toBeVisible()
    await studio.getByRole('radio', { name, exact: true }).click()
    await studio.getByRole('button', { name: 'إغلاق' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: answer }).click()
    await expect.element(studio).not.toBeInTheDocument()
  }
  const readTemplates = async () => (await admin.invitations.designs({})).rows.map(design => design.look.background)
  await chooseTemplate('قمر', 'تجاهل')
  await chooseTemplate('روضة', 'احفظ')
  await expect.poll(readTemplates).toEqual([{ is: 'ready', design: 'rawda' }])
})

test('the card designer offers an earlier picture with its placement', async () => {
  const id = await inviteGuests('سارة')
  const canvas = new OffscreenCanvas(12, 18)
  canvas.getContext('2d')
  const picture = await canvas.convertToBlob({ type: 'image/png' })
  const { id: pictureId } = await admin.invitations.uploadPicture({ picture })
  const places = { ...DEFAULT_LOOK.places, name: { x: 30, y: 40 } }
  const look: CardLook = { ...DEFAULT_LOOK, background: { is: 'picture', pictureId }, places, panel: false }
  await admin.events.update({ id, place: 'قاعة الماسة' })
  for (const saved of [look, DEFAULT_LOOK]) await admin.invitations.saveDesign({ eventId: id, look: saved })
  await openScreen(`/events/${id}/card`)
  await page.getByRole('button', { name: 'تخصيص البطاقة' }).click()
  const studio = page.getByRole('dialog')
  await studio.getByRole('button', { name: 'صورة سابقة' }).click()
  await expect.element(studio.getByRole('radio', { name: 'صورتك' })).toBeChecked()
  await expect.element(studio.getByRole('button', { name: 'صورة سابقة' })).not.toBeInTheDocument()
  await expectAccessible()
  await studio.getByRole('button', { name: 'تم', exact: true }).click()
  const readLook = async () => (await admin.invitations.designs({})).rows[0]!.look
  await expect.poll(readLook).toEqual({ ...look, place: 'قاعة الماسة' })
})

test('the card screen shows no card before its design is loaded', async () => {
  const id = await inviteGuests('سارة')
  await admin.invitations.saveDesign({ eventId: id, look: { ...DEFAULT_LOOK, background: { is: 'ready', design: 'qamar' } } })
  const network = await openScreen(`/events/${id}`)
  const designs = network.hold('invitations/designs.php')
  await partLink('البطاقة').click()
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

test('renaming an event also renames it in its invitations', async () => {
  const id = await inviteGuests('سارة')
  await openScreen(`/events/${id}`)
  await partLink('التفاصيل').click()
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

test('changed details renew the preview picture also when the event is left at once', async () => {
  const id = await inviteGuests('سارة')
  await admin.invitations.saveDesign({ eventId: id, look: DEFAULT_LOOK })
  await openScreen(`/events/${id}/details`)
  await page.getByRole('textbox', { name: 'المكان' }).fill('قاعة التاج')
  await page.getByRole('button', { name: 'حفظ' }).click()
  await expect.poll(async () => (await admin.events.get({ id })).place).toBe('قاعة التاج')
  await page.getByRole('main').getByRole('link', { name: 'المناسبات' }).click()
  await expectUrl(/\/events$/)
  await expect.poll(async () => (await admin.events.get({ id })).pictureId).not.toBeNull()
})

test('the arrivals screen shows only the conflicts of its event', async () => {
  const id = await inviteGuests('سارة', 'علي')
  const [sara] = (await admin.invitations.list({ search: 'سارة ' })).rows
  const [other] = await admin.invitations.create({ invitations: [{ eventName: 'غيرها', eventDate: '2097-01-15', guestName: 'هدى' }] })
  for (const [code, nonce] of [
    [sara!.id, 'a'],
    [sara!.id, 'b'],
    [other!.id, 'c'],
    [other!.id, 'd'],
  ] as const)
    await admin.checkIn.check({ qr_code: code, nonce, happened: true })
  await openScreen(`/events/${id}/arrivals`)
  await expect.element(page.getByText('فوق العدد')).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'وصول الضيوف' }).getByRole('img')).toBeVisible()
  const conflicts = page.getByRole('region', { name: 'تعارض الأبواب' })
  await expect.element(conflicts).toMatchTextContent(/سارة/)
  await expect.element(conflicts).not.toMatchTextContent(/هدى/)
  await admin.invitations.answer({ id: sara!.id, attends: false })
  await expect.element(page.getByText('أجاب 1 · يُنتظر شخص واحد')).toBeVisible()
  await expectAccessible()
})

test('deleting an event asks first and deletes its invitations', async () => {
  const id = await inviteGuests('سارة', 'علي')
  await openScreen(`/events/${id}/details`)
  await page.getByRole('button', { name: 'حذف المناسبة' }).click()
  const question = page.getByRole('alertdialog', { name: `حذف مناسبة «${EVENT.eventName}»؟` })
  await expect.element(question).toMatchTextContent(/تُحذف معها دعوتان، ولن تُقبل عند الباب البطاقات التي أُرسلت/)
  await question.getByRole('button', { name: 'حذف المناسبة' }).click()
  await expectUrl(/^\/events$/)
  await expect.element(page.getByText('لا مناسبات بعد')).toBeVisible()
  await expect.element(page.getByText(/تجدها في «المحذوفة» آخر الصفحة، وتسترجعها خلال 14 يوماً/)).toBeVisible()
  expect((await admin.invitations.list({})).total).toBe(0)
})

test('a deleted event can be restored from the end of the list', async () => {
  const id = await inviteGuests('سارة', 'علي')
  await admin.events.remove({ id })
  await openScreen('/events')
  const deleted = page.getByRole('region', { name: 'المحذوفة' })
  await expect.element(deleted.getByText(EVENT.eventName)).toBeVisible()
  await expect.element(deleted.getByText('تُسترجع خلال 14 يوماً')).toBeVisible()
  await expectAccessible()
  await admin.events.create({ name: EVENT.eventName, date: EVENT.eventDate })
  const restore = deleted.getByRole('button', { name: `استرجع مناسبة «${EVENT.eventName}»` })
  await restore.click()
  await expect.element(page.getByText(/لديك مناسبة أخرى بهذا الاسم/)).toBeVisible()
  const other = (await admin.events.list({})).rows[0]!
  await admin.events.remove({ id: other.id })
  await restore.click()
  await expect.element(page.getByText(`استُرجعت مناسبة «${EVENT.eventName}»`)).toBeVisible()
  await expect.element(page.getByRole('heading', { name: EVENT.eventName })).toBeVisible()
  await expect.element(deleted).not.toBeInTheDocument()
  await expect.poll(() => admin.events.get({ id })).toMatchObject({ invitations: 2 })
})

test('the screens of an event do not scroll horizontally at 360 px', async () => {
  const id = await inviteGuests('سارة', 'الشيخ عبد الرحمن بن محمد بن عبد الله العمودي وأسرته الكريمة', 'x'.repeat(60))
  await page.viewport(360, 760)
  for (const address of ['/events', `/events/${id}`, `/events/${id}/card`, `/events/${id}/arrivals`, `/events/${id}/details`]) {
    await openScreen(address)
    await expect.element(heading(EVENT.eventName)).toBeVisible()
    expect(document.documentElement.scrollWidth, address).toBe(document.documentElement.clientWidth)
  }
})

test('offline, stored events are shown but cannot be changed', async () => {
  await admin.invitations.create({ invitations: [{ eventName: 'القريب', eventDate: dayInAden(3), guestName: 'سارة' }] })
  const network = await openScreen('/events')
  await expect.element(heading('القريب')).toBeVisible()
  await expect.poll(() => countStoredInvitations()).toBe(1)
  network.isOff = true
  await page.getByRole('link', { name: 'افتح المناسبة' }).click()
  await expect.element(guestItem('سارة')).toBeVisible()
  await partLink('التفاصيل').click()
  await expect.element(page.getByText('لا اتصال بالخادم.', { exact: false })).toBeVisible()
  for (const name of ['حفظ', 'حذف المناسبة']) await expect.element(page.getByRole('button', { name })).toBeDisabled()
  await partLink('الضيوف').click()
  await expect.element(page.getByRole('button', { name: 'تعديل دعوة سارة' })).toBeDisabled()
})

test('the current part of an event and the current filter are in view on a phone', async () => {
  await page.viewport(360, 740)
  const eventId = await inviteGuests('سالم الكثيري')
  await openScreen(`/events/${eventId}/details`)
  await expect.element(partLink('التفاصيل')).toBeInViewport({ ratio: 1 })
  await openScreen(`/events/${eventId}?filter=without-phone`)
  await expect.element(page.getByRole('button', { name: 'بلا رقم', pressed: true })).toBeInViewport({ ratio: 1 })
})
