import { unzipSync } from 'fflate'
import decodeQR from 'qr/decode.js'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { chooseByTyping, chooseFromMenu, chooseOption, collectDownloads } from '../../../testing/component/controls.ts'
import { generator } from '../../../testing/component/generator-form.ts'
import { createNetwork } from '../../../testing/component/network.ts'
import { expectAccessible, openScreen } from '../../../testing/component/screen.tsx'
import { admin, signInBackend } from '../../../testing/component/session.ts'

const EVENT = { eventName: 'زفاف محمّد وسارة', eventDate: '2027-01-14' }
const HOST = { fullName: 'هناء الأغبري', username: 'hana', password: 'secret-1' }

const guestRow = (guest: string) => page.getByRole('row').filter({ hasText: guest })
const searchField = page.getByRole('searchbox', { name: 'البحث في الدعوات' })
const currentUrl = () => window.location.pathname + window.location.search

test('the invitation list shows 50 invitations per page', async () => {
  await admin.invitations.create({ invitations: Array.from({ length: 101 }, (_, n) => ({ ...EVENT, guestName: `ضيف ${n + 1}` })) })
  await admin.invitations.create({ invitations: [{ ...EVENT, generationType: 'count', maxScans: 20 }] })
  await openScreen('/data')
  await expect.element(page.getByText('102 من 102')).toBeVisible()
  expect(page.getByRole('row').elements()).toHaveLength(51)
  await expect.element(guestRow('دعوة عامة')).toMatchTextContent('0 / 20')
  await page.getByRole('button', { name: 'التالية' }).click()
  await expect.element(page.getByText('من 51 إلى 100، من أصل 102')).toBeVisible()
  expect(currentUrl()).toBe('/data?page=2')

  const entries = window.history.length
  await openScreen('/data?page=9')
  await expect.element(page.getByText('من 101 إلى 102، من أصل 102')).toBeVisible()
  expect(currentUrl()).toBe('/data?page=3')
  expect(window.history.length).toBe(entries)
  // A new search starts at the first page.
  await searchField.fill('ضيف')
  await expect.element(page.getByText('من 1 إلى 50، من أصل 101')).toBeVisible()
  expect(currentUrl()).not.toContain('page')
})

test('a list that is refused for now is loaded again as the server asks', async () => {
  await admin.invitations.create({ invitations: [{ ...EVENT, guestName: 'سارة' }] })
  const network = createNetwork()
  network.postpone('invitations/list.php', 2)
  await openScreen('/data', { network })
  await expect.element(page.getByRole('timer')).toMatchTextContent(/تُعاد المحاولة وحدها بعد/)
  await expectAccessible()
  await expect.element(guestRow('سارة')).toBeVisible()
  await expect.element(page.getByRole('timer')).not.toBeInTheDocument()
})

test('the invitation list restores its search from the URL', async () => {
  const guests = ['ضيف 1', 'ضيف 2'].map(guestName => ({ ...EVENT, guestName }))
  const [used] = await admin.invitations.create({ invitations: [...guests, { ...EVENT, eventName: 'تخرّج', guestName: 'أحمد الحدّاد' }] })
  await admin.checkIn.scan({ id: used!.id })
  await openScreen('/data')
  await searchField.fill('احمد الحداد')
  await expect.element(page.getByText('1 من 3')).toBeVisible()
  await openScreen(currentUrl())
  await expect.element(searchField).toHaveValue('احمد الحداد')
  await expect.element(guestRow('أحمد الحدّاد')).toBeVisible()
  await chooseOption('تصفية الدعوات', 'المستخدمة')
  await expect.element(page.getByText('لا دعوة بهذا البحث')).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'عرض كل الدعوات' }).click()
  await expect.element(page.getByText('3 من 3')).toBeVisible()
  await expect.element(searchField).toHaveValue('')
  await chooseOption('تصفية الدعوات', 'المستخدمة')
  await expect.element(page.getByText('1 من 3')).toBeVisible()
  await expect.element(guestRow('ضيف 1')).toMatchTextContent('مستخدمة')

  await page.getByRole('button', { name: 'نسخ رابط الصفحة' }).click()
  await expect.element(page.getByRole('button', { name: 'تم النسخ' })).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe(window.location.href)
  await expect.element(page.getByRole('button', { name: 'نسخ رابط الصفحة' })).toBeVisible()
})

