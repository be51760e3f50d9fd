import { dayInAden } from '@hudur/core/testing/days'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { chooseByTyping, collectDownloads } from '../../../testing/component/controls.ts'
import { expectAccessible, openScreen } from '../../../testing/component/screen.tsx'
import { admin } from '../../../testing/component/session.ts'

const WEDDING = { eventName: 'زفاف محمّد وسارة', eventDate: '2097-01-14' }
const GRADUATION = { eventName: 'تخرّج دفعة «أثر»', eventDate: '2096-12-22' }
const HOST = { fullName: 'هناء الأغبري', username: 'hana', password: 'secret-1' }

const attendanceRegion = page.getByRole('region', { name: 'الحضور في كل مناسبة' })
const arrivalsRegion = page.getByRole('region', { name: 'وصول الضيوف' })
const eventField = arrivalsRegion.getByRole('combobox', { name: /المناسبة/ })
const attendanceItem = (text: string) => attendanceRegion.getByRole('listitem').filter({ hasText: text })
const readCellNumbers = () =>
  arrivalsRegion
    .getByRole('cell')
    .elements()
    .map(cell => Number(cell.textContent))
const sum = (people: readonly number[]) => people.reduce((total, more) => total + more, 0)
const readFigure = (name: string) => page.getByRole('term').filter({ hasText: name }).element().nextElementSibling?.textContent

/** Saves the reports as a file of the type named by its menu item, and returns the file's content. */
async function exportReports(kind: string) {
  const files = collectDownloads()
  await page.getByRole('button', { name: 'تصدير' }).click()
  await page.getByRole('menuitem', { name: kind }).click()
  await expect.poll(() => files.length).toBe(1)
  return (await files[0]!.content).arrayBuffer()
}

test('the reports screen shows and exports attendance and arrivals', async () => {
  const weddingInvitations = await admin.invitations.create({
    invitations: ['سارة', 'علي', 'هدى'].map(guestName => ({ ...WEDDING, guestName })),
  })
  const [groupInvitation] = await admin.invitations.create({ invitations: [{ ...GRADUATION, generationType: 'count', maxScans: 10 }] })
  for (const { id } of weddingInvitations) await admin.checkIn.scan({ id })
  await admin.checkIn.scan({ id: groupInvitation!.id, admit: 4 })
  await openScreen('/reports')
  await expect.element(attendanceItem(WEDDING.eventName)).toMatchTextContent('3 من 3')
  expect(['إجمالي الدعوات', 'المستخدمة', 'المنتظرة', 'مناسبات منتهية', 'مناسبات قائمة', 'أُنشئت هذا الأسبوع'].map(readFigure)).toEqual([
    '4',
    '4',
    '0',
    '1',
    '1',
    '4',
  ])
  await expect.element(attendanceItem(WEDDING.eventName)).toMatchTextContent('ممتاز')
  await expect.element(attendanceItem(GRADUATION.eventName)).toMatchTextContent('4 من 10')
  await expect.element(attendanceItem(GRADUATION.eventName)).toMatchTextContent('جيد')
  await expect.element(attendanceRegion.getByRole('progressbar', { name: /أثر/ })).toHaveAttribute('aria-valuenow', '40')

  await expect.element(arrivalsRegion.getByRole('img', { name: /^بلغ الوصول ذروته عند/ })).toBeVisible()
  await arrivalsRegion.getByText('عرض الأرقام جدولاً').click()
  await expect.poll(() => sum(readCellNumbers())).toBe(3)
  await chooseByTyping(eventField, 'اثر', page.getByRole('option', { name: /أثر/ }))
  await expect.poll(() => window.location.search).toMatch(/event=[0-9A-Z]{20}/)
  await expect.poll(() => sum(readCellNumbers())).toBe(4)
  await expectAccessible()

  const recent = page.getByRole('region', { name: 'أحدث الدعوات' }).getByRole('listitem')
  expect(recent.elements()).toHaveLength(4)
  await expect.element(recent.first()).toMatchTextContent('دعوة عامة')

  const csv = new TextDecoder().decode(await exportReports('ملف CSV'))
  expect(csv).toContain(`${GRADUATION.eventName},2096-12-22,1,1,4,10,0,40,قائمة\r\n`)
  const workbook = unzipSync(new Uint8Array(await exportReports('ملف Excel')))
  expect(new TextDecoder().decode(workbook['xl/worksheets/sheet1.xml'])).toContain(WEDDING.eventName)
})

