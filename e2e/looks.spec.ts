import { expect, test } from './fixtures.ts'

/** The screens whose pictures are kept. What a screen shows must be the same on every day. */
const screens = [
  { name: 'website', path: '/website' },
  { name: 'login', path: '/login' },
  { name: 'register', path: '/register' },
]
const WIDTHS = [360, 768, 1280]
const THEMES = ['light', 'dark']

for (const { name, path } of screens) {
  for (const theme of THEMES) {
    for (const width of WIDTHS) {
      test(`${name} in ${theme} at ${width} looks as it did`, async ({ page }) => {
        await page.addInitScript(chosen => localStorage.setItem('theme', chosen), theme)
        await page.setViewportSize({ width, height: 800 })
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await page.evaluate(async () => {
          for (const picture of document.images) picture.loading = 'eager'
          await Promise.all(Array.from(document.images, picture => picture.decode()))
          await document.fonts.ready
        })
        await expect(page).toHaveScreenshot(`${name}-${theme}-${width}.png`, {
          fullPage: true,
          animations: 'disabled',
          scale: 'css',
          maxDiffPixelRatio: 0.02,
          threshold: 0.3,
        })
      })
    }
  }
}

for (const width of [320, 360, 768]) {
  test(`nothing is wider than a screen of ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    for (const { path } of screens) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(width)
    }
  })
}
