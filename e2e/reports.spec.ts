import { expect, test } from './fixtures.ts'
import { download, readDownloadedBytes } from './generator-page.ts'

const WEDDING = { eventName: 'زفاف محمّد وسارة', eventDate: '2027-01-14' }
const GRADUATION = { eventName: 'تخرّج دفعة «أثر»', eventDate: '2026-12-22' }

test('the reports keep the chosen event after a reload', async ({ page, admin, signIn }) => {
  const [guest, pass] = await admin.invitations.create({
    invitations: [
      { ...WEDDING, guestName: 'سارة' },
      { ...GRADUATION, guestName: 'علي', generationType: 'custom', maxScans: 10 },
    ],
  })
  await admin.checkIn.scan({ id: guest!.id })
  await admin.checkIn.scan({ id: pass!.id, admit: 4 })
  await signIn()
  await page.goto('/reports')
  const events = page.getByRole('combobox', { name: 'المناسبة' })
  await events.fill('اثر')
  await page.getByRole('option', { name: /أثر/ }).click()
  await expect(page).toHaveURL(/event=[0-9A-Z]{20}/)
  await page.reload()
  await expect(events).toHaveValue(`${GRADUATION.eventName} (Dec 22, 2026)`)
  await expect(page.getByRole('img', { name: /^بلغ الوصول ذروته عند/ })).toBeVisible()

  await page.getByRole('button', { name: 'تصدير' }).click()
  const csv = await download(page.getByRole('menuitem', { name: 'ملف CSV' }))
  expect((await readDownloadedBytes(csv)).toString()).toContain(`${GRADUATION.eventName},2026-12-22,1,1,4,10,0,40,قائمة\r\n`)
})