test('the invitation list restores its event filter from the URL', async () => {
  await admin.accounts.create({ ...HOST, generationLimit: 10 })
  const host = await signInBackend(HOST)
  await host.invitations.create({ invitations: [{ ...EVENT, guestName: 'ريم' }] })
  const other = { ...EVENT, eventName: 'تخرّج', guestName: 'هدى' }
  await admin.invitations.create({ invitations: [{ ...EVENT, guestName: 'سارة' }, { ...EVENT, guestName: 'علي' }, other] })
  await openScreen('/data')
  const event = page.getByRole('combobox', { name: 'المناسبة' })
  await event.click()
  await page.getByRole('option').filter({ hasText: HOST.fullName }).click()
  await expect.element(page.getByText('1 من 4')).toBeVisible()
  await expect.element(guestRow('ريم')).toBeVisible()
  await chooseByTyping(event, 'تخرج', page.getByRole('option', { name: /تخرّج/ }))
  await expect.element(guestRow('هدى')).toBeVisible()
  await openScreen(currentUrl())
  await expect.element(event).toHaveValue('تخرّج (Jan 14, 2027)')
  await expect.element(page.getByText('1 من 4')).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'كل المناسبات' }).click()
  await expect.element(page.getByText('4 من 4')).toBeVisible()
  expect(currentUrl()).toBe('/data')
})

test('the edit dialog reports an invalid number of people or phone', async () => {
  await admin.invitations.create({ invitations: [{ ...EVENT, guestName: 'سارة' }] })
  const readUsedCount = async () => (await admin.accounts.me({}))!.usedGenerations
  const before = await readUsedCount()
  await openScreen('/data')
  await guestRow('سارة').getByRole('button', { name: 'تعديل' }).click()
  const form = page.getByRole('dialog', { name: 'تعديل الدعوة' })
  const phone = form.getByRole('textbox', { name: 'الهاتف' })
  const persons = form.getByRole('textbox', { name: /^عدد/ })
  await expect.element(persons).toHaveAccessibleDescription('من 1 إلى 100')
  for (const wrong of ['0', '', '101']) {
    await persons.fill(wrong)
    await form.getByRole('button', { name: 'حفظ' }).click()
    await expect.element(persons).toHaveAccessibleDescription(/اكتب عدداً من 1 إلى 100/)
    await expect.element(persons).toHaveValue(wrong)
  }
  await persons.fill('٣')
  await phone.fill('رقم')
  await form.getByRole('button', { name: 'حفظ' }).click()
  await expect.element(phone).toHaveAccessibleDescription(/رقم الهاتف غير صحيح/)
  await expect.element(phone).toHaveValue('رقم')
  await phone.fill('٧٧١ ٢٣٤ ٥٦٧')
  await expectAccessible()
  await form.getByRole('button', { name: 'حفظ' }).click()
  await expect.element(guestRow('سارة')).toMatchTextContent('0 / 3')
  const [edited] = (await admin.invitations.list({})).rows
  expect(edited).toMatchObject({ generationType: 'names', maxScans: 3, phone: '771 234 567' })
  expect(await readUsedCount()).toBe(before)

  await guestRow('سارة').getByRole('button', { name: 'حذف' }).click()
  const question = page.getByRole('alertdialog')
  await expect.element(question).toMatchTextContent('لم تُستخدم ولم تمضِ ساعة على إنشائها، فتعود إلى الرصيد.')
  await question.getByRole('button', { name: 'حذف' }).click()
  await expect.element(page.getByText('تم حذف الدعوة بنجاح، وعادت إلى الرصيد')).toBeVisible()
  expect(await readUsedCount()).toBe(before - 1)
})

const GATE_FIELDS = { table: '12', note: 'معها كرسي متحرّك', isVip: true, side: 'أهل العروس' }

