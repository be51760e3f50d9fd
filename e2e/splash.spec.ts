import { expect, test } from './fixtures.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

for (const path of ['/website', '/login']) {
  test(`the splash of ${path} stands over a page that is there, and goes by itself, once a tab`, async ({ page, axe }) => {
    await page.goto(path)
    const splash = page.locator('#splash')
    await expect(splash).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    await expect(splash.getByText('تحميل المولّد')).toBeAttached()
    await axe()
    await expect(splash).toBeHidden()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(splash).toBeHidden()
  })

  for (const [how, end] of Object.entries({
    'a tap': page => page.mouse.click(5, 5),
    'a key': page => page.keyboard.press('Shift'),
    '«تخطي»': page => page.getByRole('button', { name: 'تخطي' }).click(),
  } satisfies Record<string, (page: import('@playwright/test').Page) => Promise<void>>)) {
    test(`${how} ends the splash of ${path}`, async ({ page }) => {
      await page.goto(path)
      await page.locator('#splash').evaluate(splash => {
        for (const motion of splash.getAnimations({ subtree: true })) motion.pause()
      })
      await end(page)
      await expect(page.locator('#splash')).toHaveCount(0)
    })
  }
}

test('the faces of the public page come once the splash is there', async ({ page }) => {
  await page.goto('/website')
  const written = () =>
    page.evaluate(() => [...document.fonts].flatMap(({ family, status }) => (status === 'loaded' ? [family.replaceAll('"', '')] : [])))
  await expect.poll(written).toEqual(expect.arrayContaining(['Amiri', 'IBM Plex Sans Arabic']))
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 740 } })
  test('the tap that ends the splash touches nothing beneath it', async ({ page }) => {
    await page.goto('/website')
    const splash = page.locator('#splash')
    await expect(splash).toBeVisible()
    const beneath = await page.getByRole('banner').locator('[href="/login"]').boundingBox()
    await page.touchscreen.tap(beneath!.x + 10, beneath!.y + 10)
    await expect(splash).toHaveCount(0)
    await page.waitForLoadState('networkidle')
    await expect(page).toHaveURL(/\/website$/)
  })
})

test.describe('with less motion wished for', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })
  test('there is no splash', async ({ page }) => {
    await page.goto('/website', { waitUntil: 'commit' })
    await expect(page.locator('#splash')).toBeHidden()
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('the splash goes by itself, and the page is whole', async ({ page, trouble }) => {
    // What script would have needed is not fetched.
    trouble.allow(/ csp$/)
    await page.goto('/website')
    await expect(page.locator('#splash')).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // Text inside `noscript` is none to the text locators.
    await expect(page.locator('noscript p')).toHaveCount(2)
    await expect(page.locator('noscript p').first()).toBeVisible()
  })
})
