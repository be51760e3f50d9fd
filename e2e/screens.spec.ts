import { workbookOf } from '@hudur/core/testing/guest-lists/list-files'
import type { Page } from '@playwright/test'
import { postWebhook, statusOf, webhookWith } from '../api/testing/whatsapp-server.ts'
import { findLayoutFaults } from '../web/testing/layout-faults.ts'
import { ADMIN, expect, expectAccessible, test } from './fixtures.ts'
import { createListRows, WEDDING } from './list-rows.ts'
import { test as officeTest } from './office-number.ts'
import { findPhysicalDirectionUses } from './physical-directions.ts'

/**
 * A screen that is compared with its screenshots in `golden/`: light in three widths, dark in one. `npm run e2e -- screens --update-snapshots`
 * replaces the screenshots; review them before you commit them.
 */
type ComparedScreen = { name: string; path: string; account: keyof typeof ACCOUNTS }

const ACCOUNTS = { visitor: undefined, user: { username: 'hanaa', password: 'secret-1' }, admin: ADMIN }

const SCREENS: readonly ComparedScreen[] = [
  { name: 'login', path: '/login', account: 'visitor' },
  { name: 'register', path: '/register', account: 'visitor' },
  { name: 'welcome', path: '/welcome', account: 'visitor' },
  { name: 'website', path: '/website', account: 'visitor' },
  { name: 'generator', path: '/generator', account: 'admin' },
  { name: 'scanner', path: '/Scanner', account: 'admin' },
  { name: 'requests', path: '/requests', account: 'user' },
  { name: 'requests-generate', path: '/requests/generate', account: 'user' },
  { name: 'deleted-accounts-of-others', path: '/DeletedAccounts', account: 'user' },
  { name: 'orders', path: '/orders', account: 'admin' },
  { name: 'messages', path: '/messages', account: 'admin' },
  { name: 'notifications', path: '/notifications', account: 'admin' },
  { name: 'events', path: '/events', account: 'admin' },
  { name: 'data', path: '/data', account: 'admin' },
  { name: 'reports', path: '/reports', account: 'admin' },
  { name: 'users', path: '/users', account: 'admin' },
  { name: 'apply', path: '/apply', account: 'admin' },
  { name: 'deleted-accounts', path: '/DeletedAccounts', account: 'admin' },
  { name: 'profile', path: '/profile', account: 'user' },
  { name: 'settings', path: '/settings', account: 'admin' },
  { name: 'whatsapp', path: '/whatsapp', account: 'admin' },
]

const WINDOW_WIDTHS = [360, 768, 1280]
const THEMES = ['light', 'dark']
/** The width of the dark screenshots (CSS pixels). A theme changes only colours; the light screenshots show the effects of a width. */
const DARK_SCREENSHOT_WIDTH = 360
const WINDOW_HEIGHT = 800
/** The narrowest width at which WCAG requires a page to be readable without scrolling sideways; also 1280 px at a zoom of 400 %. */
const NARROWEST_WIDTH = 320
/** How long a page may load after a change of the window (ms): long enough for a busy machine. */
const SETTLE_TIMEOUT_MS = 30_000
/** The accessible name of the loading indicator. */
const LOADING_TEXT = 'جاري التحميل'

/**
 * The allowed difference from a screenshot. Every version of Chromium smooths the edges of letters a little differently. Without hinting
 * and subpixel positioning, the screen with the most text differs in 0.6 % of its pixels. A screen on which one gap of a form is 8 px wider
 * differs in 0.8 %.
 */
const SCREENSHOT_TOLERANCE = { maxDiffPixelRatio: 0.007, scale: 'device' } as const

const FIXED_TIME = '2026-11-21T09:00:00.000Z'

/** A date from the server with a time or without: «Nov 21, 2026», «November 21, 2026, 9:00 AM». */
const SERVER_DATE_PATTERN = '[A-Z][a-z]+ \\d{1,2}, \\d{4}(?:(?: at|,) \\d{1,2}:\\d{2} [AP]M)?'

// Screenshots with half the width and height have a quarter of the pixels, and still show when an element has moved.
test.use({ deviceScaleFactor: 0.5, drawsPage: true })

