import { expect, test } from './fixtures.ts'
import { download, readDownloadedBytes } from './generator-page.ts'

const EVENT = { eventName: 'زفاف محمّد وسارة', eventDate: '2027-01-14' }

test('a user creates, edits, renames and deletes an event with its cards', async ({ page, admin, signIn }) => {
  await signIn()
  await page.goto(`/generator?${new URLSearchParams(EVENT)}`)
  await page.getByRole('textbox', { name: /أسماء المعازيم/ }).fill('سارة ناصر\nعلي الحداد')
  await page.getByRole('button', { name: /توليد الدعوات/ }).click()
  await page.getByRole('link', { name: 'افتح المناسبة' }).click()
  await expect(page.getByRole('heading', { name: EVENT.eventName, level: 1 })).toBeVisible()

  const guests = page.getByRole('list', { name: 'الضيوف', exact: true }).getByRole('listitem')
  const form = page.getByRole('dialog', { name: 'إضافة ضيوف' })
  for (const [names, count] of [
    ['هدى باوزير', 3],
    ['ريم\nخالد', 5],
  ] as const) {
    await page.getByRole('button', { name: 'إضافة ضيوف' }).click()
    await form.getByRole('textbox', { name: /أسماء المعازيم/ }).fill(names)
    await form.getByRole('button', { name: 'إضافة ضيوف' }).click()
    await expect(guests).toHaveCount(count)
    await expect(form).toBeHidden()
  }

  await page.getByRole('button', { name: 'تعديل دعوة هدى باوزير' }).click()
  const edit = page.getByRole('dialog', { name: 'تعديل الدعوة' })
  await edit.getByRole('textbox', { name: 'الطاولة' }).fill('7')
  await edit.getByRole('button', { name: 'حفظ' }).click()
  await expect(guests.filter({ hasText: 'هدى باوزير' })).toContainText('طاولة')

  // The cards can be downloaded again after a reload and in a new session.
  await page.getByRole('link', { name: 'البطاقة', exact: true }).click()
  await page.reload()
  const pageUrl = page.url()
  // Leaves the page first, because an open page would send requests without a session.
  await page.goto('about:blank')
  await page.context().clearCookies()
  await signIn()
  await page.goto(pageUrl)
  const cardDownload = await download(page.getByRole('button', { name: 'تحميل بطاقة سارة ناصر' }))
  expect(cardDownload.suggestedFilename()).toBe('دعوة_سارة ناصر_زفاف محمّد وسارة.png')
  const archiveDownload = await download(page.getByRole('button', { name: 'تحميل ملف مضغوط' }))
  expect([...(await readDownloadedBytes(archiveDownload)).subarray(0, 2)]).toEqual([...Buffer.from('PK')])

  await page.getByRole('link', { name: 'التفاصيل', exact: true }).click()
  await page.getByRole('textbox', { name: /اسم المناسبة/ }).fill('زفاف سارة ومحمّد')
  await page.getByRole('button', { name: 'حفظ' }).click()
  await expect(page.getByRole('heading', { name: 'زفاف سارة ومحمّد', level: 1 })).toBeVisible()
  const { rows } = await admin.invitations.list({})
  expect(rows.map(({ eventName }) => eventName)).toEqual(Array.from({ length: 5 }, () => 'زفاف سارة ومحمّد'))

  await page.getByRole('button', { name: 'حذف المناسبة' }).click()
  const deleteDialog = page.getByRole('alertdialog', { name: 'حذف مناسبة «زفاف سارة ومحمّد»؟' })
  await expect(deleteDialog).toContainText('5 دعوات')
  await deleteDialog.getByRole('button', { name: 'حذف المناسبة' }).click()
  await expect(page).toHaveURL(/\/events$/)
  await expect(page.getByText('لا مناسبات بعد')).toBeVisible()
  expect(await admin.checkIn.scan({ id: rows[0]!.id })).toMatchObject({ outcome: 'refused', refused: { reason: 'deleted' } })
})