test('the edit dialog changes and clears table, note, VIP mark and side', async () => {
  await admin.invitations.create({
    invitations: [
      { ...EVENT, guestName: 'هند', ...GATE_FIELDS },
      { ...EVENT, guestName: 'علي' },
    ],
  })
  await openScreen('/data')
  await expect.element(guestRow('هند')).toMatchTextContent('الطاولة \u206812\u2069')
  await expect.element(guestRow('هند').getByText('من كبار الضيوف')).toBeInTheDocument()
  await expect.element(guestRow('علي')).not.toMatchTextContent('الطاولة')
  await expect.element(guestRow('علي').getByText('من كبار الضيوف')).not.toBeInTheDocument()
  await expectAccessible()
  await guestRow('هند').getByRole('button', { name: 'عرض' }).click()
  const details = page.getByRole('dialog', { name: 'تفاصيل الدعوة' })
  for (const text of ['الطاولة12', 'معها كرسي متحرّك', 'أهل العروس', 'من كبار الضيوف'])
    await expect.element(details).toMatchTextContent(text)
  // A detail without a value has no line.
  expect(details.element().querySelectorAll('dd:empty')).toHaveLength(0)
  await expectAccessible()
  await details.getByRole('button', { name: 'إغلاق' }).click()

  await guestRow('علي').getByRole('button', { name: 'تعديل' }).click()
  const form = page.getByRole('dialog', { name: 'تعديل الدعوة' })
  const textField = (name: string) => form.getByRole('textbox', { name, exact: true })
  const clickSave = () => form.getByRole('button', { name: 'حفظ' }).click()
  await textField('الطاولة').fill('ط'.repeat(21))
  await textField('ملاحظة للباب').fill('يجلس مع أهله')
  await textField('الجهة').fill('زملاء العمل')
  await form.getByText('من كبار الضيوف').click()
  await clickSave()
  await expect.element(textField('الطاولة')).toHaveAccessibleDescription('النص أطول من 20 حرفاً')
  await expectAccessible()
  await textField('الطاولة').fill('٧')
  await clickSave()
  await expect.element(guestRow('علي')).toMatchTextContent('الطاولة \u2068٧\u2069')
  const readGateFields = async (name: string) => {
    const { rows } = await admin.invitations.list({ search: name })
    return rows.map(({ table, note, isVip, side }) => ({ table, note, isVip, side }))
  }
  expect(await readGateFields('علي')).toEqual([{ table: '٧', note: 'يجلس مع أهله', isVip: true, side: 'زملاء العمل' }])

  await guestRow('هند').getByRole('button', { name: 'تعديل' }).click()
  for (const name of ['الطاولة', 'ملاحظة للباب', 'الجهة']) await textField(name).fill('')
  await form.getByText('من كبار الضيوف').click()
  await clickSave()
  await expect.element(guestRow('هند')).not.toMatchTextContent('الطاولة')
  expect(await readGateFields('هند')).toEqual([{ table: null, note: null, isVip: false, side: null }])
})

test('the printed gate list shows a tick box for each person', async () => {
  const print = vi.spyOn(window, 'print').mockReturnValue()
  onTestFinished(() => print.mockRestore())
  const created = await admin.invitations.create({
    invitations: [
      { ...EVENT, guestName: 'هند', ...GATE_FIELDS },
      { ...EVENT, guestName: 'العائلة', generationType: 'custom', maxScans: 4 },
      { ...EVENT, guestName: 'أهل القرية', generationType: 'custom', maxScans: 25 },
      { ...EVENT, guestName: 'ملغى' },
    ],
  })
  await admin.invitations.cancel({ id: created[3]!.id })
  await admin.checkIn.scan({ id: created[1]!.id, admit: 3 })
  await openScreen('/data')
  await page.getByRole('button', { name: 'قائمة الباب' }).click()
  await expect.poll(() => print.mock.calls.length).toBe(1)
  const rows = [...document.querySelectorAll('.gate-list li')].map(row => ({
    text: row.textContent,
    boxes: row.querySelectorAll('.gate-box').length,
    ticked: row.querySelectorAll('.gate-box path').length,
  }))
  expect(rows).toEqual([
    { text: `أهل القرية${EVENT.eventName}× 25`, boxes: 1, ticked: 0 },
    { text: `العائلة${EVENT.eventName}وصل 3 من 4`, boxes: 4, ticked: 3 },
    { text: `هند من كبار الضيوف${EVENT.eventName}معها كرسي متحرّكط \u206812\u2069`, boxes: 1, ticked: 0 },
  ])
  expect([...document.querySelectorAll('.gate-letter')].map(({ textContent }) => textContent)).toEqual(['ا', 'ع', 'ه'])
})

test('the gate list shows phone numbers only for guests of equal names', async () => {
  const print = vi.spyOn(window, 'print').mockReturnValue()
  onTestFinished(() => print.mockRestore())
  await admin.invitations.create({
    invitations: ['عبد الله', 'عبدالله', 'هند'].map((guestName, n) => ({ ...EVENT, guestName, phone: `+96777123456${n}` })),
  })
  await openScreen('/data')
  await page.getByRole('button', { name: 'قائمة الباب' }).click()
  await expect.poll(() => print.mock.calls.length).toBe(1)
  const list = document.querySelector('.gate-list')?.textContent
  expect(list?.match(/771 ?234 ?56\d/g)).toHaveLength(2)
})