test.beforeEach(async ({ page }) => {
  await page.clock.setFixedTime(FIXED_TIME)
  // The server reports the same time as the page's clock. Otherwise every screen would show a warning about the device's clock. The page
  // changes the response itself, because `page.route` would make Playwright handle every request of the page.
  await page.addInitScript(now => {
    const { fetch } = window
    window.fetch = async (...request) => {
      const response = await fetch(...request)
      return String(request[0]).includes('/api/test-connection.php')
        ? Response.json({ ...(await response.json()), now }, { status: response.status })
        : response
    }
  }, FIXED_TIME)
})

/** The most screens of a test. They are divided among several tests, because the workers share only whole tests. */
const SCREENS_PER_TEST = 4

/** The screens in groups of one account, each group for one test. */
const SCREEN_GROUPS = Object.values(Object.groupBy(SCREENS, ({ account }) => account)).flatMap(screens =>
  Array.from({ length: Math.ceil(screens.length / SCREENS_PER_TEST) }, (_, group) =>
    screens.slice(group * SCREENS_PER_TEST, (group + 1) * SCREENS_PER_TEST),
  ),
)

for (const screens of SCREEN_GROUPS)
  test(`screens match screenshots: ${screens.map(({ name }) => name).join(', ')}`, async ({ page, admin, signIn }) => {
    test.slow()
    const [{ account }] = screens as [ComparedScreen]
    const credentials = ACCOUNTS[account]
    if (account === 'user') await admin.accounts.create({ ...ACCOUNTS.user, fullName: 'هناء باوزير' })
    if (credentials) await signIn(credentials)
    for (const { name, path } of screens)
      await test.step(name, async () => {
        await openScreen(page, path)
        await expectScreen(page, name, WINDOW_WIDTHS)
      })
  })

/** The names of the screens with lists. Each has further screenshots that show the list with a few rows. */
const LIST_SCREENS = ['orders', 'messages', 'apply', 'users', 'data', 'reports', 'notifications', 'deleted-accounts', 'requests']

for (const role of ['admin', 'user'] as const)
  test(`the lists of the account «${role}» match their screenshots`, async ({ page, admin, openBackend, signIn }) => {
    test.setTimeout(240_000)
    const { id: userId } = await admin.accounts.create({
      ...ACCOUNTS.user,
      fullName: 'هناء باوزير',
      phone: '777123456',
      generationLimit: 120,
    })
    await createListRows({ admin, user: await openBackend(ACCOUNTS.user), userId })
    await signIn(ACCOUNTS[role])
    for (const { name, path } of SCREENS.filter(screen => LIST_SCREENS.includes(screen.name) && screen.account === role))
      await test.step(name, async () => {
        await openScreen(page, path)
        await expectScreenshots(page, `${name}-some`, [360, 1280])
        await expectLargeText(page)
      })
  })

/** A workbook whose review asks about its sheets, rows, a column and the country of a number. */
const SHEETS_WITH_QUESTIONS = [
  {
    name: 'الرجال',
    rows: [
      ['م', 'الاسم', 'الجوال', 'العدد', 'مقاس الثوب'],
      [1, 'خالد سعيد باوزير', 777123456, 2, 'كبير'],
      [2, 'علي + حسين', '', '', 'صغير'],
      [3, 'عمر (طاولة 4)', '0551204417', 1, ''],
    ],
  },
  { name: 'أغراض الحفل', rows: [['كراسي', 300]], isHidden: true },
]

