import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** Stops animations, also on pages that the tab opens afterwards. Returns a function that sets their speed: 1 is normal, 0 stops them. */
async function stopAnimations(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Animation.enable')
  const setPlaybackRate = (playbackRate: number) => session.send('Animation.setPlaybackRate', { playbackRate })
  await setPlaybackRate(0)
  return setPlaybackRate
}

test('the splash is shown once in each tab and disappears by itself', async ({ page, axe }) => {
  const setPlaybackRate = await stopAnimations(page)
  await page.goto('/website')
  const splash = page.locator('#splash')
  await expect(splash).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  await expect(splash.getByText('تحميل المولّد')).toBeAttached()
  await axe()
  await setPlaybackRate(1)
  await expect(splash).toBeHidden()
  const readLoadedFontFamilies = () =>
    page.evaluate(() => [...document.fonts].flatMap(({ family, status }) => (status === 'loaded' ? [family.replaceAll('"', '')] : [])))
  await expect.poll(readLoadedFontFamilies).toEqual(expect.arrayContaining(['Amiri', 'IBM Plex Sans Arabic']))

  // Without animations, a splash that is shown does not disappear.
  await setPlaybackRate(0)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(splash).toHaveCount(0)
  await page.evaluate(() => sessionStorage.clear())
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/website')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(splash).toHaveCount(0)
})

test('the pages of links show no splash', async ({ page }) => {
  await stopAnimations(page)
  for (const path of ['/door', '/live', '/family']) {
    await page.goto(path)
    await expect(page.locator('#splash')).toHaveCount(0)
  }
})

test('a click, a key or the skip button removes the splash', async ({ page }) => {
  await stopAnimations(page)
  const splash = page.locator('#splash')
  for (const removeSplash of [
    () => page.mouse.click(5, 5),
    () => page.keyboard.press('Shift'),
    () => page.getByRole('button', { name: 'تخطّي' }).click(),
  ]) {
    await page.goto('/login')
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    await removeSplash()
    await expect(splash).toHaveCount(0)
    await page.evaluate(() => sessionStorage.clear())
  }
})

test('a click on a field beneath the splash focuses the field', async ({ page, axe }) => {
  await stopAnimations(page)
  await page.goto('/login')
  const splash = page.locator('#splash')
  const field = page.getByRole('textbox', { name: 'اسم المستخدم' })
  await expect(field).toBeVisible()
  await expect(splash.getByText('تحميل المولّد')).toBeVisible()
  await expect(splash).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  await axe()
  // A redirect removes the heading until the next screen is loaded.
  await page.locator('#root h1').evaluate(heading => heading.remove())
  await expect(splash).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  // Playwright clicks only an element that receives the click itself.
  await field.click()
  await expect(field).toBeFocused()
  await expect(splash).toHaveCount(0)
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 740 } })
  test('a tap on the splash does not activate the link beneath it', async ({ page }) => {
    await stopAnimations(page)
    await page.goto('/website')
    const splash = page.locator('#splash')
    await expect(splash).toBeVisible()
    const linkBox = await page.getByRole('banner').locator('[href="/login"]').boundingBox()
    await page.touchscreen.tap(linkBox!.x + 10, linkBox!.y + 10)
    await expect(splash).toHaveCount(0)
    await page.waitForLoadState('networkidle')
    await expect(page).toHaveURL(/\/website$/)
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('without JavaScript the splash disappears by itself', async ({ page, expectedErrors }) => {
    // With JavaScript disabled, the browser blocks the files that only a script uses, and reports them.
    expectedErrors.allow(/ csp$/)
    await page.goto('/website')
    await expect(page.locator('#splash')).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // Text locators do not find text inside `noscript`.
    await expect(page.locator('noscript p')).toHaveCount(2)
    await expect(page.locator('noscript p').first()).toBeVisible()

    await stopAnimations(page)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('#splash')).toBeHidden()
  })
})
