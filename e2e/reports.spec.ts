import { unzipSync } from 'fflate'
import { expect, test } from './fixtures.ts'
import { bytesOf } from './generator-page.ts'
import { addHost, FAILURES, refusing } from './office.ts'

const WEDDING = { eventName: 'زفاف محمّد وسارة', eventDate: '2027-01-14' }
const GRADUATION = { eventName: 'تخرّج دفعة «أثر»', eventDate: '2026-12-22' }

test('figures, rates, arrivals and the newest stand there, and are exported', async ({ page, admin, signIn, axe }) => {
  const wedding = await admin.invitations.create({ invitations: ['سارة', 'علي', 'هدى'].map(guestName => ({ ...WEDDING, guestName })) })
  const [pass] = await admin.invitations.create({ invitations: [{ ...GRADUATION, generationType: 'count', maxScans: 10 }] })
  for (const { id } of wedding) await admin.scanning.scan({ id })
  await admin.scanning.scan({ id: pass!.id, admit: 4 })
  await signIn()
  await page.goto('/reports')
  const figure = (name: string) => page.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd[1]')
  for (const [name, value] of [
    ['إجمالي الدعوات', '4'],
    ['المستخدمة', '4'],
    ['المنتظرة', '0'],
    ['مناسبات منتهية', '1'],
    ['مناسبات قائمة', '1'],
    ['أُنشئت هذا الأسبوع', '4'],
  ] as const)
    await expect(figure(name)).toHaveText(value)
  const attendance = page.getByRole('region', { name: 'الحضور في كل مناسبة' })
  await expect(attendance.getByRole('listitem').filter({ hasText: WEDDING.eventName })).toContainText('3 من 3')
  await expect(attendance.getByRole('listitem').filter({ hasText: WEDDING.eventName })).toContainText('ممتاز')
  await expect(attendance.getByRole('listitem').filter({ hasText: GRADUATION.eventName })).toContainText('4 من 10')
  await expect(attendance.getByRole('listitem').filter({ hasText: GRADUATION.eventName })).toContainText('جيد')
  await expect(attendance.getByRole('progressbar', { name: /أثر/ })).toHaveAttribute('aria-valuenow', '40')

  const arrivals = page.getByRole('region', { name: 'وصول الضيوف' })
  await expect(arrivals.getByRole('img', { name: /^بلغ الوصول ذروته عند/ })).toBeVisible()
  await arrivals.getByText('عرض الأرقام جدولاً').click()
  const told = async () => (await arrivals.getByRole('cell').allTextContents()).map(Number).reduce((sum, people) => sum + people, 0)
  await expect.poll(told).toBe(3)
  await arrivals.getByRole('combobox', { name: 'المناسبة' }).fill('اثر')
  await page.getByRole('option', { name: /أثر/ }).click()
  await expect(page).toHaveURL(/event=2026-12-22/)
  await expect.poll(told).toBe(4)
  await axe()

  const recent = page.getByRole('region', { name: 'أحدث الدعوات' }).getByRole('listitem')
  await expect(recent).toHaveCount(4)
  await expect(recent.first()).toContainText('دعوة عامة')

  const save = async (kind: string) => {
    await page.getByRole('button', { name: 'تصدير' }).click()
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: kind }).click()])
    return bytesOf(download)
  }
  expect((await save('ملف CSV')).toString()).toContain(`${GRADUATION.eventName},2026-12-22,1,1,4,10,40,قائمة\r\n`)
  expect(Buffer.from(unzipSync(await save('ملف Excel'))['xl/worksheets/sheet1.xml']!).toString()).toContain(WEDDING.eventName)
})

test('events of two owners with one name and day are told apart, each with its own arrivals', async ({ page, admin, signIn, axe }) => {
  const host = await addHost(admin)
  const [hers] = await admin.invitations.create({
    invitations: [{ ...WEDDING, guestName: 'سارة', userId: host.id, maxScans: 5, generationType: 'custom' }],
  })
  const [mine] = await admin.invitations.create({ invitations: [{ ...WEDDING, guestName: 'علي' }] })
  await admin.scanning.scan({ id: hers!.id, admit: 3 })
  await admin.scanning.scan({ id: mine!.id })
  await signIn()
  await page.goto('/reports')
  const attendance = page.getByRole('region', { name: 'الحضور في كل مناسبة' })
  await expect(attendance.getByRole('listitem').filter({ hasText: host.fullName })).toContainText('3 من 5')
  const arrivals = page.getByRole('region', { name: 'وصول الضيوف' })
  await arrivals.getByText('عرض الأرقام جدولاً').click()
  const events = arrivals.getByRole('combobox', { name: 'المناسبة' })
  for (const [owner, people] of [
    [host.fullName, 3],
    ['مدير النظام', 1],
  ] as const) {
    await events.fill('زفاف')
    await page.getByRole('option').filter({ hasText: owner }).click()
    await expect(events).toHaveValue(`${WEDDING.eventName}، ${owner} (Jan 14, 2027)`)
    await expect(arrivals.getByRole('cell')).toHaveText([String(people)])
  }
  await axe()
  await page.getByRole('button', { name: 'تصدير' }).click()
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'ملف CSV' }).click()])
  const sheet = (await bytesOf(download)).toString()
  expect(sheet).toContain('حال المناسبة,صاحب المناسبة\r\n')
  expect(sheet).toContain(`${WEDDING.eventName},2027-01-14,1,1,3,5,60,قائمة,${host.fullName}\r\n`)
})

