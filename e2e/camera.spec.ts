import { codeText } from '@hudur/core'
import { expect, expectAccessible } from './fixtures.ts'
import { test, tracksOf } from './phone.ts'
import { scannerPage, turnOnContinuousScanning } from './scanner-page.ts'

const event = { eventName: 'زفاف محمّد وسارة', eventDate: '2027-01-14' }
const shownLong = (text: string) => ({ text, frames: 45 })
const shownBriefly = (text: string) => ({ text, frames: 30 })

// Each film takes long to render and to play while other tests run.
test.beforeEach(() => test.setTimeout(150_000))

test('shows a green verdict for a code’s first scan and a yellow one for its second, and turns the camera off after each', async ({
  phone,
  admin,
}) => {
  const [guest] = await admin.invitations.create({ invitations: [{ ...event, guestName: 'سميّة الإرياني' }] })
  const page = await phone({ shots: [shownLong(codeText(guest!))] })
  const { scan, verdict } = scannerPage(page)
  for (const is of ['admitted', 'used'] as const) {
    await scan.click()
    await expect(verdict(is)).toContainText('سميّة الإرياني')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(scan).toBeFocused()
  }
  expect(await tracksOf(page)).toEqual(['ended', 'ended'])
})

test('continuous scanning admits one guest after another, and scans no code again while it is in view or returns within 5 s', async ({
  phone,
  admin,
}) => {
  const [first, second] = await admin.invitations.create({
    invitations: ['أمل', 'بلقيس'].map(guestName => ({ ...event, guestName, generationType: 'custom' as const, maxScans: 9 })),
  })
  // The film repeats every 2 s, so no code is out of view for the 5 s after which it would be scanned again.
  const page = await phone({ shots: [shownBriefly(first!.id), shownBriefly(codeText(second!))] })
  const { scan, anyVerdict } = scannerPage(page)
  const admissions = page.locator('li', { hasText: 'دخل ·' })
  await turnOnContinuousScanning(page)
  await scan.click()
  const dialog = page.getByRole('dialog')
  const video = page.locator('video')
  /** Returns the heights of the dialog and of its video in CSS pixels, without the effect of animations. */
  const heights = () =>
    dialog.evaluate(window => [window, window.querySelector('video')].map(element => (element as HTMLElement | null)?.offsetHeight))
  await expect(video).toBeVisible()
  const before = await heights()
  for (const name of ['أمل', 'بلقيس']) await expect(admissions.filter({ hasText: name })).toHaveCount(1)
  await expect(anyVerdict).toHaveCount(1)
  await expect(dialog).toContainText('جاري المسح')
  await expect(dialog.getByRole('status').filter({ has: anyVerdict })).toHaveAttribute('aria-live', 'assertive')
  expect(await heights(), 'window and picture keep their heights beside a verdict').toEqual(before)

  // A phone in landscape orientation.
  await page.setViewportSize({ width: 844, height: 390 })
  for (const part of [
    video,
    anyVerdict.locator('svg').first(),
    dialog.getByText('تفضّل', { exact: true }),
    dialog.getByText('بلقيس', { exact: true }),
  ])
    await expect(part).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)

  // The film repeats a few more times.
  await page.waitForTimeout(6_000)
  await expect(admissions).toHaveCount(2)
  expect((await admin.invitations.list({})).rows.map(({ currentScans }) => currentScans)).toEqual([1, 1])

  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expect(await tracksOf(page)).not.toContain('live')
  await expect(anyVerdict).toHaveCount(1)
})

