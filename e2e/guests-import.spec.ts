import type { Backend, Contract, Invitation } from '@hudur/core'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { generatorPage } from './generator-page.ts'
import { workbook } from './workbook.ts'

const EVENT = 'زفاف محمّد وسارة'

const TABLE = [
  ['الاسم', 'رقم الجوال', 'عدد الأشخاص'],
  ['خالد سعيد باوزير', '777123456', '3'],
  ['أم عبدالله باعبّاد', '٧٣٣٠٠٠١١١', ''],
  ['=cmd|calc', '+966512345678', '1'],
]
const MADE = [
  { guestName: 'خالد سعيد باوزير', phone: '+967777123456', maxScans: 3, generationType: 'custom' },
  { guestName: 'أم عبدالله باعبّاد', phone: '+967733000111', maxScans: 1, generationType: 'names' },
  { guestName: '=cmd|calc', phone: '+966512345678', maxScans: 1, generationType: 'names' },
]

const separated = (separator: string) => `${TABLE.map(row => row.join(separator)).join('\r\n')}\r\n`

/** Text in Windows-1256, by the reading every browser has of it. */
function inWindows1256(text: string) {
  const letters = new TextDecoder('windows-1256').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))
  return Buffer.from([...text].map(letter => letters.indexOf(letter)))
}

const choose = (page: Page, name: string, buffer: Buffer) =>
  page.getByLabel('استيراد من ملف').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })

const preview = (page: Page) => page.getByRole('dialog', { name: 'مراجعة الضيوف' })
/** The button of a list that was taken; the name stands in its own direction. */
const reviewOf = (name: string) => `مراجعة ما جاء من \u2068${name}\u2069`

async function generate(page: Page) {
  const generator = generatorPage(page)
  await generator.eventName.fill(EVENT)
  await generator.typeDate('14', '01', '2027')
  await generator.submit.click()
  await expect(page.getByRole('button', { name: 'تحميل الكل' })).toBeVisible()
}

const byName = (one: { guestName: string }, other: { guestName: string }) => (one.guestName < other.guestName ? -1 : 1)

async function madeOf(admin: Backend<Contract>) {
  const { rows } = await admin.invitations.list({})
  const shown = ({ guestName, phone, maxScans, generationType }: Invitation) => ({ guestName, phone, maxScans, generationType })
  return rows.map(shown).sort(byName)
}

test.beforeEach(async ({ signIn, page }) => {
  await signIn()
  await page.goto('/generator')
})

// Digits ٠-٩ are not in Windows-1256.
const windowsTable = separated(';').replace('٧٣٣٠٠٠١١١', '733000111')

for (const { says, name, bytes } of [
  { says: 'a CSV in Windows-1256', name: 'ضيوف.csv', bytes: () => inWindows1256(windowsTable) },
  { says: 'a CSV in UTF-8 with its mark and semicolons', name: 'ضيوف.csv', bytes: () => Buffer.from(`\uFEFF${separated(';')}`) },
  { says: 'text in UTF-16 with tabs', name: 'ضيوف.txt', bytes: () => Buffer.from(`\uFEFF${separated('\t')}`, 'utf16le') },
  {
    says: 'a workbook with numbers and a formula',
    name: 'ضيوف.xlsx',
    bytes: () =>
      workbook([
        ['الاسم', 'رقم الجوال', 'عدد الأشخاص'],
        [{ formula: 'CONCATENATE("خالد سعيد ","باوزير")', value: 'خالد سعيد باوزير' }, 777123456, 3],
        ['أم عبدالله باعبّاد', '٧٣٣٠٠٠١١١', null],
        ['=cmd|calc', '+966512345678', 1],
      ]),
  },
  { says: 'a workbook with a wrong name', name: 'ضيوف.csv', bytes: () => workbook(TABLE) },
]) {
  test(`${says} becomes invitations with phones and persons`, async ({ page, admin, axe }) => {
    await choose(page, name, bytes())
    await expect(preview(page).getByText('ستُضاف دعوات 3 ضيوف لـ5 أشخاص')).toBeVisible()
    await expect(preview(page).getByRole('cell', { name: '=cmd|calc', exact: true })).toBeVisible()
    await axe()
    await preview(page).getByRole('button', { name: 'إضافة 3 ضيوف' }).click()
    await expect(page.getByRole('button', { name: reviewOf(name) })).toBeVisible()
    await axe()
    await generate(page)
    expect(await madeOf(admin)).toEqual(MADE.toSorted(byName))
    await expect(page.getByRole('button', { name: reviewOf(name) })).toBeHidden()
  })
}

