import type { Page } from '@playwright/test'
import { ADMIN, expect, expectAccessible, test } from './fixtures.ts'
import { physicalSides } from './sides.ts'

/**
 * Every screen as it was when somebody last looked at it: three widths, light and dark. `npm run e2e -- screens --update-snapshots` takes
 * new pictures; look at them before they are kept.
 */
type Screen = { name: string; path: string; who: keyof typeof PEOPLE }

const PEOPLE = { visitor: undefined, user: { username: 'hanaa', password: 'secret-1' }, admin: ADMIN }

const SCREENS: readonly Screen[] = [
  { name: 'website', path: '/website', who: 'visitor' },
  { name: 'login', path: '/login', who: 'visitor' },
  { name: 'register', path: '/register', who: 'visitor' },
  { name: 'generator', path: '/generator', who: 'admin' },
  { name: 'scanner', path: '/Scanner', who: 'admin' },
  { name: 'requests', path: '/requests', who: 'user' },
  { name: 'requests-generate', path: '/requests/generate', who: 'user' },
  { name: 'deleted-accounts-of-others', path: '/DeletedAccounts', who: 'user' },
  { name: 'orders', path: '/orders', who: 'admin' },
  { name: 'messages', path: '/messages', who: 'admin' },
  { name: 'notifications', path: '/notifications', who: 'admin' },
  { name: 'data', path: '/data', who: 'admin' },
  { name: 'reports', path: '/reports', who: 'admin' },
  { name: 'users', path: '/users', who: 'admin' },
  { name: 'apply', path: '/apply', who: 'admin' },
  { name: 'deleted-accounts', path: '/DeletedAccounts', who: 'admin' },
  { name: 'profile', path: '/profile', who: 'user' },
  { name: 'settings', path: '/settings', who: 'admin' },
]

const WIDTHS = [360, 768, 1280]
const THEMES = ['light', 'dark']
const HEIGHT = 800

/**
 * Edges of letters are softened a little otherwise by every version of Chromium: without hinting and without parts of pixels the fullest
 * screen differs in 0.6 % of its pixels. One gap of a form that is eight pixels wider differs in 0.8 %.
 */
const TOLERANCE = { maxDiffPixelRatio: 0.007, scale: 'device' } as const

const NOW = '2026-11-21T09:00:00.000Z'

/** A day or a moment that the server wrote: «Nov 21, 2026», «November 21, 2026 at 09:00 AM». */
const SERVER_DAY = /^[A-Z][a-z]+ \d{1,2}, \d{4}/

// Half of each side is enough to see what moved, and a quarter to keep.
test.use({ deviceScaleFactor: 0.5 })

test.beforeEach(async ({ page }) => {
  await page.clock.setFixedTime(NOW)
  // The server's clock agrees, or every screen would say that they do not.
  await page.route('**/api/test-connection.php', async route => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), now: NOW } })
  })
})

for (const { name, path, who } of SCREENS)
  test(`${name} looks as it did, fits every width, and has no side but start and end`, async ({ page, admin, signIn }) => {
    test.setTimeout(120_000)
    const person = PEOPLE[who]
    if (who === 'user') await admin.accounts.create({ ...PEOPLE.user, fullName: 'هناء باوزير' })
    if (person) await signIn(person)
    await page.goto(path)
    for (const theme of THEMES) {
      await wear(page, theme)
      for (const width of WIDTHS) {
        await expectFitting(page, width)
        // All of it in view: what is drawn only near the view is there, and what sticks to an edge does so once.
        await page.setViewportSize({ width, height: await page.evaluate(() => document.documentElement.scrollHeight) })
        await expect.soft(page).toHaveScreenshot(`${name}-${width}-${theme}.png`, {
          ...TOLERANCE,
          mask: [page.getByText(SERVER_DAY), page.getByRole('textbox', { name: 'رابط النظام' })],
        })
      }
      await expectAccessible(page)
    }
    // As narrow as a page must still be readable without scrolling to the side, which is also 1280 px enlarged four times.
    await expectFitting(page, 320)
    await expectAccessible(page)
    expect(await physicalSides(page)).toEqual([])
  })

test('the splash looks as it did on every width', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/website', { waitUntil: 'commit' })
  await page.locator('#splash').evaluate(splash => {
    for (const motion of splash.getAnimations({ subtree: true })) {
      motion.pause()
      motion.currentTime = 2_800
    }
  })
  await settled(page)
  for (const theme of THEMES) {
    await wear(page, theme)
    for (const width of WIDTHS) {
      await expectFitting(page, width)
      await expect.soft(page).toHaveScreenshot(`splash-${width}-${theme}.png`, { animations: 'allow', ...TOLERANCE })
    }
  }
})

const wear = (page: Page, theme: string) =>
  page.evaluate(chosen => dispatchEvent(new CustomEvent('themechange', { detail: chosen })), theme)

/** The screen itself is there, with everything it shows. */
async function settled(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await page.evaluate(async () => {
    await document.fonts.ready
    for (const picture of document.images) {
      picture.loading = 'eager'
      await picture.decode()
    }
  })
}

/** In a window of `width` CSS pixels nothing of the page comes to stand beyond its side. */
async function expectFitting(page: Page, width: number) {
  await page.setViewportSize({ width, height: HEIGHT })
  // The page hears of its new size a moment later, and would say that it is as high as the window was.
  await page.waitForFunction(([w, h]) => innerWidth === w && innerHeight === h, [width, HEIGHT] as const)
  await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await settled(page)
  // What draws itself to the size of its place, a card or a chart, does so when it has heard of it.
  await expect.poll(() => overflow(page), { message: `${width} px` }).toBeLessThanOrEqual(0)
}

/** How many pixels of the page stand beyond the side of the window. */
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