test('shows a red verdict for each scanned code that is not an invitation’s', async ({ phone }) => {
  const bad = [
    'https://example.com/?id=1',
    'BEGIN:VCARD\nVERSION:3.0\nN:علي\nEND:VCARD',
    'WIFI:S:testServer;T:WPA;P:12345678;;',
    '{"id":5,"guestName":["علي"]}',
  ]
  const page = await phone({ shots: bad.map(shownLong) })
  const { scan, verdict } = scannerPage(page)
  const refused = page.locator('li', { hasText: 'مرفوضة' })
  await turnOnContinuousScanning(page)
  await scan.click()
  await expect(verdict('refused')).toContainText('رمز QR غير صحيح أو غير موجود في النظام')
  await expect.poll(() => refused.count(), { timeout: 60_000 }).toBeGreaterThanOrEqual(bad.length)
  await expect(verdict('refused')).toHaveCount(1)
  await expectAccessible(page)
})

test('says that the camera was disconnected, and starts it again with «إعادة المسح»', async ({ phone }) => {
  const page = await phone()
  await scannerPage(page).scan.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('جاري المسح')
  await page.evaluate(() => (window as unknown as { tracks: MediaStreamTrack[] }).tracks.at(-1)?.dispatchEvent(new Event('ended')))
  await expect(dialog).toContainText('انقطعت الكاميرا')
  expect(await tracksOf(page)).toEqual(['ended'])
  await dialog.getByRole('button', { name: 'إعادة المسح' }).click()
  await expect(dialog).toContainText('جاري المسح')
  expect(await tracksOf(page)).toEqual(['ended', 'live'])
})

test('turns the camera off when the dialog was closed before the user allowed the camera', async ({ phone }) => {
  const page = await phone({
    before: () => {
      const devices = navigator.mediaDevices
      const ask = devices.getUserMedia.bind(devices)
      const allowed = new Promise<void>(resolve => Object.assign(window, { allow: resolve }))
      devices.getUserMedia = async constraints => {
        await allowed
        return ask(constraints)
      }
    },
  })
  await scannerPage(page).scan.click()
  await expect(page.getByRole('dialog')).toContainText('جاري تشغيل الكاميرا')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.evaluate(() => (window as unknown as { allow: () => void }).allow())
  await expect.poll(() => tracksOf(page)).toEqual(['ended'])
})

test('says that the camera needs https when the browser offers none to the page', async ({ phone }) => {
  const page = await phone({
    before: () => {
      Reflect.deleteProperty(Navigator.prototype, 'mediaDevices')
    },
  })
  await scannerPage(page).scan.click()
  await expect(page.getByRole('dialog')).toContainText('الكاميرا تحتاج رابطاً آمناً (https)')
})

test('switches between two cameras at a click, and leaves only one of them on', async ({ phone }) => {
  const page = await phone({ cameras: 2 })
  await scannerPage(page).scan.click()
  const dialog = page.getByRole('dialog')
  const idOfLive = () =>
    page.evaluate(() => {
      const live = (window as unknown as { tracks: MediaStreamTrack[] }).tracks.filter(({ readyState }) => readyState === 'live')
      return live.map(track => track.getSettings().deviceId)
    })
  await expect.poll(async () => (await idOfLive()).length).toBe(1)
  const [first] = await idOfLive()
  await dialog.getByRole('button', { name: 'الكاميرا التالية' }).click()
  await expect.poll(async () => (await idOfLive()).filter(id => id !== first).length).toBe(1)
  expect(await idOfLive()).toHaveLength(1)
  await expect(dialog).toContainText('جاري المسح')
  await expectAccessible(page)
  for (const name of ['الكشّاف', 'تقريب', 'إبعاد']) await expect(dialog.getByRole('button', { name })).toHaveCount(0)
})

test('opens the dialog, turns continuous scanning on, restarts the camera and closes the dialog with the keyboard alone', async ({
  phone,
}) => {
  const page = await phone()
  const { scan } = scannerPage(page)
  await scan.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('جاري المسح')
  const continuousSwitch = dialog.getByRole('switch', { name: 'مسح متواصل' })
  for (let tab = 0; tab < 4 && !(await continuousSwitch.evaluate(it => it === document.activeElement)); tab++)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(continuousSwitch).toBeChecked()
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'إعادة المسح' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('جاري تشغيل الكاميرا')
  await expect(dialog).toContainText('جاري المسح')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(scan).toBeFocused()
})
