import type { Invitation } from '@hudur/core/invitations/invitation'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { generator } from '../../../testing/component/generator-form.ts'
import { expectAccessible } from '../../../testing/component/screen.tsx'
import { admin } from '../../../testing/component/session.ts'
import { expectNoElements, expectPath, partialText } from '../../../testing/component/texts.ts'
import type { Cell } from '../../sheets/sheet.ts'
import { workbookFile } from '../../sheets/workbook.ts'

const GUEST_TABLE = [
  ['الاسم', 'رقم الجوال', 'عدد الأشخاص'],
  ['خالد سعيد باوزير', '777123456', '3'],
  ['أم عبدالله باعبّاد', '٧٣٣٠٠٠١١١', ''],
  ['=cmd|calc', '+966512345678', '1'],
]
const CREATED_INVITATIONS = [
  { guestName: 'خالد سعيد باوزير', phone: '+967777123456', maxScans: 3, generationType: 'custom' },
  { guestName: 'أم عبدالله باعبّاد', phone: '+967733000111', maxScans: 1, generationType: 'names' },
  { guestName: '=cmd|calc', phone: '+966512345678', maxScans: 1, generationType: 'names' },
]

const tableAsText = (separator: string) => `${GUEST_TABLE.map(row => row.join(separator)).join('\r\n')}\r\n`

/** Encodes a text in Windows-1256. */
function encodeWindows1256(text: string) {
  const letters = new TextDecoder('windows-1256').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))
  return Uint8Array.from([...text].map(letter => letters.indexOf(letter)))
}

/** Encodes a text in little-endian UTF-16. */
const encodeUtf16 = (text: string) => Uint8Array.from([...text].flatMap(letter => [letter.charCodeAt(0) & 255, letter.charCodeAt(0) >> 8]))

const buildWorkbook = ([titles = [], ...rows]: readonly (readonly Cell[])[]) =>
  workbookFile({ columns: titles.map(title => ({ title: String(title), width: 20 })), pages: [rows] })

