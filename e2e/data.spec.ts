import type { Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import { expect, test } from './fixtures.ts'
import { bytesOf } from './generator-page.ts'
import { addHost, choose, FAILURES, failing, HOST, refusing } from './office.ts'

const EVENT = { eventName: 'زفاف محمّد وسارة', eventDate: '2027-01-14' }
const row = (page: Page, guest: string) => page.getByRole('row').filter({ hasText: guest })

test('invitations are found, filtered and paged, and the address keeps what is shown', async ({ page, admin, signIn, axe }) => {
  const guests = Array.from({ length: 120 }, (_, n) => ({ ...EVENT, guestName: `ضيف ${n + 1}` }))
  const made = await admin.invitations.create({ invitations: [...guests, { ...EVENT, eventName: 'تخرّج', guestName: 'أحمد الحدّاد' }] })
  await admin.invitations.create({ invitations: [{ ...EVENT, generationType: 'count', maxScans: 20 }] })
  await admin.scanning.scan({ id: made[0]!.id })
  await signIn()
  await page.goto('/data')
  await expect(page.getByText('122 من 122')).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(51)
  await expect(row(page, 'دعوة عامة')).toContainText('0 / 20')
  await axe()
  await page.getByRole('button', { name: 'التالية' }).click()
  await expect(page.getByText('من 51 إلى 100، والكل 122')).toBeVisible()
  await expect(page).toHaveURL(/page=2/)
  // The next page is met where it begins, and the browser's back turns back.
  await expect(page.getByRole('region', { name: 'صفحة 2 من 3' })).toBeFocused()
  await expect(page.getByRole('table', { name: 'الدعوات' })).toBeInViewport()
  await expect(page.getByRole('columnheader', { name: 'اسم الضيف' })).toBeInViewport()
  await page.goBack()
  await expect(page.getByText('من 1 إلى 50، والكل 122')).toBeVisible()
  await page.goForward()
  await expect(page.getByText('من 51 إلى 100، والكل 122')).toBeVisible()
  // One that is not there gives way to the last one, without a step to go back to.
  await page.goto('/data?page=9')
  await expect(page.getByText('من 101 إلى 122، والكل 122')).toBeVisible()
  await expect(page).toHaveURL(/page=3$/)
  await page.goBack()
  await expect(page).toHaveURL(/page=2$/)

  await page.getByRole('searchbox', { name: 'البحث في الدعوات' }).fill('احمد الحداد')
  await expect(page.getByText('1 من 122')).toBeVisible()
  await expect(page).not.toHaveURL(/page=2/)
  await page.reload()
  await expect(page.getByRole('searchbox')).toHaveValue('احمد الحداد')
  await expect(row(page, 'أحمد الحدّاد')).toBeVisible()
  await choose(page, 'تصفية الدعوات', 'المستخدمة')
  await expect(page.getByText('لا دعوة بهذا البحث')).toBeVisible()
  await page.getByRole('button', { name: 'عرض كل الدعوات' }).click()
  await expect(page.getByText('122 من 122')).toBeVisible()
  await expect(page.getByRole('searchbox')).toHaveValue('')
  await choose(page, 'تصفية الدعوات', 'المستخدمة')
  await expect(page.getByText('1 من 122')).toBeVisible()
  await expect(row(page, 'ضيف 1')).toContainText('مستخدمة')

  await page.getByRole('button', { name: 'نسخ رابط الصفحة' }).click()
  await expect(page.getByRole('button', { name: 'تم النسخ' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
  await expect(page.getByRole('button', { name: 'نسخ رابط الصفحة' })).toBeVisible()
})

test('an invitation is seen with its code and card, changed, and taken away after a question', async ({
  page,
  admin,
  signIn,
  trouble,
  axe,
}) => {
  trouble.allow(/409/)
  const [made] = await admin.invitations.create({
    invitations: [{ ...EVENT, guestName: 'خالد باوزير', generationType: 'custom', maxScans: 4 }],
  })
  await admin.scanning.scan({ id: made!.id, admit: 3 })
  await signIn()
  await page.goto('/data')
  await row(page, 'خالد باوزير').getByRole('button', { name: 'عرض' }).click()
  const details = page.getByRole('dialog', { name: 'تفاصيل الدعوة' })
  const code = details.getByRole('img', { name: 'رمز QR: دعوة خالد باوزير' })
  await expect.poll(() => code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300)
  await expect(details).toContainText('3 / 4')
  await expect(details).toContainText(made!.id)
  const card = details.getByRole('img', { name: 'بطاقة خالد باوزير' })
  await card.scrollIntoViewIfNeeded()
  await expect.poll(() => card.evaluate((canvas: HTMLCanvasElement) => canvas.width)).toBeGreaterThan(0)
  await axe()
  const [download] = await Promise.all([page.waitForEvent('download'), details.getByRole('button', { name: 'تحميل البطاقة' }).click()])
  expect(download.suggestedFilename()).toBe('دعوة_خالد باوزير_زفاف محمّد وسارة.png')
  expect([...(await bytesOf(download)).subarray(1, 4)]).toEqual([...Buffer.from('PNG')])
  await details.getByRole('button', { name: 'إغلاق' }).click()

  await row(page, 'خالد باوزير').getByRole('button', { name: 'تعديل' }).click()
  const form = page.getByRole('dialog', { name: 'تعديل الدعوة' })
  await form.getByRole('textbox', { name: 'اسم الضيف' }).fill('')
  await form.getByRole('button', { name: 'حفظ' }).click()
  await expect(form.getByText('يرجى إدخال اسم الضيف')).toBeVisible()
  await form.getByRole('textbox', { name: 'اسم الضيف' }).fill('خالد باوزير وعائلته')
  await form.getByRole('textbox', { name: 'عدد مرات المسح المسموح' }).fill('٢')
  await form.getByRole('button', { name: 'حفظ' }).click()
  await expect(form.getByText('دخل بهذه الدعوة 3، فلا يقل العدد عن ذلك')).toBeVisible()
  await axe()
  await form.getByRole('textbox', { name: 'عدد مرات المسح المسموح' }).fill('٦')
  await form.getByRole('button', { name: 'حفظ' }).click()
  await expect(page.getByText('تم تحديث الدعوة بنجاح')).toBeVisible()
  await expect(row(page, 'خالد باوزير وعائلته')).toContainText('3 / 6')

  await row(page, 'خالد باوزير وعائلته').getByRole('button', { name: 'حذف' }).click()
  const question = page.getByRole('alertdialog', { name: 'حذف دعوة خالد باوزير وعائلته لمناسبة «زفاف محمّد وسارة»؟' })
  await axe()
  await question.getByRole('button', { name: 'إلغاء' }).click()
  expect((await admin.invitations.list({})).total).toBe(1)
  await row(page, 'خالد باوزير وعائلته').getByRole('button', { name: 'حذف' }).click()
  await question.getByRole('button', { name: 'حذف' }).click()
  await expect(page.getByText('تم حذف الدعوة بنجاح')).toBeVisible()
  await expect(page.getByText('لا دعوات بعد')).toBeVisible()
  expect((await admin.invitations.list({})).total).toBe(0)
})

test('what is shown is exported to CSV and Excel, Arabic intact and no name a formula', async ({ page, admin, signIn }) => {
  const guests = ['أم عبدالله باعبّاد', '=HYPERLINK("http://x")', '@سارة, الحمّادي']
  await admin.invitations.create({ invitations: guests.map(guestName => ({ ...EVENT, guestName, phone: '+967777123456' })) })
  await admin.invitations.create({
    invitations: Array.from({ length: 1200 }, (_, n) => ({ ...EVENT, eventName: 'غيره', guestName: `ضيف ${n}` })),
  })
  await signIn()
  await page.goto(`/data?search=${encodeURIComponent('زفاف')}`)
  await expect(page.getByText('3 من 1,203')).toBeVisible()
  const save = async (kind: string) => {
    await page.getByRole('button', { name: 'تصدير' }).click()
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: kind }).click()])
    return { name: download.suggestedFilename(), bytes: await bytesOf(download) }
  }
  const csv = await save('ملف CSV')
  expect(csv.name).toMatch(/^دعوات \d{4}-\d\d-\d\d\.csv$/)
  expect([...csv.bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const lines = csv.bytes.toString().split('\r\n')
  expect(lines).toHaveLength(5)
  expect(lines[0]).toContain('اسم الضيف,المناسبة,تاريخ المناسبة')
  const whole = lines.join('\n')
  expect(whole).toContain('أم عبدالله باعبّاد,زفاف محمّد وسارة,2027-01-14,بالأسماء,غير مستخدمة,0,1,+967777123456,')
  expect(whole).toContain('"\'=HYPERLINK(""http://x"")"')
  expect(whole).toContain('"\'@سارة, الحمّادي"')

  await page.getByRole('searchbox').fill('')
  await expect(page.getByText('1,203 من 1,203')).toBeVisible()
  const excel = await save('ملف Excel')
  expect(excel.name).toMatch(/\.xlsx$/)
  const files = unzipSync(excel.bytes)
  expect(Buffer.from(files['xl/styles.xml']!).toString()).toContain('<cellStyle name="Normal" xfId="0" builtinId="0"/>')
  const sheet = Buffer.from(files['xl/worksheets/sheet1.xml']!).toString()
  expect(sheet.match(/<row /g)).toHaveLength(1204)
  expect(sheet).toContain('rightToLeft="1"')
  expect(sheet).toContain('t="inlineStr"><is><t xml:space="preserve">=HYPERLINK("http://x")</t>')
})

test('a host sees their own alone, on a phone as cards', async ({ page, admin, signIn, axe }) => {
  const host = await addHost(admin)
  await admin.invitations.create({ invitations: [{ ...EVENT, guestName: 'ضيفة هناء', userId: host.id }] })
  await admin.invitations.create({ invitations: [{ ...EVENT, guestName: 'ضيف غيرها' }] })
  await page.setViewportSize({ width: 360, height: 780 })
  await signIn(HOST)
  await page.goto('/data')
  await expect(page.getByText('1 من 1', { exact: true })).toBeVisible()
  const card = page.getByRole('listitem').filter({ hasText: 'ضيفة هناء' })
  await expect(card).toContainText('202')
  await expect(page.getByText('ضيف غيرها')).toHaveCount(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await axe()
  await card.getByRole('button', { name: 'عرض' }).click()
  await expect(page.getByRole('dialog', { name: 'تفاصيل الدعوة' })).toContainText('Jan 14, 2027')
})

test('what cannot be had, changed or taken away is said and can be tried again', async ({ page, admin, signIn, trouble, axe }) => {
  trouble.allow(FAILURES)
  await admin.invitations.create({ invitations: [{ ...EVENT, guestName: 'خالد' }] })
  await signIn()
  const list = await refusing(page, 'invitations/list.php')
  await page.goto('/data')
  await expect(page.getByRole('status').filter({ hasText: 'تعذّر تحميل الدعوات' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await axe()
  await list.restore()
  await page.getByRole('button', { name: 'إعادة المحاولة' }).first().click()
  await expect(row(page, 'خالد')).toBeVisible()

  const update = await failing(page, 'data/update.php')
  await page.getByRole('button', { name: 'تعديل' }).click()
  const form = page.getByRole('dialog', { name: 'تعديل الدعوة' })
  await form.getByRole('textbox', { name: 'اسم الضيف' }).fill('خالد باوزير')
  await form.getByRole('button', { name: 'حفظ' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('حدث خطأ أثناء تحديث الدعوة')
  await page.getByRole('button', { name: 'حسناً' }).click()
  await expect(form.getByRole('textbox', { name: 'اسم الضيف' })).toHaveValue('خالد باوزير')
  await update.restore()
  await form.getByRole('button', { name: 'حفظ' }).click()
  await expect(row(page, 'خالد باوزير')).toBeVisible()

  const remove = await failing(page, 'data/delete.php')
  await page.getByRole('button', { name: 'حذف' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'حذف' }).click()
  await expect(page.getByRole('alertdialog', { name: 'حدث خطأ أثناء حذف الدعوة' })).toBeVisible()
  await remove.restore()
})
