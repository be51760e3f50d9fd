import { qrCodeText } from '@hudur/core/check-in/card-text'
import { expect, expectAccessible } from './fixtures.ts'
import { readCameraTrackStates, test } from './phone.ts'
import { scannerPage, turnOnContinuousScanning } from './scanner-page.ts'

const event = { eventName: 'زفاف محمّد وسارة', eventDate: '2027-01-14' }
const createLongVideoPart = (text: string) => ({ text, frames: 45 })
const createShortVideoPart = (text: string) => ({ text, frames: 30 })

// Rendering and playing a camera video takes long while other tests run.
test.beforeEach(() => test.setTimeout(150_000))

test('the second camera scan of a code reports it as used', async ({ openCameraScanner, admin }) => {
  const [guest] = await admin.invitations.create({ invitations: [{ ...event, guestName: 'سميّة الإرياني' }] })
  const page = await openCameraScanner({ videoParts: [createLongVideoPart(qrCodeText(guest!))] })
  const { scan, verdict } = scannerPage(page)
  for (const is of ['admitted', 'used'] as const) {
    await scan.click()
    await expect(verdict(is)).toContainText('سميّة الإرياني')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(scan).toBeFocused()
  }
  expect(await readCameraTrackStates(page)).toEqual(['ended', 'ended'])
})

test('continuous scanning counts a code once although it reappears every 2 s', async ({ openCameraScanner, admin }) => {
  const [first, second] = await admin.invitations.create({
    invitations: ['أمل', 'بلقيس'].map(guestName => ({ ...event, guestName, generationType: 'custom' as const, maxScans: 9 })),
  })
  // The video repeats every 2 s. Continuous scanning scans a code again only after it was out of view for 5 s, so each code counts once.
  const page = await openCameraScanner({ videoParts: [createShortVideoPart(first!.id), createShortVideoPart(qrCodeText(second!))] })
  const { scan, anyVerdict } = scannerPage(page)
  const admissions = page.locator('li', { hasText: 'دخل ·' })
  await turnOnContinuousScanning(page)
  await scan.click()
  const dialog = page.getByRole('dialog')
  const video = page.locator('video')
  /** Returns the heights of the dialog and of its video in CSS pixels, without the effect of animations. */
  const readHeights = () =>
    dialog.evaluate(window => [window, window.querySelector('video')].map(element => (element as HTMLElement | null)?.offsetHeight))
  await expect(video).toBeVisible()
  const before = await readHeights()
  for (const name of ['أمل', 'بلقيس']) await expect(admissions.filter({ hasText: name })).toHaveCount(1)
  await expect(anyVerdict).toHaveCount(1)
  await expect(dialog).toContainText('جاري المسح')
  await expect(dialog.getByRole('status').filter({ has: anyVerdict })).toHaveAttribute('aria-live', 'assertive')
  expect(await readHeights(), 'window and picture keep their heights beside a verdict').toEqual(before)

  // The window gets the size of a phone in landscape orientation.
  await page.setViewportSize({ width: 844, height: 390 })
  for (const part of [
    video,
    anyVerdict.locator('svg').first(),
    dialog.getByText('تفضّل', { exact: true }),
    // The last verdict is that of either guest: a slow reader starts while the video already shows the second code.
    dialog.getByText(/^(?:أمل|بلقيس)$/),
  ])
    await expect(part).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)

  // The video repeats three more times meanwhile.
  await page.waitForTimeout(6_000)
  await expect(admissions).toHaveCount(2)
  expect((await admin.invitations.list({})).rows.map(({ currentScans }) => currentScans)).toEqual([1, 1])

  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expect(await readCameraTrackStates(page)).not.toContain('live')
  await expect(anyVerdict).toHaveCount(1)
})

