import type { Page } from '@playwright/test'

/** Returns locators for the scanner. */
export const scannerPage = (page: Page) => ({
  field: page.getByRole('textbox', { name: 'اسم الضيف أو رمز الدعوة' }),
  scan: page.getByRole('button', { name: 'مسح بالكاميرا' }),
  verify: page.getByRole('button', { name: 'تحقق', exact: true }),
  verdict: (is: 'admitted' | 'used' | 'refused') => page.locator(`[data-verdict="${is}"]`),
  anyVerdict: page.locator('[data-verdict]'),
})

/** Enters a code as fast as a hardware scanner: the whole text at once, then Enter. A test waits for the verdict only a few seconds. */
export async function scanKeys(page: Page, code: string) {
  await page.keyboard.insertText(code)
  await page.keyboard.press('Enter')
}

/** Opens the settings of the scanner. Returns locators for them. */
export async function openSetup(page: Page) {
  await page.locator('summary', { hasText: 'إعداد الباب' }).click()
  return {
    event: page.getByRole('combobox', { name: 'المناسبة' }),
    gate: page.getByRole('textbox', { name: 'البوابة' }),
    continuousSwitch: page.getByRole('switch', { name: 'مسح متواصل' }),
  }
}

/** Turns continuous scanning on. Call it before the camera sees a code: without it the first code closes the camera's dialog. */
export const turnOnContinuousScanning = async (page: Page) => (await openSetup(page)).continuousSwitch.press('Space')
