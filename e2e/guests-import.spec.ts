import { expect, test } from './fixtures.ts'
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