test('an event’s screens match their screenshots', async ({ page, admin, signIn }) => {
  const guests = [
    { guestName: 'الشيخ حسين بن علي الكثيري', table: '1', isVip: true, maxScans: 4 },
    {
      guestName: 'عائلة المهندس ياسر الحمّادي',
      table: '5',
      note: 'مقعد قريب من الباب',
      maxScans: 5,
      phone: '777123456',
      side: 'أهل العروس',
    },
    { guestName: 'الأستاذة نجلاء العولقي', maxScans: 1 },
  ].map(guest => ({ ...WEDDING, ...guest, generationType: 'custom' as const }))
  const [sheikh] = await admin.invitations.create({ invitations: guests })
  const { id } = await admin.events.update({
    ...{ id: sheikh!.eventId!, startsAt: '19:30', place: 'قاعة ليالي أزال، صنعاء', hosts: 'صالح الأغبري وأبناؤه' },
    ...{ mapUrl: 'https://maps.example/azal', note: 'مدخل السيدات من البوابة الشرقية', phone: '777123456' },
  })
  await admin.checkIn.scan({ id: sheikh!.id, admit: 3 })
  await admin.links.create({ eventId: id, role: 'door', name: 'باب النساء', showsNames: true })
  await admin.links.create({ eventId: id, role: 'live', name: 'شاشة القاعة', showsNames: true })
  await admin.links.create({ eventId: id, role: 'family', name: 'أهل العروس', allotment: 120 })
  await signIn()
  for (const [name, path] of [
    ['event-guests', `/events/${id}`],
    ['event-send', `/events/${id}/send`],
    ['event-links', `/events/${id}/links`],
    ['event-details', `/events/${id}/details`],
  ] as const)
    await test.step(name, async () => {
      await page.goto(path)
      await expectScreen(page, name, [360, 1280])
    })
})

officeTest('the screens of the office’s WhatsApp number match their screenshots', async ({ page, admin, signIn, meta, product }) => {
  officeTest.slow()
  const names = ['أمل باوزير', 'خالد العولقي', 'نجلاء الصبري', 'ياسر الحمّادي', 'هدى ناصر', 'سالم باعشن', 'ليلى القحطاني']
  const created = await admin.invitations.create({
    invitations: names.map((guestName, n) => ({
      ...{ ...WEDDING, guestName, generationType: 'names' as const },
      ...(n < 6 && { phone: `+96777100000${n}` }),
    })),
  })
  const [eventId, ids] = [created[0]!.eventId!, created.map(({ id }) => id)]
  await admin.whatsapp.savePlan({ eventId, remind: { days: 3, at: '18:00' }, thank: { at: '12:00' } })
  await signIn()
  await officeTest.step('whatsapp-send', async () => {
    await page.goto(`/events/${eventId}/send`)
    await page.getByRole('button', { name: 'أرسل إلى الكل' }).click()
    await expect(page.getByRole('alertdialog').getByText(/^5 .*الآن$/)).toBeVisible()
    await expectScreenshots(page, 'whatsapp-send', [360, 1280])
  })
  await officeTest.step('whatsapp-states', async () => {
    meta.state.fault = (_n, to) => (to === '967771000003' ? 'lost' : undefined)
    const stateOf = async (n: number) => (await admin.invitations.list({})).rows.find(({ id }) => id === ids[n])?.whatsapp?.state
    await admin.whatsapp.send({ ids: ids.slice(0, 5) })
    await expect.poll(() => Promise.all([0, 1, 2, 3, 4].map(stateOf))).toEqual([...Array(3).fill('accepted'), 'unsure', 'accepted'])
    await admin.whatsapp.send({ ids: ids.slice(5, 6) })
    const messageTo = (n: number) => meta.accepted.find(({ to }) => to === `96777100000${n}`)!
    const capped = { errors: [{ code: 131049, error_data: { details: 'healthy ecosystem engagement' } }] }
    const statuses = [
      statusOf(messageTo(0), 'delivered', new Date()),
      statusOf(messageTo(1), 'read', new Date()),
      statusOf(messageTo(2), 'failed', new Date(), capped),
    ]
    expect((await postWebhook(product.url, webhookWith('messages', { statuses }))).status).toBe(200)
    await page.goto(`/events/${eventId}`)
    await expect(page.getByText('تُرسل غداً')).toBeVisible()
    await expectScreen(page, 'whatsapp-states', [360, 1280])
    // A message that may have arrived is sent again on purpose only.
    await page.getByRole('button', { name: 'دعوة ياسر الحمّادي', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'أرسل مرة أخرى' }).click()
    const question = page.getByRole('alertdialog', { name: 'إرسال الرسالة مرة أخرى إلى ياسر الحمّادي؟' })
    await expect(question.getByText(/فقد تصل الضيفَ مرتين/)).toBeVisible()
    await question.getByRole('button', { name: 'أرسل مرة أخرى' }).click()
    await expect(page.getByText('أُضيفت الرسالة إلى الإرسال')).toBeVisible()
    await expect(question).toBeHidden()
  })
  await officeTest.step('whatsapp-plan', async () => {
    await page.goto(`/events/${eventId}/details`)
    await expectScreen(page, 'whatsapp-plan', [360, 1280])
  })
  await officeTest.step('whatsapp-setup', async () => {
    meta.state.fault = () => ({ status: 400, code: 131042 })
    await admin.whatsapp.send({ ids: [ids[4]!], again: true })
    await expect.poll(async () => (await admin.whatsapp.check({})).at(-1)?.stopped, { timeout: 30_000 }).toBe('payment')
    Object.assign(meta.state, { limit: 'TIER_250', numberStatus: 'PENDING' })
    meta.state.templates.reminder.status = 'PENDING'
    await page.goto('/whatsapp')
    await expectScreen(page, 'whatsapp-setup', [360, 1280])
    meta.state.isTokenValid = false
    await page.goto('/whatsapp')
    await expect(page.getByText(/WHATSAPP_TOKEN/)).toBeVisible()
    await expectScreenshots(page, 'whatsapp-token', [360])
  })
})