async function chooseFile(name: string, ...parts: BlobPart[]) {
  const chosen = new DataTransfer()
  chosen.items.add(new File(parts, name, { type: 'application/octet-stream' }))
  const input = (await page.getByLabelText('استيراد من ملف').findElement()) as HTMLInputElement
  input.files = chosen.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

const reviewDialog = generator.review
const dialogButton = (name: string | RegExp) => reviewDialog.getByRole('button', { name, exact: false })
const totalText = (hasText: string) => reviewDialog.getByText(hasText)
const acceptReview = () => dialogButton('اعتماد القائمة').click()
/** Returns the review button of an imported list. U+2068 and U+2069 isolate the direction of its file name. */
const reviewButton = (name: string) => page.getByRole('button', { name: `مراجعة ما جاء من \u2068${name}\u2069`, exact: false })

const compareByName = (one: { guestName: string }, other: { guestName: string }) => (one.guestName < other.guestName ? -1 : 1)

async function readCreatedGuests() {
  await expect.element(generator.downloadAll).toBeVisible()
  const { rows } = await admin.invitations.list({})
  const pickShownFields = ({ guestName, phone, maxScans, generationType }: Invitation) => ({ guestName, phone, maxScans, generationType })
  return rows.map(pickShownFields).sort(compareByName)
}

test('guests are imported from Windows-1256, UTF-8, UTF-16 and Excel files', async () => {
  await generator.open()
  const files: [name: string, content: BlobPart][] = [
    // Windows-1256 has no digits ٠-٩.
    ['قديم.csv', encodeWindows1256(tableAsText(';').replace('٧٣٣٠٠٠١١١', '733000111'))],
    ['حديث.csv', `\uFEFF${tableAsText(';')}`],
    ['نص.txt', encodeUtf16(`\uFEFF${tableAsText('\t')}`)],
    ['مصنف.csv', await (await buildWorkbook(GUEST_TABLE)).arrayBuffer()],
  ]
  for (const [name, content] of files) {
    await chooseFile(name, content)
    await expect.element(totalText('3 دعوات، 5 أماكن')).toBeVisible()
    await expect.element(dialogButton(/^تعديل =cmd\|calc/)).toBeVisible()
    if (name === 'قديم.csv') await expectAccessible()
    await acceptReview()
    await expect.element(reviewButton(name)).toBeVisible()
  }
  await expectAccessible()
  await generator.submit.click()
  expect(await readCreatedGuests()).toEqual(files.flatMap(() => CREATED_INVITATIONS).sort(compareByName))
  for (const [name] of files) await expectNoElements(reviewButton(name))
})

test('the import review gives reasons for rows that are left out', async () => {
  await generator.open()
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
  await chooseFile('ضيوف.csv', rows.join('\n'))
  await expect.element(reviewDialog.getByText('قرأنا 7 أسطر. 3 واضحة، و3 تحتاج نظرة، وسطر واحد ليس ضيفاً.')).toBeVisible()
  await expect.element(reviewDialog.getByText('رقم واحد يبدأ بـ05، أهو سعودي؟', { exact: false })).toBeVisible()
  await expect.element(reviewDialog.getByText('+966512345678')).toBeVisible()
  await reviewDialog.getByText('نعم، سعودية').click()
  await expect.element(reviewDialog.getByText('قرأنا 7 أسطر. سطران واضحان، و4 تحتاج نظرة، وسطر واحد ليس ضيفاً.')).toBeVisible()
  await expect.element(totalText('4 دعوات، 5 أماكن')).toBeVisible()
  await expect.element(reviewDialog.getByText('بلا اسم')).toBeVisible()
  await expect.element(reviewDialog.getByText('الاسم أطول من 200', { exact: false })).toBeVisible()
  await expectAccessible()
  await dialogButton('تعديل ريم (السطر 6)').first().click()
  const phone = reviewDialog.getByRole('textbox', { name: 'الهاتف' })
  await expect.element(phone).toHaveValue('0512345678')
  await phone.fill('+٩٦٦٥١٢٣٤٥٦٧٨')
  await dialogButton('تم التعديل').click()
  await expect.element(reviewDialog.getByText('+966512345678')).toBeVisible()
  for (let press = 0; press < 3; press++) await dialogButton('زيادة أماكن سارة').click()
  await dialogButton('ضيفة أخرى: هـند').click()
  await dialogButton(/^تعديل علي/).click()
  await dialogButton('لا تُضِفه').click()
  await expect.element(totalText('4 دعوات، 9 أماكن')).toBeVisible()
  await acceptReview()

  // A second review shows the choices of the first review. Closing it without accepting discards the new choice.
  await reviewButton('ضيوف.csv').click()
  await dialogButton('أضِفه: علي (السطر 9)').click()
  await expect.element(totalText('5 دعوات، 10 أماكن')).toBeVisible()
  await dialogButton('إغلاق').click()
  await generator.names.fill('نورة')
  await generator.submit.click()
  expect(await readCreatedGuests()).toEqual(
    [
      { guestName: 'سارة', phone: null, maxScans: 4, generationType: 'custom' },
      { guestName: 'هـند', phone: '+967777123456', maxScans: 2, generationType: 'custom' },
      { guestName: 'هند', phone: '+967777123456', maxScans: 2, generationType: 'custom' },
      { guestName: 'ريم', phone: '+966512345678', maxScans: 1, generationType: 'names' },
      { guestName: 'نورة', phone: null, maxScans: 1, generationType: 'names' },
    ].sort(compareByName),
  )
})

test('the import asks about an unclear VIP cell and a too long table', async () => {
  await generator.open()
  const longTable = 'طاولة أهل العروس قرب المسرح'
  const rows = ['الاسم,الطاولة,ملاحظات,كبار الضيوف,الطرف', 'هند,12,معها كرسي متحرّك,نعم,أهل العروس', `علي,${longTable},,,`, 'سارة,,,وزيرة,']
  await chooseFile('ضيوف.csv', rows.join('\n'))
  await expect.element(totalText('دعوتان، مكانان')).toBeVisible()
  await expect.element(reviewDialog.getByText('الطاولة أطول من 20 حرفاً', { exact: false })).toBeVisible()
  await expect.element(reviewDialog.getByText('أهذا الضيف من كبار الضيوف؟ كُتب «وزيرة»')).toBeVisible()
  await expectAccessible()
  await dialogButton('من كبار الضيوف: سارة').click()
  await dialogButton('تعديل علي (السطر 3)').click()
  const table = reviewDialog.getByRole('textbox', { name: 'الطاولة', exact: true })
  await expect.element(table).toHaveValue(longTable)
  await table.fill('قرب المسرح')
  await expectAccessible()
  await dialogButton('تم التعديل').click()
  await expect.element(totalText('3 دعوات، 3 أماكن')).toBeVisible()
  // The user deselects the column of sides.
  await reviewDialog.getByText('ما في الأعمدة').first().click()
  await dialogButton(/الطرف/).click()
  await page.getByRole('option', { name: 'لا يُستعمل' }).click()
  await acceptReview()
  await generator.submit.click()
  await expect.element(generator.downloadAll).toBeVisible()
  const { rows: created } = await admin.invitations.list({})
  expect(created.map(({ guestName, table, note, isVip, side }) => ({ guestName, table, note, isVip, side })).sort(compareByName)).toEqual(
    [
      { guestName: 'هند', table: '12', note: 'معها كرسي متحرّك', isVip: true, side: null },
      { guestName: 'علي', table: 'قرب المسرح', note: null, isVip: false, side: null },
      { guestName: 'سارة', table: null, note: null, isVip: true, side: null },
    ].sort(compareByName),
  )
})

test('a pasted table opens a review with changeable columns', async () => {
  await generator.open()
  await generator.names.fill('سارة')
  await generator.pasteNames('هند\t777123456\t2\nعلي\t733000111\t1')
  await expect.element(totalText('دعوتان، 3 أماكن')).toBeVisible()
  await reviewDialog.getByText('ما في الأعمدة').first().click()
  await dialogButton(/العمود 3/).click()
  await page.getByRole('option', { name: 'عدد المرافقين معه' }).click()
  await expect.element(totalText('دعوتان، 5 أماكن')).toBeVisible()
  await expectAccessible()
  await acceptReview()
  await expect.element(generator.names).toHaveValue('سارة')
  await expect.element(partialText('المطلوب الآن 3،')).toBeVisible()

  await page.getByRole('link', { name: 'الماسح' }).first().click()
  await expectPath('/scanner')
  await page.getByRole('link', { name: 'دعوات جديدة' }).first().click()
  await expect.element(partialText('المطلوب الآن 3،')).toBeVisible()

  await generator.pasteNames('ريم\t733000222\t1')
  await acceptReview()
  await page.getByRole('button', { name: 'إزالة ما جاء من جدول ملصوق', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'إزالة ما جاء من \u2068جدول ملصوق\u2069؟' })
  await expect.element(question).toMatchTextContent('يُزال من النموذج ضيفان، ومعه ما صحّحته')
  await expectAccessible()
  await question.getByRole('button', { name: 'إلغاء' }).click()
  await expect.element(partialText('المطلوب الآن 4،')).toBeVisible()
  await page.getByRole('button', { name: 'إزالة ما جاء من جدول ملصوق', exact: true }).click()
  await question.getByRole('button', { name: 'إزالة' }).click()
  await expect.element(partialText('المطلوب الآن 2،')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'إزالة ما جاء من جدول ملصوق 2' })).toBeVisible()
})