test('every oddity is named by its row, and what is unclear is asked', async ({ page, admin, axe }) => {
  const rows = [
    'الاسم,الجوال,العدد',
    'هند,777123456,2',
    '',
    ',733000111,',
    'هـند,+967 777 123 456,2',
    'ريم,0512345678,1',
    'سارة,12,كثير',
    `${'ن'.repeat(201)},,`,
    'علي,,1',
  ]
  await choose(page, 'ضيوف.csv', Buffer.from(rows.join('\n')))
  const dialog = preview(page)
  await expect(dialog.getByRole('status').filter({ hasText: 'صفوف فارغة' })).toContainText('الصفوف: 3')
  await expect(dialog.getByRole('status').filter({ hasText: 'صفوف بلا اسم' })).toContainText('الصفوف: 4')
  await expect(dialog.getByRole('status').filter({ hasText: 'أطول من 200' })).toContainText('الصفوف: 8')
  await expect(dialog.getByRole('status').filter({ hasText: 'تكرروا' })).toContainText('هند (الصفوف 2، 5)')
  await dialog.getByRole('button', { name: 'إضافة 4 ضيوف' }).click()
  await expect(dialog.getByText('بقي 3 أسئلة قبل الإضافة')).toBeVisible()
  const reem = dialog.getByRole('textbox', { name: 'هاتف ريم (الصف 6)' })
  await expect(reem).toBeFocused()
  await axe()
  await reem.fill('+٩٦٦٥١٢٣٤٥٦٧٨')
  await expect(reem).toHaveAccessibleDescription('صار الرقم واضحاً')
  await dialog.getByRole('button', { name: 'بدون رقم: هاتف سارة (الصف 7)' }).click()
  await dialog.getByRole('textbox', { name: 'عدد الأشخاص مع سارة (الصف 7)' }).fill('٤')
  await expect(dialog.getByText('قبل الإضافة')).toBeHidden()
  await dialog.getByText('أبقِ المكرر').click()
  await dialog.getByRole('button', { name: 'إزالة علي (الصف 9)' }).click()
  await dialog.getByRole('button', { name: 'إضافة 4 ضيوف' }).click()

  // Looked at again, it is as it was left; closing it changes nothing.
  await page.getByRole('button', { name: reviewOf('ضيوف.csv') }).click()
  await expect(dialog.getByRole('status').filter({ hasText: 'صفوف أزلتها' })).toContainText('الصفوف: 9')
  await dialog.getByRole('button', { name: 'إرجاعها' }).click()
  await expect(dialog.getByRole('button', { name: 'إضافة 5 ضيوف' })).toBeVisible()
  await dialog.getByRole('button', { name: 'إلغاء' }).click()
  await generatorPage(page).names.fill('نورة')
  await generate(page)
  expect(await madeOf(admin)).toEqual(
    [
      { guestName: 'سارة', phone: null, maxScans: 4, generationType: 'custom' },
      { guestName: 'هـند', phone: '+967777123456', maxScans: 2, generationType: 'custom' },
      { guestName: 'هند', phone: '+967777123456', maxScans: 2, generationType: 'custom' },
      { guestName: 'ريم', phone: '+966512345678', maxScans: 1, generationType: 'names' },
      { guestName: 'نورة', phone: null, maxScans: 1, generationType: 'names' },
    ].toSorted(byName),
  )
})

test('a table pasted from a spreadsheet is looked at, and its columns can be changed', async ({ page, axe }) => {
  const generator = generatorPage(page)
  await generator.names.fill('سارة')
  await generator.paste('هند\t777123456\t2\nعلي\t733000111\t1')
  const dialog = preview(page)
  await expect(dialog.getByText('ستُضاف دعوات ضيفين لـ3 أشخاص')).toBeVisible()
  await dialog.getByRole('button', { name: /العمود 3/ }).click()
  await page.getByRole('option', { name: 'عدد المرافقين معه' }).click()
  await expect(dialog.getByText('ستُضاف دعوات ضيفين لـ5 أشخاص')).toBeVisible()
  await axe()
  await dialog.getByRole('button', { name: 'إضافة ضيفين' }).click()
  await expect(generator.names).toHaveValue('سارة')
  await expect(page.getByText('المطلوب الآن 3،')).toBeVisible()

  // Leaving the screen loses none of it.
  await page.getByRole('link', { name: 'الماسح' }).first().click()
  await page.getByRole('link', { name: 'المولّد' }).first().click()
  await expect(page.getByText('المطلوب الآن 3،')).toBeVisible()
  await page.getByRole('button', { name: 'إزالة ما جاء من جدول ملصوق' }).click()
  await expect(page.getByText('المطلوب الآن 1،')).toBeVisible()
})

test('files that are no lists are refused in words, and what was typed stays', async ({ page, axe }) => {
  const generator = generatorPage(page)
  await generator.names.fill('سارة')
  const many = Array.from({ length: 50_000 }, (_, n) => [`ضيف ${n}`, 777000000 + n])
  for (const [name, buffer, sentence] of [
    ['ضيوف.xlsx', Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<< /Type /Catalog >>'), 'هذا الملف ليس قائمة نقرؤها'],
    ['ضيوف.csv', Buffer.alloc(0), 'الملف فارغ'],
    ['ضيوف.xlsx', Buffer.from([0x50, 0x4b, 3, 4, 9, 9, 9]), 'الملف تالف ولا يُقرأ'],
    ['ضيوف.csv', Buffer.alloc(10 * 1024 * 1024 + 1, 'a'), 'الملف أكبر من المسموح'],
    ['ضيوف.xlsx', workbook([['الاسم', 'الجوال'], ...many]), 'في القائمة 50,000 صف. الحد 10,000'],
  ] as const) {
    await choose(page, name, buffer)
    await expect(preview(page).getByRole('alert')).toContainText(sentence)
    await axe()
    await preview(page).getByRole('button', { name: 'إغلاق' }).last().click()
    await expect(preview(page)).toBeHidden()
    await expect(generator.names).toHaveValue('سارة')
  }
})

test('ten thousand guests are looked at and taken', async ({ page }) => {
  const rows = Array.from({ length: 10_000 }, (_, n) => [`ضيف ${n}`, 777000000 + n])
  await choose(page, 'ضيوف.xlsx', workbook([['الاسم', 'الجوال'], ...rows]))
  await preview(page).getByRole('button', { name: 'إضافة 10,000 ضيف' }).click()
  await expect(page.getByText('المطلوب الآن 10,000،')).toBeVisible()
  await generatorPage(page).names.fill('سارة')
  await expect(page.getByText('في القائمة 10,001').first()).toBeVisible()
})