test('the page after an event and the review of a list match their screenshots', async ({ page, admin, signIn }) => {
  test.slow()
  const event = { eventName: WEDDING.eventName, eventDate: '2026-01-14' }
  const guests = [
    { guestName: 'الشيخ حسين بن علي الكثيري', table: '1', isVip: true, maxScans: 4, side: 'أهل العريس' },
    { guestName: 'عائلة المهندس ياسر الحمّادي', table: '5', maxScans: 5, side: 'أهل العروس' },
    { guestName: 'الأستاذة نجلاء العولقي', maxScans: 1 },
  ].map(guest => ({ ...event, ...guest, generationType: 'custom' as const }))
  const created = await admin.invitations.create({ invitations: guests })
  const eventId = created[0]!.eventId!
  await admin.events.update({ id: eventId, countsExits: true, capacity: 8 })
  await admin.invitations.answer({ id: created[1]!.id, attends: true, people: 4, note: 'ألف مبروك للعروسين' })
  for (const [n, admit] of [3, 4].entries()) {
    const scannedAt = `2026-01-14T1${n + 7}:00:00.000Z`
    await admin.checkIn.check({ qr_code: created[n]!.code, nonce: `n-${n}`, admit, scannedAt, happened: true })
  }
  await signIn()
  await test.step('event-after', async () => {
    await page.goto(`/events/${eventId}/after`)
    await expect(page.getByRole('region', { name: 'حصيلة المناسبة' })).toBeVisible()
    // The parts of the page arrive one after another, and each makes the page higher.
    await expect(page.getByRole('img', { name: /^زفاف محمّد وسارة: / })).toBeVisible()
    for (const shown of ['الشيخ حسين بن علي الكثيري', 'ألف مبروك للعروسين', 'لا تعارض في هذه المناسبة.'])
      await expect(page.getByText(shown)).toBeVisible()
    await expectScreen(page, 'event-after', [360, 1280])
  })
  await test.step('list-review', async () => {
    await page.goto('/generator')
    const buffer = Buffer.from(workbookOf(SHEETS_WITH_QUESTIONS))
    await page.getByLabel('استيراد من ملف').setInputFiles({ name: 'ضيوف.xlsx', mimeType: 'application/octet-stream', buffer })
    await expect(page.getByRole('dialog', { name: 'مراجعة القائمة' }).getByText('أعمدة لم تُستعمل', { exact: false })).toBeVisible()
    await expectScreenshots(page, 'list-review', [360, 1280])
  })
})

