import type { Page } from '@playwright/test'

/** Opens the list with the label `list`, and chooses one of its options. */
export async function chooseOption(page: Page, list: string, option: string) {
  await page.getByRole('button', { name: list }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