test('the reports distinguish events of the same name by their owners', async () => {
  const host = await admin.accounts.create({ ...HOST, generationLimit: 50 })
  const [hostInvitation] = await admin.invitations.create({
    invitations: [{ ...WEDDING, guestName: 'سارة', userId: host.id, maxScans: 5, generationType: 'custom' }],
  })
  const [ownInvitation] = await admin.invitations.create({ invitations: [{ ...WEDDING, guestName: 'علي' }] })
  await admin.checkIn.scan({ id: hostInvitation!.id, admit: 3 })
  await admin.checkIn.scan({ id: ownInvitation!.id })
  await openScreen('/reports')
  await expect.element(attendanceItem(HOST.fullName)).toMatchTextContent('3 من 5')
  await arrivalsRegion.getByText('عرض الأرقام جدولاً').click()
  for (const [owner, people] of [
    [HOST.fullName, 3],
    ['مدير النظام', 1],
  ] as const) {
    await chooseByTyping(eventField, 'زفاف', page.getByRole('option').filter({ hasText: owner }))
    await expect.element(eventField).toHaveValue(`${WEDDING.eventName}، ${owner} (Jan 14, 2097)`)
    await expect.poll(readCellNumbers).toEqual([people])
  }
  await expectAccessible()
  const csv = new TextDecoder().decode(await exportReports('ملف CSV'))
  expect(csv).toContain('حال المناسبة,صاحب المناسبة\r\n')
  expect(csv).toContain(`${WEDDING.eventName},2097-01-14,1,1,3,5,0,60,قائمة,${HOST.fullName}\r\n`)
})

test('a cancelled invitation does not count as waiting among the latest', async () => {
  const [invitation] = await admin.invitations.create({ invitations: [{ ...WEDDING, guestName: 'علي' }] })
  await admin.invitations.cancel({ id: invitation!.id })
  await openScreen('/reports')
  const recent = page.getByRole('region', { name: 'أحدث الدعوات' }).getByRole('listitem')
  await expect.element(recent).toMatchTextContent(/ملغاة$/)
})

test('the arrivals panel finds one of 101 events by a part of its name', async () => {
  const invitations = Array.from({ length: 100 }, (_, n) => ({
    eventName: `أمسية رقم ${300 + n}`,
    eventDate: `2027-01-${String(1 + ((300 + n) % 28)).padStart(2, '0')}`,
    guestName: 'سارة',
  }))
  const createdInvitations = await admin.invitations.create({ invitations: [...invitations, { ...GRADUATION, guestName: 'علي' }] })
  await admin.checkIn.scan({ id: createdInvitations.at(-1)!.id })
  await openScreen('/reports')
  // Before the user chooses an event, the panel shows the only event that has arrivals.
  await expect.element(eventField).toHaveValue(`${GRADUATION.eventName} (Dec 22, 2096)`)
  await eventField.fill('رقم 37')
  await expect.poll(() => page.getByRole('option').elements().length).toBe(10)
  await chooseByTyping(eventField, 'رقم 37', page.getByRole('option', { name: /أمسية رقم 370/ }))
  await expect.element(eventField).toHaveValue('أمسية رقم 370 (Jan 7, 2027)')
  expect(window.location.search).toMatch(/event=[0-9A-Z]{20}/)
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument()
  await expectAccessible()
  await openScreen(window.location.pathname + window.location.search)
  await expect.element(eventField).toHaveValue('أمسية رقم 370 (Jan 7, 2027)')
  await eventField.fill('')
  await userEvent.tab()
  await expect.element(eventField).toHaveValue(`${GRADUATION.eventName} (Dec 22, 2096)`)
})

test('a guest admitted by two offline gates counts once in the reports', async () => {
  const [made] = await admin.invitations.create({ invitations: [{ ...WEDDING, guestName: 'خالد باوزير' }] })
  const gates = { 'البوابة الشرقية': 0, 'بوابة النساء': -3_600_000 }
  for (const [gate, clockOffset] of Object.entries(gates))
    await admin.checkIn.check({ qr_code: made!.id, gate, nonce: gate, happened: true, scannedAt: new Date().toISOString(), clockOffset })
  await openScreen('/reports')
  await expect.element(attendanceItem(WEDDING.eventName)).toMatchTextContent('1 من 1 وشخص واحد فوق العدد')
  await arrivalsRegion.getByText('عرض الأرقام جدولاً').click()
  await expect.poll(() => sum(readCellNumbers())).toBe(1)
  await expect.element(arrivalsRegion).toMatchTextContent('كل ربع ساعة، وشخص واحد فوق العدد')
  expect(new TextDecoder().decode(await exportReports('ملف CSV'))).toContain(`${WEDDING.eventName},2097-01-14,1,1,1,1,1,100,منتهية\r\n`)
  const conflict = page.getByRole('region', { name: 'تعارض الأبواب' }).getByRole('listitem').filter({ hasText: 'خالد باوزير' })
  for (const text of ['دخول مكرّر أثناء انقطاع الاتصال', 'البوابة الشرقية', 'بوابة النساء'])
    await expect.element(conflict).toMatchTextContent(text)
  // The locator matches only if exactly one entry has the note about the unreliable clock.
  await expect.element(conflict.getByRole('listitem').filter({ hasText: 'لم تكن ساعة الجهاز مضبوطة' })).toMatchTextContent('بوابة النساء')
  await expectAccessible()
  await conflict.getByRole('button', { name: 'اطّلعت عليه' }).click()
  await expect.element(conflict).toMatchTextContent('اطُّلع عليه')
  expect((await admin.checkIn.conflicts({})).rows).toMatchObject([{ isSeen: true }])
})