test('the scanner that counts exits matches its screenshots', async ({ page, admin, signIn }) => {
  const event = { eventName: WEDDING.eventName, eventDate: FIXED_TIME.slice(0, 10) }
  const guest = { guestName: 'عائلة المهندس ياسر الحمّادي', generationType: 'custom' as const, maxScans: 5 }
  const [invitation] = await admin.invitations.create({ invitations: [{ ...event, ...guest }] })
  await admin.events.update({ id: invitation!.eventId!, countsExits: true, capacity: 8 })
  await admin.checkIn.check({ qr_code: invitation!.code, admit: 4 })
  await signIn()
  await page.goto('/Scanner')
  await page.getByRole('radio', { name: 'خروج', exact: true }).check()
  await page.getByRole('textbox', { name: 'رمز الدعوة' }).fill(invitation!.code)
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-verdict="exited"]')).toBeVisible()
  await expectScreenshots(page, 'scanner-exit', [360, 1280])
})

test('the splash screen matches its screenshots', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/website', { waitUntil: 'commit' })
  await page.locator('#splash').evaluate(splash => {
    for (const motion of splash.getAnimations({ subtree: true })) {
      motion.pause()
      motion.currentTime = 2_800
    }
  })
  for (const theme of THEMES) {
    await switchTheme(page, theme)
    for (const width of theme === 'dark' ? [DARK_SCREENSHOT_WIDTH] : WINDOW_WIDTHS) {
      await resizeWindow(page, width)
      await expect.soft(page).toHaveScreenshot(`splash-${width}-${theme}.png`, { animations: 'allow', ...SCREENSHOT_TOLERANCE })
    }
  }
})

/**
 * Opens a screen. From another screen of the product, navigates within the page, which takes less processor time than loading it. The
 * public page is another document and is always loaded. After a navigation, resolves when the screen's heading is in the page.
 */
