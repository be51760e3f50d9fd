import path from 'node:path'
import { DEFAULT_LOOK } from '@hudur/core/cards/look'
import type { Contract } from '@hudur/core/contract'
import type { Backend } from '@hudur/core/endpoint'
import { EVENT_PICTURE_SPEC } from '@hudur/core/events/contract'
import { dayInAden } from '@hudur/core/testing/days'
import type { Page, Request } from '@playwright/test'
import sharp from 'sharp'
import { startClockedServer } from '../api/testing/clocked-server.ts'
import { expect, test } from './fixtures.ts'
import { download, readDownloadedBytes } from './generator-page.ts'
import { readWithJsQr } from './pictures.ts'

/** The maximum number of bytes that the first view of the page may transfer, with fonts. */
const MAX_TRANSFERRED_BYTES = 90_000

async function inviteGuest(backend: Backend<Contract>) {
  const [invitation] = await backend.invitations.create({
    invitations: [
      {
        ...{ eventName: 'زفاف محمّد وسارة', eventDate: dayInAden(3), guestName: 'الأستاذ خالد سعيد باوزير' },
        ...{ generationType: 'custom', maxScans: 3 },
      },
    ],
  })
  await backend.events.update({
    ...{ id: invitation!.eventId!, startsAt: '20:00', place: 'قاعة ليالي أزال، صنعاء', mapUrl: 'https://maps.example/azal' },
    ...{ hosts: 'الشيخ صالح بن أحمد باعبّاد', note: 'العشاء عند التاسعة', phone: '777 123 456' },
  })
  return invitation!
}

/** Takes a screenshot of the QR code on the page and reads it with jsQR, which the product does not use. Returns the parsed JSON. */
const readCodeOnScreen = async (page: Page) =>
  JSON.parse((await readWithJsQr(await page.getByRole('img', { name: 'رمز الدعوة' }).screenshot())) ?? '{}')

// The tests take screenshots of QR codes and of the whole page.
test.use({ drawsPage: true })