test('of many events any is found by a part of its name', async ({ page, admin, signIn, axe }) => {
  const invitations = Array.from({ length: 400 }, (_, n) => ({
    eventName: `أمسية رقم ${n}`,
    eventDate: `2027-01-${String(1 + (n % 28)).padStart(2, '0')}`,
    guestName: 'سارة',
  }))
  const made = await admin.invitations.create({ invitations: [...invitations, { ...GRADUATION, guestName: 'علي' }] })
  await admin.scanning.scan({ id: made.at(-1)!.id })
  await signIn()
  await page.goto('/reports')
  const events = page.getByRole('region', { name: 'وصول الضيوف' }).getByRole('combobox', { name: 'المناسبة' })
  // The one to which somebody came.
  await expect(events).toHaveValue(`${GRADUATION.eventName} (Dec 22, 2026)`)
  await events.fill('رقم 37')
  await expect(page.getByRole('option')).toHaveCount(11)
  await page.getByRole('option', { name: 'أمسية رقم 370', exact: false }).click()
  await expect(events).toHaveValue('أمسية رقم 370 (Jan 7, 2027)')
  await expect(page).toHaveURL(/event=2027-01-07/)
  await axe()
  await page.reload()
  await expect(events).toHaveValue('أمسية رقم 370 (Jan 7, 2027)')
  await events.fill('')
  await page.keyboard.press('Tab')
  await expect(events).toHaveValue(`${GRADUATION.eventName} (Dec 22, 2026)`)
})

test('what two doors let in twice is told with both gates, until it was seen', async ({ page, admin, signIn, axe }) => {
  const [made] = await admin.invitations.create({ invitations: [{ ...WEDDING, guestName: 'خالد باوزير' }] })
  const gates = { 'البوابة الشرقية': 0, 'بوابة النساء': -3_600_000 }
  for (const [gate, clockOffset] of Object.entries(gates))
    await admin.scanning.check({ qr_code: made!.id, gate, nonce: gate, happened: true, scannedAt: new Date().toISOString(), clockOffset })
  await signIn()
  await page.goto('/reports')
  const conflict = page.getByRole('region', { name: 'تعارض الأبواب' }).getByRole('listitem').filter({ hasText: 'خالد باوزير' })
  await expect(conflict).toContainText('دخلت مرّتين')
  await expect(conflict).toContainText('البوابة الشرقية')
  await expect(conflict).toContainText('بوابة النساء')
  const marked = conflict.getByRole('listitem').filter({ hasText: 'ساعة الجهاز كانت بعيدة' })
  await expect(marked).toHaveCount(1)
  await expect(marked).toContainText('بوابة النساء')
  await axe()
  await conflict.getByRole('button', { name: 'اطّلعت عليه' }).click()
  await expect(conflict).toContainText('اطُّلع عليه')
  expect(await admin.scanning.conflicts({})).toMatchObject([{ isSeen: true }])
})

test('without invitations it says what to do; what fails is said and can be tried again', async ({ page, signIn, trouble, axe }) => {
  trouble.allow(FAILURES)
  await signIn()
  const stats = await refusing(page, 'invitations/stats.php')
  const conflicts = await refusing(page, 'invitations/conflicts.php')
  await page.goto('/reports')
  await expect(page.getByRole('status').filter({ hasText: 'تعذّر تحميل التقارير' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await axe()
  await stats.restore()
  await page.getByRole('button', { name: 'إعادة المحاولة' }).first().click()
  await expect(page.getByText('لا مناسبات بعد')).toHaveCount(1)
  await expect(page.getByRole('link', { name: 'إنشاء دعوات' })).toHaveAttribute('href', '/generator')
  await expect(page.getByRole('status').filter({ hasText: 'تعذّر تحميل تعارض الأبواب' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await conflicts.restore()
  await page.getByRole('button', { name: 'إعادة المحاولة' }).first().click()
  await expect(page.getByText('لا تعارض بين الأبواب')).toBeVisible()
  await axe()
})