async function openScreen(page: Page, path: string) {
  const heading = await page.evaluate(() => document.querySelector('h1')?.textContent)
  if (heading === undefined || path === '/website') return void (await page.goto(path))
  await page.evaluate(to => {
    document.documentElement.style.fontSize = ''
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await page.waitForFunction(previous => (document.querySelector('h1')?.textContent ?? previous) !== previous, heading)
}

/** Expects the screenshots of a screen, a layout that follows the direction of the text, and room for large text. */
async function expectScreen(page: Page, name: string, widths: readonly number[]) {
  await expectScreenshots(page, name, widths)
  await resizeWindow(page, NARROWEST_WIDTH)
  expect(await findPhysicalDirectionUses(page)).toEqual([])
  await expectLargeText(page)
}

/** Expects the page to match its light screenshots at each width and its dark one, and to have no accessibility violation. */
async function expectScreenshots(page: Page, name: string, widths: readonly number[]) {
  for (const theme of THEMES) {
    await switchTheme(page, theme)
    for (const width of theme === 'dark' ? [DARK_SCREENSHOT_WIDTH] : widths) {
      const height = await resizeWindow(page, width, { stableFrames: 10 })
      // Makes the window as high as the page. Then elements that are rendered only in view are rendered, and sticky elements appear once.
      await resizeWindow(page, width, { height, isWhole: true })
      await expectScreenshot(page, `${name}-${width}-${theme}.png`)
    }
    // The widest window shows the most text, for example all columns of a table.
    if (theme === 'dark') await resizeWindow(page, Math.max(...widths))
    await expectAccessible(page, { onlyColours: theme !== THEMES[0] })
  }
}

/** Expects the current state of the page to match a screenshot. Dates from the server are replaced, and ids from it are masked. */
async function expectScreenshot(page: Page, picture: string) {
  await page.evaluate(replaceServerDates, SERVER_DATE_PATTERN)
  // A warning about the device's clock would shift the elements below it, but could change too few pixels for the comparison to fail.
  await expect(page.getByText(/^ساعة هذا الجهاز/)).toHaveCount(0)
  await expect.soft(page).toHaveScreenshot(picture, {
    ...SCREENSHOT_TOLERANCE,
    mask: [
      page.getByText(/^\w{8}$/),
      page.getByText(/\/i\/\w{20}$/),
      page.getByRole('term').filter({ hasText: 'وصل الطلب' }).locator('xpath=following-sibling::dd'),
      page.getByRole('textbox', { name: 'رابط النظام' }),
      page.getByRole('listitem').filter({ hasText: 'التقارير والردود' }).getByRole('paragraph'),
    ],
  })
}

/** Replaces the dates in the page that match `pattern`, because a mask is as wide as the date of today. Runs in the page. */
function replaceServerDates(pattern: string) {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    if (text.nodeValue) text.nodeValue = text.nodeValue.replace(new RegExp(pattern, 'g'), 'November 21, 2026')
}

const switchTheme = (page: Page, theme: string) =>
  page.evaluate(chosen => dispatchEvent(new CustomEvent('themechange', { detail: chosen })), theme)

/**
 * Gives the window a size (CSS pixels), and waits until the page has it and shows its heading, its data, its fonts and its images. Then
 * waits until the page's height is the same in `stableFrames` frames and nothing extends beyond the sides of the window: cards and charts
 * are drawn again in the new size a moment later. Returns the height of the page. Waits in the page, because each request to the browser
 * costs processor time.
 */
async function resizeWindow(page: Page, width: number, { height = WINDOW_HEIGHT, stableFrames = 6, isWhole = false } = {}) {
  await page.setViewportSize({ width, height })
  const settled = await page.evaluate(
    async ({ width, height, stableFrames, isWhole, loadingText, timeout }) => {
      const { documentElement } = document
      const overflow = () => documentElement.scrollWidth - documentElement.clientWidth
      const findUnsettled = () => {
        if (innerWidth !== width || innerHeight !== height) return `the window is ${innerWidth} × ${innerHeight}`
        const headings = [...document.querySelectorAll('h1')]
        if (headings.length !== 1 || !headings[0]!.checkVisibility({ visibilityProperty: true })) return 'no single visible heading'
        if (document.querySelector('[aria-busy=true]')) return 'something is busy'
        if (isWhole && document.querySelector('.skeleton')) return 'a placeholder'
        if (document.querySelector(`[role=status][aria-label="${loadingText}"]`)) return 'something is loading'
        if (document.fonts.status !== 'loaded') return 'fonts are loading'
        if ([...document.images].some(({ complete }) => !complete)) return 'an image is loading'
        if (overflow() > 0) return `the page is ${overflow()} px wider than the window`
      }
      const deadline = performance.now() + timeout
      let pageHeight = documentElement.scrollHeight
      for (let frames = 0; frames < stableFrames; frames++) {
        await new Promise(requestAnimationFrame)
        for (const picture of document.images) picture.loading = 'eager'
        const height = documentElement.scrollHeight
        const unsettled = findUnsettled() ?? (height === pageHeight ? undefined : `the page is now ${height} px high`)
        if (unsettled) frames = -1
        if (unsettled && performance.now() > deadline) return { pageHeight: height, unsettled }
        pageHeight = height
      }
      await Promise.all([...document.images].map(picture => picture.decode()))
      return { pageHeight }
    },
    { width, height, stableFrames, isWhole, loadingText: LOADING_TEXT, timeout: SETTLE_TIMEOUT_MS },
  )
  expect(settled.unsettled, `${width} px`).toBeUndefined()
  expect.soft(await page.evaluate(findLayoutFaults), `${width} px`).toEqual([])
  return settled.pageHeight
}

/** Expects the page to fit 360 CSS pixels with text of twice the size, and each line of text to be at least as high as its font size. */
async function expectLargeText(page: Page) {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '32px'
  })
  await resizeWindow(page, 360)
  expect(await findTextsWithLowLineHeight(page)).toEqual([])
}

/** Returns the visible texts whose line height is smaller than their font size, with both in CSS pixels. */
const findTextsWithLowLineHeight = (page: Page) =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const tooLow: string[] = []
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const parent = text.parentElement
      if (!parent?.checkVisibility() || parent.closest('svg, .sr-only') || !text.textContent?.trim()) continue
      const { lineHeight, fontSize } = getComputedStyle(parent)
      if (Number.parseFloat(lineHeight) < Number.parseFloat(fontSize)) tooLow.push(`${text.textContent}: ${lineHeight} for ${fontSize}`)
    }
    return tooLow
  })