test.describe('without script, on the narrowest phone', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 320, height: 640 }, deviceScaleFactor: 2 })

  test('the guest’s page accepts an answer without JavaScript', async ({ page, admin, expectedErrors }) => {
    // With JavaScript disabled, the browser blocks the preload of the page's script (`web/src/guest-page/main.ts`).
    expectedErrors.allow(/\.js csp$/)
    const invitation = await inviteGuest(admin)
    const sizes: Promise<number>[] = []
    page.on('requestfinished', request => {
      sizes.push(request.sizes().then(size => size.responseBodySize + size.responseHeadersSize))
    })
    await page.goto(`/i/${invitation.code}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('زفاف محمّد\u00A0وسارة')
    const transferred = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
    expect(transferred).toBeGreaterThan(10_000)
    expect(transferred).toBeLessThan(MAX_TRANSFERRED_BYTES)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    expect(await readCodeOnScreen(page)).toMatchObject({ id: invitation.code, guestName: 'الأستاذ خالد سعيد باوزير', maxScans: 3 })

    const people = page.getByRole('spinbutton', { name: 'عدد الحضور' })
    await people.fill('9')
    await page.getByRole('button', { name: 'إرسال الرد' }).click()
    await expect(page.getByRole('alert')).toHaveText('اكتبوا عدد الحضور. الدعوة لا تتجاوز ٣ أشخاص')
    await people.fill('2')
    await page.getByRole('textbox', { name: 'رسالة إلى أصحاب الدعوة' }).fill('ألف مبروك')
    await page.getByRole('button', { name: 'إرسال الرد' }).click()
    await expect(page.getByText('الحضور: شخصان')).toBeVisible()
    const readAnswer = async () => (await admin.invitations.list({})).rows[0]!.answer
    expect(await readAnswer()).toMatchObject({ attends: true, people: 2, note: 'ألف مبروك' })

    await page.getByText('غيّروا الرد').click()
    // The field with the number of people is hidden when the guest declines. Its empty value must not prevent the form from being sent.
    await people.fill('')
    await page.getByText('أعتذر', { exact: true }).click()
    await page.getByRole('button', { name: 'إرسال الرد' }).click()
    await expect(page.getByText('اعتذرتم عن الحضور')).toBeVisible()
    expect(await readAnswer()).toMatchObject({ attends: false, people: 0 })

    const calendar = await page.request.get(`/i/${invitation.code}/calendar.ics`)
    expect(await calendar.text()).toContain('SUMMARY:زفاف محمّد وسارة')
    expect((await admin.invitations.list({})).rows[0]!.openedAt).toBeNull()
  })
})

test('a guest downloads the same card file as the host', async ({ page, admin, signIn }) => {
  const { code, eventId, guestName } = await inviteGuest(admin)
  await admin.invitations.saveDesign({ eventId: eventId!, look: { ...DEFAULT_LOOK, background: { is: 'ready', design: 'qamar' } } })
  await signIn()
  await page.goto(`/events/${eventId}/card`)
  const card = await readDownloadedBytes(await download(page.getByRole('button', { name: `تحميل بطاقة ${guestName}` })))
  const readPreviewImagePath = async () =>
    /og:image" content="([^"]+)"/.exec(await (await page.request.get(`/i/${code}`)).text())![1]!.replace(/^https?:\/\/[^/]+/, '')
  await expect.poll(readPreviewImagePath).toMatch(/^\/p\/[\w-]{20,}\.jpg$/)
  const picture = await (await page.request.get(await readPreviewImagePath())).body()
  const { width, height, maxBytes } = EVENT_PICTURE_SPEC
  expect(await sharp(picture).metadata()).toMatchObject({ width, height, format: 'jpeg' })
  expect(picture.length).toBeLessThan(maxBytes)
  expect(await readWithJsQr(picture)).toBeUndefined()

  await page.goto(`/i/${code}`)
  const guestCard = await readDownloadedBytes(await download(page.getByRole('button', { name: 'احفظ البطاقة' })))
  expect(guestCard.equals(card)).toBe(true)
})

/** Returns the fonts with which the browser draws an element, by their names and whether they are of the page. */
async function readDrawnFonts(page: Page, selector: string) {
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument')
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
  await session.detach()
  return fonts.map(({ familyName, isCustomFont }) => `${familyName}${isCustomFont ? '' : ' of the system'}`)
}

/** Opens the page of an invitation, checks its size with its fonts, and returns the names of the fonts that it loads. */
async function openAndListFonts(page: Page, code: string) {
  const sizes: Promise<[url: string, size: number]>[] = []
  const record = (request: Request) =>
    sizes.push(request.sizes().then(size => [request.url(), size.responseBodySize + size.responseHeadersSize]))
  page.on('requestfinished', record)
  await page.goto(`/i/${code}`)
  await page.evaluate(() => document.fonts.ready)
  page.off('requestfinished', record)
  const files = await Promise.all(sizes)
  expect(files.reduce((sum, [, size]) => sum + size, 0)).toBeLessThan(MAX_TRANSFERRED_BYTES)
  return files.flatMap(([url]) => /i-page-([a-z-]+)-\d+-/.exec(url)?.[1] ?? []).sort()
}

test('names with letters of Urdu and Kurdish are drawn whole in one typeface, within the page’s size', async ({ page, admin }) => {
  const eventDate = dayInAden(3)
  const [usual, other] = await admin.invitations.create({
    invitations: [
      { eventName: 'زفاف علی وسارة', eventDate, guestName: 'کریم پرویز' },
      { eventName: 'زفاف ڈاکٹر ہما وئاوارە', eventDate, guestName: 'نوشیروان یوسفے ھاشمی' },
    ],
  })
  expect(await openAndListFonts(page, usual!.code)).toEqual(['amiri', 'title-aref-ruqaa'])
  expect([await readDrawnFonts(page, 'h1'), await readDrawnFonts(page, '.to bdi')]).toEqual([['Aref Ruqaa'], ['Amiri']])
  expect(await openAndListFonts(page, other!.code)).toEqual(['amiri-larger'])
  expect([await readDrawnFonts(page, 'h1'), await readDrawnFonts(page, '.to bdi')]).toEqual([['Amiri'], ['Amiri']])
})

/** Sets `document.visibilityState` and dispatches the event, as a browser does when its user changes the tab. */
const setPageVisibility = (page: Page, state: 'visible' | 'hidden') =>
  page.evaluate(visibility => {
    Object.defineProperty(document, 'visibilityState', { value: visibility, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)

test('the guest’s page reports its opening after one second in view', async ({ page, admin, axe, expectedErrors }) => {
  const invitation = await inviteGuest(admin)
  let openedReports = 0
  page.on('request', request => {
    if (request.url().endsWith('/opened.php')) openedReports++
  })
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.goto(`/i/${invitation.code}`)
  await page.clock.runFor(990)
  await setPageVisibility(page, 'hidden')
  await page.clock.runFor(60_000)
  await setPageVisibility(page, 'visible')
  await page.clock.runFor(990)
  expect(openedReports).toBe(0)
  const opened = page.waitForResponse('**/api/i/opened.php')
  await page.clock.runFor(20)
  expect((await opened).status()).toBe(200)
  await page.clock.resume()
  expect((await admin.invitations.list({})).rows[0]!.openedAt).not.toBeNull()

  const people = page.getByRole('spinbutton', { name: 'عدد الحضور' })
  await expect(people).toHaveValue('3')
  await expect(page.getByRole('button', { name: 'أكثر' })).toBeDisabled()
  await page.getByRole('button', { name: 'أقل' }).click()
  await expect(people).toHaveValue('2')
  await people.fill('9')
  await page.getByRole('button', { name: 'إرسال الرد' }).click()
  expect(await people.evaluate((field: HTMLInputElement) => [field.validationMessage, document.activeElement === field])).toEqual([
    'اكتبوا عدد الحضور. الدعوة لا تتجاوز ٣ أشخاص',
    true,
  ])
  await people.fill('2')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await axe()
  }
  expect(await page.context().cookies()).toEqual([])

  const card = await readDownloadedBytes(await download(page.getByRole('button', { name: 'احفظ البطاقة' })))
  expect(await sharp(card).metadata()).toMatchObject({ width: 1200, height: 1800, format: 'png' })
  expect(JSON.parse((await readWithJsQr(card)) ?? '{}')).toMatchObject({ id: invitation.code })

  await admin.invitations.reissue({ id: invitation.id })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'استُبدلت ببطاقة أحدث' })).toBeVisible()
  await axe()
  expectedErrors.allow(/404/)
  await page.goto('/i/ABCDEFGHJKMNPQRSTVWX')
  await expect(page.getByRole('heading', { name: 'لا دعوة بهذا العنوان' })).toBeVisible()
  await axe()
})

/** A template with each typeface of titles: its name, the font that the page loads for titles, and the family of the drawn title. */
const TEMPLATES_AND_FONTS = [
  ['qamar', ['title-aref-ruqaa'], 'Aref Ruqaa'],
  ['sadu', ['title-rakkas'], 'Rakkas'],
  ['mahd', ['title-marhey'], 'Marhey'],
  ['qamariyya', [], 'Amiri'],
  ['rawda', ['title-reem-kufi'], 'Reem Kufi'],
  ['ablaq', ['title-cairo'], 'Cairo'],
  ['nasaq', ['title-plex'], 'IBM Plex Sans Arabic'],
  ['ghar', ['title-tajawal'], 'Tajawal'],
] as const
/** The designs whose page is checked with axe. A test of `card-palette.ts` tries the colours of all. */
const CHECKED_DESIGNS: ReadonlySet<string> = new Set(['qamar', 'sadu', 'mahd'])

test('the guest’s page in the dress of a card is readable in the light and in the dark', async ({ page, admin, axe }) => {
  const invitation = await inviteGuest(admin)
  await page.setViewportSize({ width: 360, height: 800 })
  for (const [design, titleFonts, family] of TEMPLATES_AND_FONTS) {
    const look = { ...DEFAULT_LOOK, background: { is: 'ready' as const, design } }
    await admin.invitations.saveDesign({ eventId: invitation.eventId!, look })
    expect(await openAndListFonts(page, invitation.code)).toEqual(['amiri', ...titleFonts])
    expect(await readDrawnFonts(page, 'h1')).toEqual([expect.stringContaining(family)])
    for (const colorScheme of CHECKED_DESIGNS.has(design) ? (['light', 'dark'] as const) : []) {
      await page.emulateMedia({ colorScheme })
      await expect(page.getByRole('heading', { level: 1 })).not.toHaveCSS(
        'color',
        colorScheme === 'light' ? 'rgb(15, 74, 56)' : 'rgb(140, 203, 169)',
      )
      await axe()
    }
  }
})

test.describe('screenshots', () => {
  test.use({ deviceScaleFactor: 0.5 })

  test('the guest’s page matches its screenshots in every state', async ({ page, expectedErrors }) => {
    const clock = { now: new Date('2026-11-17T09:00:00.000Z') }
    const server = await startClockedServer(() => clock.now, path.resolve(import.meta.dirname, '../web/dist'))
    expectedErrors.allow(new RegExp(`another host: ${server.base}/`))
    try {
      const { backend } = server
      const [invitation] = await backend.invitations.create({
        invitations: [
          {
            ...{ id: 'G7K2M4P6Q8R3S5T7V9WX', eventName: 'زفاف محمّد وسارة', eventDate: '2026-11-20' },
            ...{ guestName: 'الأستاذ خالد سعيد باوزير', generationType: 'custom', maxScans: 3 },
          },
        ],
      })
      const { id, code, eventId } = invitation!
      await backend.events.update({
        ...{ id: eventId!, startsAt: '20:00', place: 'قاعة ليالي أزال، صنعاء', hosts: 'الشيخ صالح بن أحمد باعبّاد' },
        ...{ mapUrl: 'https://maps.example/azal', note: 'العشاء عند التاسعة.\nالمواقف خلف القاعة.', phone: '777 123 456' },
      })
      await page.emulateMedia({ reducedMotion: 'reduce' })

      async function expectScreenshots(
        name: string,
        widths: readonly number[],
        schemes: readonly ('light' | 'dark')[] = ['light', 'dark'],
      ) {
        for (const colorScheme of schemes)
          for (const width of colorScheme === 'dark' ? [360] : widths) {
            await page.emulateMedia({ colorScheme })
            await page.setViewportSize({ width, height: 800 })
            await page.goto(`${server.base}/i/${code}`)
            await page.evaluate(() => document.fonts.ready)
            expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
            await expect.soft(page).toHaveScreenshot(`guest-${name}-${width}-${colorScheme}.png`, {
              ...{ fullPage: true, maxDiffPixelRatio: 0.007, scale: 'device' },
            })
          }
      }
      await expectScreenshots('coming', [320, 360, 1280])
      await backend.invitations.saveDesign({
        eventId: eventId!,
        look: { ...DEFAULT_LOOK, background: { is: 'ready', design: 'rawda' } },
      })
      await expectScreenshots('dress', [360, 1280])
      await backend.invitations.saveDesign({ eventId: eventId!, look: DEFAULT_LOOK })
      await backend.invitations.answer({ id, attends: true, people: 2, note: 'ألف مبروك' })
      await expectScreenshots('answered', [360])
      clock.now = new Date('2026-11-20T10:00:00.000Z')
      await expectScreenshots('today', [360], ['light'])
      await backend.checkIn.check({ qr_code: code })
      clock.now = new Date('2026-11-21T09:00:00.000Z')
      await expectScreenshots('over', [360], ['light'])
      clock.now = new Date('2026-11-18T09:00:00.000Z')
      await backend.invitations.cancel({ id })
      await expectScreenshots('cancelled', [360])
      await backend.invitations.restore({ id })
      await backend.invitations.reissue({ id })
      await expectScreenshots('replaced', [360], ['light'])
    } finally {
      await server.close()
    }
  })
})