test('the camera scanner refuses QR codes that are no invitation codes', async ({ openCameraScanner }) => {
  const foreignCodes = [
    'https://example.com/?id=1',
    'BEGIN:VCARD\nVERSION:3.0\nN:علي\nEND:VCARD',
    'WIFI:S:testServer;T:WPA;P:12345678;;',
    '{"id":5,"guestName":["علي"]}',
  ]
  const page = await openCameraScanner({ videoParts: foreignCodes.map(createLongVideoPart) })
  const { scan, verdict } = scannerPage(page)
  const refusedScans = page.locator('li', { hasText: 'مرفوضة' })
  await turnOnContinuousScanning(page)
  await scan.click()
  await expect(verdict('refused')).toContainText('رمز QR غير صحيح أو غير موجود في النظام')
  await expect.poll(() => refusedScans.count(), { timeout: 60_000 }).toBeGreaterThanOrEqual(foreignCodes.length)
  await expect(verdict('refused')).toHaveCount(1)
  await expectAccessible(page)
})

test('the camera dialog reports a disconnected camera and restarts it', async ({ openCameraScanner }) => {
  const page = await openCameraScanner()
  await scannerPage(page).scan.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('جاري المسح')
  await page.evaluate(() => (window as unknown as { tracks: MediaStreamTrack[] }).tracks.at(-1)?.dispatchEvent(new Event('ended')))
  await expect(dialog).toContainText('انقطعت الكاميرا')
  expect(await readCameraTrackStates(page)).toEqual(['ended'])
  await dialog.getByRole('button', { name: 'إعادة المسح' }).click()
  await expect(dialog).toContainText('جاري المسح')
  expect(await readCameraTrackStates(page)).toEqual(['ended', 'live'])
})

test('the camera stops if its dialog was closed before access was granted', async ({ openCameraScanner }) => {
  const page = await openCameraScanner({
    initScript: () => {
      const devices = navigator.mediaDevices
      const getUserMedia = devices.getUserMedia.bind(devices)
      const allowed = new Promise<void>(resolve => Object.assign(window, { allow: resolve }))
      devices.getUserMedia = async constraints => {
        await allowed
        return getUserMedia(constraints)
      }
    },
  })
  await scannerPage(page).scan.click()
  await expect(page.getByRole('dialog')).toContainText('جاري تشغيل الكاميرا')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.evaluate(() => (window as unknown as { allow: () => void }).allow())
  await expect.poll(() => readCameraTrackStates(page)).toEqual(['ended'])
})

test('without navigator.mediaDevices the camera dialog asks for HTTPS', async ({ openCameraScanner }) => {
  const page = await openCameraScanner({
    initScript: () => {
      Reflect.deleteProperty(Navigator.prototype, 'mediaDevices')
    },
  })
  await scannerPage(page).scan.click()
  await expect(page.getByRole('dialog')).toContainText('الكاميرا تحتاج رابطاً آمناً (https)')
})

test('the camera dialog switches to the second camera', async ({ openCameraScanner }) => {
  const page = await openCameraScanner({ cameras: 2 })
  await scannerPage(page).scan.click()
  const dialog = page.getByRole('dialog')
  const readLiveCameraLabels = () =>
    page.evaluate(() => {
      const live = (window as unknown as { tracks: MediaStreamTrack[] }).tracks.filter(({ readyState }) => readyState === 'live')
      return live.map(track => track.label)
    })
  await expect.poll(async () => (await readLiveCameraLabels()).length).toBe(1)
  const [first] = await readLiveCameraLabels()
  await dialog.getByRole('button', { name: 'الكاميرا التالية' }).click()
  await expect.poll(async () => (await readLiveCameraLabels()).filter(label => label !== first).length).toBe(1)
  expect(await readLiveCameraLabels()).toHaveLength(1)
  await expect(dialog).toContainText('جاري المسح')
  await expectAccessible(page)
  for (const name of ['الكشّاف', 'تقريب', 'إبعاد']) await expect(dialog.getByRole('button', { name })).toHaveCount(0)

  const chosen = await readLiveCameraLabels()
  // The settings of the tab are deleted, as in a new tab.
  await page.evaluate(() => sessionStorage.clear())
  await page.reload()
  await scannerPage(page).scan.click()
  await expect(dialog).toContainText('جاري المسح')
  expect(await readLiveCameraLabels()).toEqual(chosen)
})

test('the camera dialog can be used with the keyboard alone', async ({ openCameraScanner }) => {
  const page = await openCameraScanner()
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
