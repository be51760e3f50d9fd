import type { Page } from '@playwright/test'
import { expect, signOut, test } from './fixtures.ts'
import { enterScannedCode, openScannerSettings, scannerPage } from './scanner-page.ts'

const event = { eventName: 'زفاف محمّد وسارة', eventDate: '2027-01-14' }
const otherEvent = { eventName: 'تخرّج دفعة الأمل', eventDate: '2027-02-01' }

const locateArrivalCounter = (page: Page) => page.getByText(/^وصل/)

test.beforeEach(async ({ signIn, page }) => {
  await signIn()
  await page.goto('/Scanner')
})

test('a code admitted at one gate is reported as used at another gate', async ({ page, admin, openContext }, info) => {
  const [first, second] = await admin.invitations.create({ invitations: ['أمل', 'بلقيس'].map(guestName => ({ ...event, guestName })) })
  const west = await (await openContext({ storageState: await page.context().storageState() })).newPage()
  await west.goto('/Scanner')
  for (const [gate, name] of [
    [page, 'البوابة الشرقية'],
    [west, 'البوابة الغربية'],
  ] as const) {
    const setup = await openScannerSettings(gate)
    await setup.gate.fill(name)
    await expect(locateArrivalCounter(gate)).toHaveText(/0\s*من 2/)
  }

  await scannerPage(page).field.focus()
  await enterScannedCode(page, first!.id)
  await expect(scannerPage(page).verdict('admitted')).toContainText('أمل')
  const admittedAt = Date.now()
  for (const gate of [page, west]) await expect(locateArrivalCounter(gate)).toHaveText(/1\s*من 2/)
  info.annotations.push({ type: 'both gates agree after', description: `${Date.now() - admittedAt} ms` })

  await scannerPage(west).field.focus()
  await enterScannedCode(west, first!.id)
  for (const text of ['أمل', 'تم استخدام هذه الدعوة مسبقاً', 'البوابة الشرقية', 'مدير النظام', 'تفضّلوا معنا إلى الاستقبال'])
    await expect(scannerPage(west).verdict('used')).toContainText(text)
  await enterScannedCode(west, second!.id)
  await expect(scannerPage(west).verdict('admitted')).toContainText('بلقيس')
  for (const gate of [page, west]) await expect(locateArrivalCounter(gate)).toHaveText(/2\s*من 2/)
})

test('the scanner keeps event, gate and recent scans after a reload', async ({ page, admin, expectedErrors }) => {
  expectedErrors.allow(/undo\.php|Failed to load resource/)
  // The page requests its data again after the undo. When the sign-out ends the session first, these requests fail with 401.
  expectedErrors.allow(/answered 401: GET/)
  const [bride, graduate] = await admin.invitations.create({
    invitations: [
      { ...event, guestName: 'سلمى' },
      { ...otherEvent, guestName: 'هدى' },
    ],
  })
  await page.reload()
  const setup = await openScannerSettings(page)
  await setup.event.selectOption({ label: 'زفاف محمّد وسارة · 14/01/2027' })
  await setup.gate.fill('البوابة الشرقية')
  await setup.continuousSwitch.press('Space')
  const { field, verdict } = scannerPage(page)
  await field.focus()
  await enterScannedCode(page, bride!.id)
  await expect(verdict('admitted')).toContainText('سلمى')

  // The reload imitates a phone, which reloads the page when its user returns from another application.
  await page.reload()
  await expect(page.locator('summary')).toContainText('زفاف محمّد وسارة · البوابة الشرقية')
  await field.focus()
  await enterScannedCode(page, graduate!.id)
  await expect(verdict('refused')).toContainText('هذه الدعوة لمناسبة أخرى: تخرّج دفعة الأمل')
  await expect((await openScannerSettings(page)).continuousSwitch).toBeChecked()
  await page.route(
    '**/api/invitations/undo.php',
    async route => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  const repeatedUndo = page.waitForResponse('**/api/invitations/undo.php')
  await page.getByRole('button', { name: 'تراجع عن دخول سلمى' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'تراجع عن الدخول' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'سلمى' })).toContainText('أُلغي')
  await repeatedUndo
  await expect(page.getByText('بانتظار الإرسال')).toHaveCount(0)
  expect((await admin.invitations.stats({})).arrived).toBe(0)

  await signOut(page)
  await expect(page).toHaveURL(/\/website$/)
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('سلمى')
})