test('Ctrl+P prints all matching invitations, not only the page', async () => {
  const invitations = Array.from({ length: 51 }, (_, n) => ({ ...EVENT, guestName: `ضيف ${n + 1}` }))
  await admin.invitations.create({ invitations: [...invitations, { ...EVENT, eventName: 'تخرّج', guestName: 'سارة' }] })
  const print = vi.spyOn(window, 'print').mockReturnValue()
  onTestFinished(() => print.mockRestore())
  await openScreen('/data?search=ضيف')
  await expect.element(page.getByText('51 من 52')).toBeVisible()
  await userEvent.keyboard('{Control>}p{/Control}')
  await expect.poll(() => print.mock.calls.length).toBe(1)
  const rows = [...document.querySelectorAll('.gate-list li')]
  expect(rows).toHaveLength(51)
})

test('the invitation list deletes only after a confirmation', async () => {
  const [made] = await admin.invitations.create({
    invitations: [{ ...EVENT, guestName: 'خالد باوزير', generationType: 'custom', maxScans: 4 }],
  })
  await admin.checkIn.scan({ id: made!.id, admit: 3 })
  await openScreen('/data')
  await guestRow('خالد باوزير').getByRole('button', { name: 'عرض' }).click()
  const details = page.getByRole('dialog', { name: 'تفاصيل الدعوة' })
  const code = details.getByRole('img', { name: 'رمز QR: دعوة خالد باوزير' })
  await expect.poll(() => (code.element() as HTMLImageElement).naturalWidth).toBeGreaterThan(0)
  await expect.element(details).toMatchTextContent('3 / 4')
  await expect.element(details).toMatchTextContent(made!.id)
  const card = details.getByRole('img', { name: 'بطاقة خالد باوزير' })
  await expect.element(card).toBeVisible()
  await scrollToDrawnCard(card)
  await expectAccessible()
  await details.getByRole('button', { name: 'إغلاق' }).click()

  await guestRow('خالد باوزير').getByRole('button', { name: 'تعديل' }).click()
  const form = page.getByRole('dialog', { name: 'تعديل الدعوة' })
  const guestName = form.getByRole('textbox', { name: 'اسم الضيف', exact: false })
  const maxScans = form.getByRole('textbox', { name: 'عدد الأشخاص', exact: false })
  const save = form.getByRole('button', { name: 'حفظ' })
  await guestName.fill('')
  await save.click()
  await expect.element(form.getByText('يرجى إدخال اسم الضيف')).toBeVisible()
  await guestName.fill('خالد باوزير وعائلته')
  await maxScans.fill('٢')
  await save.click()
  await expect.element(form.getByText('دخل بهذه الدعوة 3 أشخاص، فلا يقل العدد عن ذلك')).toBeVisible()
  await expectAccessible()
  await maxScans.fill('٦')
  await save.click()
  await expect.element(page.getByText('تم تحديث الدعوة بنجاح')).toBeVisible()
  await expect.element(guestRow('خالد باوزير وعائلته')).toMatchTextContent('3 / 6')

  await guestRow('خالد باوزير وعائلته').getByRole('button', { name: 'حذف' }).click()
  const question = page.getByRole('alertdialog', { name: 'حذف دعوة خالد باوزير وعائلته لمناسبة «زفاف محمّد وسارة»؟' })
  await expect.element(question).toBeVisible()
  await expectAccessible()
  await question.getByRole('button', { name: 'إلغاء' }).click()
  expect((await admin.invitations.list({})).total).toBe(1)
  await guestRow('خالد باوزير وعائلته').getByRole('button', { name: 'حذف' }).click()
  await question.getByRole('button', { name: 'حذف' }).click()
  await expect.element(page.getByText('تم حذف الدعوة بنجاح')).toBeVisible()
  await expect.element(page.getByText('لا دعوات بعد')).toBeVisible()
  await expect.element(page.getByText('0 من 0')).toBeVisible()
  expect((await admin.invitations.list({})).total).toBe(0)
})

