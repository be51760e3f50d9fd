import { page, userEvent } from 'vitest/browser'
import { insertText } from './controls.ts'

/** Locators for the elements of the scanner screen. */
export const scanner = {
  codeField: page.getByRole('textbox', { name: 'اسم الضيف أو رمز الدعوة' }),
  scanButton: page.getByRole('button', { name: 'مسح بالكاميرا' }),
  verifyButton: page.getByRole('button', { name: 'تحقق', exact: true }),
  confirmationDialog: page.getByRole('alertdialog'),
  arrivals: page.getByText(/^وصل/),
  verdict: (is: 'admitted' | 'used' | 'refused') => page.getByCss(`[data-verdict="${is}"]`),
  anyVerdict: page.getByCss('[data-verdict]'),
}

/** Enters a code into the focused field and presses Enter, as a hardware scanner does. */
export async function enterScannedCode(code: string) {
  insertText(code)
  await userEvent.keyboard('{Enter}')
}

/** Enters a code and presses the button, which counts as another scan also directly after the same code. */
export async function verifyCode(code: string) {
  await page.getByRole('textbox', { name: /رمز الدعوة/ }).fill(code)
  await scanner.verifyButton.click()
}

/** Opens the settings of the scanner, and returns locators for their fields. */
export async function openScannerSettings() {
  await page.getByCss('summary').filter({ hasText: 'إعداد الباب' }).click()
  return {
    event: page.getByRole('combobox', { name: 'المناسبة' }),
    gate: page.getByRole('textbox', { name: 'اسم الباب' }),
    continuousSwitch: page.getByRole('switch', { name: 'مسح متواصل' }),
  }
}