test('the conflicts panel groups conflicts by owner', async () => {
  const host = await admin.accounts.create({ ...HOST, generationLimit: 50 })
  const guests = Array.from({ length: 12 }, (_, n) => ({ ...WEDDING, guestName: `ضيف ${n}`, userId: host.id }))
  const createdInvitations = await admin.invitations.create({ invitations: guests })
  for (const { id } of createdInvitations)
    for (const n of [1, 2]) await admin.checkIn.check({ qr_code: id, nonce: `${id} ${n}`, gate: `بوابة ${n}`, happened: true })
  for (let n = 0; n < 25; n++) await admin.checkIn.check({ qr_code: `مختلق ${n}`, nonce: `${n}`, happened: true })
  await openScreen('/reports')
  const panel = page.getByRole('region', { name: 'تعارض الأبواب' })
  await expect.element(panel.getByRole('heading', { name: `مناسبات ${HOST.fullName}` })).toBeVisible()
  await expect.poll(() => panel.getByRole('button', { name: 'اطّلعت عليه' }).elements().length).toBe(12)
  await expect.element(panel.getByRole('status')).toHaveTextContent('من 1 إلى 12، من أصل 13')
  await expect.element(panel).not.toMatchTextContent('بلا دعوة')

  await panel.getByRole('button', { name: 'التالية' }).click()
  const unknownCodes = panel.getByRole('listitem').filter({ hasText: '25 رمزاً بلا دعوة' })
  await expect.element(unknownCodes).toMatchTextContent('أحدث 20')
  await expect.element(unknownCodes.getByText('مختلق 24', { exact: true })).toBeVisible()
  await expect.element(unknownCodes.getByText('مختلق 5', { exact: true })).not.toBeVisible()
  await unknownCodes.getByText('عرض الباقي (17)').click()
  await expect.element(unknownCodes.getByText('مختلق 5', { exact: true })).toBeVisible()
  await expect.element(panel.getByRole('heading', { name: 'مناسبات مدير النظام' })).toBeVisible()
  await expectAccessible()
  await unknownCodes.getByRole('button', { name: 'اطّلعت عليه' }).click()
  await expect.element(unknownCodes).toMatchTextContent('اطُّلع عليه')
  expect(await admin.checkIn.conflicts({ filter: 'unseen' })).toMatchObject({ total: 12 })
})

test('the attendance panel rates a future event as not begun', async () => {
  const today = dayInAden()
  await admin.invitations.create({
    invitations: [
      { ...WEDDING, guestName: 'سارة' },
      { ...GRADUATION, eventDate: today, guestName: 'علي' },
    ],
  })
  await openScreen('/reports')
  await expect.element(attendanceItem(WEDDING.eventName)).toMatchTextContent('لم تبدأ بعد')
  await expect.element(attendanceItem(GRADUATION.eventName)).toMatchTextContent('منخفض')
  await expectAccessible()
})

test('the reports screen offers a retry if loading fails', async () => {
  const network = await openScreen('/reports')
  const acceptStats = network.refuse('invitations/stats.php')
  const acceptConflicts = network.refuse('invitations/conflicts.php')
  const retry = page.getByRole('button', { name: 'إعادة المحاولة' }).first()
  await expect.element(page.getByRole('status').filter({ hasText: 'تعذّر تحميل التقارير' })).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await expectAccessible()
  acceptStats()
  await retry.click()
  await expect.element(page.getByText('لا مناسبات بعد')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'إنشاء دعوات' })).toHaveAttribute('href', '/generator')
  await expect.element(page.getByRole('status').filter({ hasText: 'تعذّر تحميل تعارض الأبواب' })).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  acceptConflicts()
  await retry.click()
  await expect.element(page.getByText('لا تعارض بين الأبواب')).toBeVisible()
  await expectAccessible()
})
