import type { Page } from '@playwright/test'

/** The scanner as people meet it. */
export const door = (page: Page) => ({
  field: page.getByRole('textbox', { name: 'اسم الضيف أو رمز الدعوة' }),
  scan: page.getByRole('button', { name: 'مسح بالكاميرا' }),
  verify: page.getByRole('button', { name: 'تحقق', exact: true }),
  verdict: (is: 'admitted' | 'used' | 'refused') => page.locator(`[data-verdict="${is}"]`),
  anyVerdict: page.locator('[data-verdict]'),
})

/** What a scanner that types does, and as fast: an answer is waited for only a few seconds. */
export async function scanKeys(page: Page, code: string) {
  await page.keyboard.insertText(code)
  await page.keyboard.press('Enter')
}

/** Opens the settings of the door. */
export async function openSetup(page: Page) {
  await page.locator('summary', { hasText: 'إعداد الباب' }).click()
  return {
    event: page.getByRole('combobox', { name: 'المناسبة' }),
    gate: page.getByRole('textbox', { name: 'البوابة' }),
    goesOn: page.getByRole('switch', { name: 'مسح متواصل' }),
  }
}

/** Lets the camera go on after each guest. Before the camera sees one: a single read closes its window. */
export const goOn = async (page: Page) => (await openSetup(page)).goesOn.press('Space')