/** Scrolls to a card and waits until it is drawn. Returns its canvas, which has no width before that. */
async function scrollToDrawnCard(card: Locator) {
  const canvas = () => card.element() as HTMLCanvasElement
  canvas().scrollIntoView()
  await expect.poll(() => canvas().width).toBeGreaterThan(0)
  await expect.element(card).toHaveAttribute('aria-busy', 'false')
  return canvas()
}

/** Decodes the QR code in an image of the page. */
function decodeQrCode(image: HTMLImageElement) {
  const side = 600
  const context = new OffscreenCanvas(side, side).getContext('2d')!
  context.fillStyle = 'white'
  context.fillRect(0, 0, side, side)
  context.drawImage(image, 0, 0, side, side)
  return decodeQR(context.getImageData(0, 0, side, side))
}

/** Opens the details of an invitation, asserts that QR code and card are drawn without a server, and returns the invitation's id. */
async function expectCardDrawnOffline(guestName: string) {
  await guestRow(guestName).getByRole('button', { name: 'عرض' }).click()
  const details = page.getByRole('dialog', { name: 'تفاصيل الدعوة' })
  const code = details.getByRole('img', { name: `رمز QR: دعوة ${guestName}` })
  await expect.poll(() => (code.element() as HTMLImageElement).naturalWidth).toBeGreaterThan(0)
  const { id, guestName: named } = JSON.parse(decodeQrCode(code.element() as HTMLImageElement))
  await expect.element(details).toMatchTextContent(id)
  expect(named).toBe(guestName)
  await expect.element(details.getByText(/ولا اتصال به الآن/)).toBeVisible()
  const card = details.getByRole('img', { name: `بطاقة ${guestName}` })
  const canvas = await scrollToDrawnCard(card)
  const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
  expect(new Set(data).size).toBeGreaterThan(20)
  await expectAccessible()
  await details.getByRole('button', { name: 'إغلاق' }).click()
  await expect.element(details).not.toBeInTheDocument()
  return id as string
}

/** Creates an invitation in the generator, which must be open, and then opens the invitation list. */
async function createInvitationOffline(guestName: string) {
  await generator.eventName.fill(EVENT.eventName)
  await generator.typeDate('14', '01', '2027')
  await generator.names.fill(guestName)
  await generator.submit.click()
  await expect.element(generator.downloadAll).toBeVisible()
  await chooseFromMenu('البيانات')
}

test('the invitation details draw QR code and card offline', async () => {
  const [made] = await admin.invitations.create({ invitations: [{ ...EVENT, guestName: 'سارة' }] })
  const network = await openScreen('/data')
  await expect.element(guestRow('سارة')).toBeVisible()
  network.isOff = true
  expect(await expectCardDrawnOffline('سارة')).toBe(made!.id)
  await page.getByRole('navigation').getByRole('link', { name: 'دعوات جديدة' }).first().click()
  await createInvitationOffline('علي')
  expect(await expectCardDrawnOffline('علي')).not.toBe(made!.id)
  expect((await admin.invitations.list({})).total).toBe(1)
})

test('a fallback administrator’s invitation gets a QR code and a card', async () => {
  const network = createNetwork()
  network.isOff = true
  await openScreen('/login', { as: null, network })
  await page.getByRole('textbox', { name: /اسم المستخدم/ }).fill('local-admin')
  await page.getByLabelText('كلمة المرور', { exact: true }).fill('سر هذا الجهاز')
  await page.getByRole('button', { name: 'تسجيل الدخول' }).click()
  await createInvitationOffline('هدى')
  await expectCardDrawnOffline('هدى')
  expect((await admin.invitations.list({})).total).toBe(0)
})

