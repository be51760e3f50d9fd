import type { Page } from '@playwright/test'

/** Returns locators for the scanner. */
export const scannerPage = (page: Page) => ({
  field: page.getByRole('textbox', { name: 'اسم الضيف أو رمز الدعوة' }),
  scan: page.getByRole('button', { name: 'مسح بالكاميرا' }),
  verify: page.getByRole('button', { name: 'تحقق', exact: true }),
  verdict: (outcome: 'admitted' | 'used' | 'refused') => page.locator(`[data-verdict="${outcome}"]`),
  anyVerdict: page.locator('[data-verdict]'),
})

/** Enters a code as fast as a hardware scanner: inserts the whole text at once, then presses Enter. */
export async function enterScannedCode(page: Page, code: string) {
  await page.keyboard.insertText(code)
  await page.keyboard.press('Enter')
}

/** Opens the settings of the scanner. Returns locators for them. */
export async function openScannerSettings(page: Page) {
  await page.locator('summary', { hasText: 'إعداد الباب' }).click()
  return {
    event: page.getByRole('combobox', { name: 'المناسبة' }),
    gate: page.getByRole('textbox', { name: 'اسم الباب' }),
    continuousSwitch: page.getByRole('switch', { name: 'مسح متواصل' }),
  }
}

/** Call this before the camera starts: otherwise the first scanned code closes the camera dialog. */
export const turnOnContinuousScanning = async (page: Page) => (await openScannerSettings(page)).continuousSwitch.press('Space')
