import { workbookOf } from '@hudur/core/testing/guest-lists/list-files'
import { expect, expectAccessible, test } from './fixtures.ts'
import { generatorPage } from './generator-page.ts'
import { createWorkbook } from './workbook.ts'

test('the generator imports guests with phone numbers from a workbook', async ({ page, admin, signIn }) => {
  await signIn()
  await page.goto('/generator')
  const generator = generatorPage(page)
  await generator.fillEvent('زفاف محمّد وسارة')
  const buffer = createWorkbook([
    ['الاسم', 'رقم الجوال', 'عدد الأشخاص'],
    [{ formula: 'CONCATENATE("خالد سعيد ","باوزير")', value: 'خالد سعيد باوزير' }, 777123456, 3],
    ['أم عبدالله باعبّاد', '٧٣٣٠٠٠١١١', null],
    ['=cmd|calc', '+966512345678', 1],
  ])
  await page.getByLabel('استيراد من ملف').setInputFiles({ name: 'ضيوف.xlsx', mimeType: 'application/octet-stream', buffer })
  const preview = page.getByRole('dialog', { name: 'مراجعة القائمة' })
  await expect(preview.getByText('3 دعوات، 5 أماكن')).toBeVisible()
  await expect(preview.getByRole('button', { name: 'تعديل =cmd|calc' })).toBeVisible()
  await preview.getByRole('button', { name: 'اعتماد القائمة' }).click()
  await generator.submit.click()
  await expect(page.getByRole('button', { name: 'تحميل الكل' })).toBeVisible()
  const { rows } = await admin.invitations.list({})
  expect(rows).toHaveLength(3)
  expect(rows).toEqual(
    expect.arrayContaining(
      [
        { guestName: 'خالد سعيد باوزير', phone: '+967777123456', maxScans: 3, generationType: 'custom' },
        { guestName: 'أم عبدالله باعبّاد', phone: '+967733000111', maxScans: 1, generationType: 'names' },
        { guestName: '=cmd|calc', phone: '+966512345678', maxScans: 1, generationType: 'names' },
      ].map(invitation => expect.objectContaining(invitation)),
    ),
  )
})

const SHEETS = [
  {
    name: 'الرجال',
    rows: [
      ['م', 'الاسم', 'الجوال', 'العدد', 'مقاس الثوب'],
      [1, 'خالد سعيد باوزير', 777123456, 2, 'كبير'],
      [2, 'علي + حسين', '', '', 'صغير'],
      [3, 'عمر (طاولة 4)', '0551204417', 1, ''],
    ],
  },
  {
    name: 'النساء',
    rows: [
      ['م', 'الاسم', 'الجوال', 'العدد', 'مقاس الثوب'],
      [1, 'أم عبدالله باعبّاد', 733000111, 2, ''],
      [2, 'خالة زينب', 777123457, 'شخصين أو ثلاثة', ''],
    ],
  },
  { name: 'أغراض الحفل', rows: [['كراسي', 300]], isHidden: true },
]

test('the review of a workbook asks about its sheets, three rows and a column, with the columns folded on a phone', async ({
  page,
  admin,
  signIn,
}) => {
  await signIn()
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/generator')
  const generator = generatorPage(page)
  await generator.fillEvent('زفاف محمّد وسارة')
  const buffer = Buffer.from(workbookOf(SHEETS))
  await page.getByLabel('استيراد من ملف').setInputFiles({ name: 'ضيوف.xlsx', mimeType: 'application/octet-stream', buffer })
  const review = page.getByRole('dialog', { name: 'مراجعة القائمة' })
  await expect(review.getByText('قرأنا 5 أسطر. سطران واضحان، و3 تحتاج نظرة.')).toBeVisible()
  await expect(review.getByText('في الملف أوراق، أُخذت كلها', { exact: false })).toBeVisible()
  await expect(review.getByText('الورقة «أغراض الحفل» مخفية', { exact: false })).toBeVisible()
  await expect(review.getByText('أعمدة لم تُستعمل', { exact: false })).toBeVisible()
  await expect(review.getByText('رقم واحد يبدأ بـ05، أهو سعودي؟', { exact: false })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await expectAccessible(page)

  const columns = review.getByRole('group', { name: 'ما في الأعمدة' })
  await expect(columns).toBeHidden()
  await review.getByText('ما في الأعمدة').first().click()
  await expect(columns.getByRole('button', { name: /مقاس الثوب/ })).toBeVisible()
  await expect(columns.getByRole('button', { name: /الجوال/ })).toBeVisible()
  const serialNumbers = columns.getByRole('button', { name: / م$/ })
  await expect(serialNumbers).toHaveCount(0)
  await columns.getByRole('button', { name: 'أظهر ما لم يُستعمل: عمود واحد' }).click()
  await expect(serialNumbers).toBeVisible()
  await review.getByText('ما في الأعمدة').first().click()

  await review.getByText('النساء', { exact: true }).click()
  await expect(review.getByText('قرأنا 3 أسطر', { exact: false })).toBeVisible()
  await review.getByText('النساء', { exact: true }).click()
  await expect(review.getByText('قرأنا 5 أسطر', { exact: false })).toBeVisible()
  await review.getByRole('button', { name: 'اعتماد القائمة' }).click()
  await generator.submit.click()
  await expect(page.getByRole('button', { name: 'تحميل الكل' })).toBeVisible()
  const { rows } = await admin.invitations.list({})
  expect(rows.map(({ guestName, phone, side, table }) => [guestName, phone, side, table])).toEqual([
    ['خالد سعيد باوزير', '+967777123456', 'الرجال', null],
    ['علي + حسين', null, 'الرجال', null],
    ['عمر', '+966551204417', 'الرجال', '4'],
    ['أم عبدالله باعبّاد', '+967733000111', 'النساء', null],
    ['خالة زينب', '+967777123457', 'النساء', null],
  ])
})
