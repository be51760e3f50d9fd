import { expect, test } from './fixtures.ts'
import { download, readDownloadedBytes } from './generator-page.ts'

const EVENT = { eventName: 'زفاف محمّد وسارة', eventDate: '2027-01-14' }

test('the invitation list restores page and search from the URL', async ({ page, admin, signIn }) => {
  const guests = Array.from({ length: 51 }, (_, n) => ({ ...EVENT, guestName: `ضيف ${n + 1}` }))
  await admin.invitations.create({ invitations: [...guests, { ...EVENT, guestName: 'خالد باوزير' }] })
  await signIn()
  await page.goto('/data')
  await page.getByRole('button', { name: 'التالية' }).click()
  await expect(page.getByText('من 51 إلى 52، من أصل 52')).toBeVisible()
  await expect(page).toHaveURL(/page=2/)
  // The keyboard focus is on the second page of the list, which is scrolled to its beginning.
  await expect(page.getByRole('region', { name: 'صفحة 2 من 2' })).toBeFocused()
  await expect(page.getByRole('table', { name: 'الدعوات' })).toBeInViewport()
  await expect(page.getByRole('columnheader', { name: 'اسم الضيف' })).toBeInViewport()
  await page.goBack()
  await expect(page.getByText('من 1 إلى 50، من أصل 52')).toBeVisible()
  await page.goForward()
  await expect(page.getByText('من 51 إلى 52، من أصل 52')).toBeVisible()

  await page.getByRole('searchbox').fill('خالد')
  await expect(page.getByText('1 من 52')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('searchbox')).toHaveValue('خالد')
  await page.getByRole('button', { name: 'عرض', exact: true }).click()
  const details = page.getByRole('dialog', { name: 'تفاصيل الدعوة' })
  const cardDownload = await download(details.getByRole('button', { name: 'تحميل البطاقة' }))
  expect(cardDownload.suggestedFilename()).toBe('دعوة_خالد باوزير_زفاف محمّد وسارة.png')
  expect([...(await readDownloadedBytes(cardDownload)).subarray(1, 4)]).toEqual([...Buffer.from('PNG')])
  await details.getByRole('button', { name: 'إغلاق' }).click()

  await page.getByRole('button', { name: 'تصدير' }).click()
  const csvDownload = await download(page.getByRole('menuitem', { name: 'ملف CSV' }))
  expect(csvDownload.suggestedFilename()).toMatch(/^دعوات \d{4}-\d\d-\d\d\.csv$/)
  expect((await readDownloadedBytes(csvDownload)).toString()).toContain('خالد باوزير,زفاف محمّد وسارة,2027-01-14')
})