test('the invitation list exports matching invitations as CSV and Excel', async () => {
  const guests = ['أم عبدالله باعبّاد', '=HYPERLINK("http://x")', '@سارة, الحمّادي']
  await admin.invitations.create({ invitations: guests.map(guestName => ({ ...EVENT, guestName, phone: '+967777123456' })) })
  await admin.invitations.create({
    invitations: Array.from({ length: 1200 }, (_, n) => ({ ...EVENT, eventName: 'غيره', guestName: `ضيف ${n}` })),
  })
  await openScreen(`/data?search=${encodeURIComponent('زفاف')}`)
  await expect.element(page.getByText('3 من 1,203')).toBeVisible()
  const files = collectDownloads()
  const exportList = async (kind: string) => {
    await page.getByRole('button', { name: 'تصدير' }).click()
    await page.getByRole('menuitem', { name: kind }).click()
    await expect.poll(() => files.length).toBe(1)
    const { name, content } = files.pop()!
    return { name, bytes: new Uint8Array(await (await content).arrayBuffer()) }
  }
  const csv = await exportList('ملف CSV')
  expect(csv.name).toMatch(/^دعوات \d{4}-\d\d-\d\d\.csv$/)
  expect([...csv.bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const lines = new TextDecoder().decode(csv.bytes).split('\r\n')
  expect(lines).toHaveLength(5)
  expect(lines[0]).toContain('اسم الضيف,المناسبة,تاريخ المناسبة')
  const wholeSheet = lines.join('\n')
  expect(wholeSheet).toContain('أم عبدالله باعبّاد,زفاف محمّد وسارة,2027-01-14,بالأسماء,غير مستخدمة,0,,1,,+967777123456,')
  expect(wholeSheet).toContain('"\'=HYPERLINK(""http://x"")"')
  expect(wholeSheet).toContain('"\'@سارة, الحمّادي"')

  await searchField.fill('')
  await expect.element(page.getByText('1,203 من 1,203')).toBeVisible()
  const excel = await exportList('ملف Excel')
  expect(excel.name).toMatch(/\.xlsx$/)
  const parts = unzipSync(excel.bytes)
  const decodePart = (part: string) => new TextDecoder().decode(parts[part])
  expect(decodePart('xl/styles.xml')).toContain('<cellStyle name="Normal" xfId="0" builtinId="0"/>')
  const sheet = decodePart('xl/worksheets/sheet1.xml')
  expect(sheet.match(/<row /g)).toHaveLength(1204)
  expect(sheet).toContain('rightToLeft="1"')
  expect(sheet).toContain('t="inlineStr"><is><t xml:space="preserve">=HYPERLINK("http://x")</t>')
})

test('the invitation list shows users only their own invitations', async () => {
  const host = await admin.accounts.create({ ...HOST, generationLimit: 50 })
  await admin.invitations.create({ invitations: [{ ...EVENT, guestName: 'ضيفة هناء', userId: host.id }] })
  await admin.invitations.create({ invitations: [{ ...EVENT, guestName: 'ضيف غيرها' }] })
  await page.viewport(360, 780)
  await openScreen('/data', { as: HOST })
  await expect.element(page.getByText('1 من 1', { exact: true })).toBeVisible()
  const card = page.getByRole('listitem').filter({ hasText: 'ضيفة هناء' })
  await expect.element(card).toMatchTextContent('202')
  await expect.element(page.getByText(/ضيف غيرها/)).not.toBeInTheDocument()
  expect(document.documentElement.scrollWidth).toBe(360)
  await expectAccessible()
  await card.getByRole('button', { name: 'عرض' }).click()
  await expect.element(page.getByRole('dialog', { name: 'تفاصيل الدعوة' })).toMatchTextContent('Jan 14, 2027')
})

test('the edit dialog keeps typed values after a failed request', async () => {
  await admin.invitations.create({ invitations: [{ ...EVENT, guestName: 'خالد' }] })
  const network = await openScreen('/data')
  const acceptLoads = network.refuse('invitations/list.php')
  await expect.element(page.getByRole('status').filter({ hasText: 'تعذّر تحميل الدعوات' })).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await expectAccessible()
  acceptLoads()
  await page.getByRole('button', { name: 'إعادة المحاولة' }).first().click()
  await expect.element(guestRow('خالد')).toBeVisible()

  const acceptUpdates = network.fail('data/update.php')
  await page.getByRole('button', { name: 'تعديل' }).click()
  const form = page.getByRole('dialog', { name: 'تعديل الدعوة' })
  const guestName = form.getByRole('textbox', { name: 'اسم الضيف', exact: false })
  const save = form.getByRole('button', { name: 'حفظ' })
  await guestName.fill('خالد باوزير')
  await save.click()
  await expect.element(page.getByRole('alertdialog')).toMatchTextContent('حدث خطأ أثناء تحديث الدعوة')
  await page.getByRole('button', { name: 'حسناً' }).click()
  await expect.element(guestName).toHaveValue('خالد باوزير')
  acceptUpdates()
  await save.click()
  await expect.element(guestRow('خالد باوزير')).toBeVisible()

  network.fail('data/delete.php')
  await page.getByRole('button', { name: 'حذف' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'حذف' }).click()
  await expect.element(page.getByRole('alertdialog', { name: 'حدث خطأ أثناء حذف الدعوة' })).toBeVisible()
})