test('the guest import refuses unreadable and too large files', async () => {
  await generator.open()
  await generator.names.fill('سارة')
  const tooManyRows = Array.from({ length: 10_001 }, (_, n) => `ضيف ${n},${777000000 + n}`)
  const files: [name: string, content: BlobPart, sentence: string][] = [
    ['ضيوف.xlsx', '%PDF-1.7\n%âãÏÓ\n1 0 obj\n<< /Type /Catalog >>', 'هذا الملف ليس قائمة نقرؤها'],
    ['ضيوف.csv', '', 'الملف فارغ'],
    ['ضيوف.xlsx', new Uint8Array([0x50, 0x4b, 3, 4, 9, 9, 9]), 'الملف تالف ولا يُقرأ'],
    ['ضيوف.csv', new Uint8Array(10 * 1024 * 1024 + 1).fill(97), 'الملف أكبر من المسموح'],
    ['ضيوف.csv', ['الاسم,الجوال', ...tooManyRows].join('\n'), 'في القائمة 10,001 صف. الحد 10,000'],
  ]
  for (const [name, content, sentence] of files) {
    await chooseFile(name, content)
    await expect.element(reviewDialog.getByRole('alert')).toMatchTextContent(sentence)
    if (content === '') await expectAccessible()
    await dialogButton('إغلاق').last().click()
    await expectNoElements(reviewDialog)
    await expect.element(generator.names).toHaveValue('سارة')
  }
})

test('the generator imports 10,000 guests and reports one more as too many', async () => {
  await generator.open()
  const rows = Array.from({ length: 10_000 }, (_, n) => [`ضيف ${n}`, 777000000 + n])
  await chooseFile('ضيوف.xlsx', await buildWorkbook([['الاسم', 'الجوال'], ...rows]))
  await dialogButton('اعتماد القائمة').click()
  await expect.element(partialText('المطلوب الآن 10,000،')).toBeVisible()
  await generator.names.fill('سارة')
  await expect.element(partialText('في القائمة 10,001').first()).toBeVisible()
})
