import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'

/** Returns locators and actions for the generator. */
export const generatorPage = (page: Page) => ({
  eventName: page.getByRole('textbox', { name: 'اسم المناسبة' }),
  eventDate: page.getByRole('group', { name: 'تاريخ المناسبة' }),
  names: page.getByRole('textbox', { name: 'أسماء المعازيم' }),
  submit: page.getByRole('button', { name: 'توليد الدعوات' }),

  /** Types a date in the order day, month, year. */
  async typeDate(day: string, month: string, year: string) {
    await page.getByRole('group', { name: 'تاريخ المناسبة' }).getByRole('spinbutton').first().click()
    await page.keyboard.type(day + month + year)
  },

  /** Fills in the guest names, one a line. When the dialog that reviews the list opens, keeps the lines as they are. */
  async typeNames(names: readonly string[]) {
    await page.getByRole('textbox', { name: 'أسماء المعازيم' }).fill(names.join('\n'))
    const keepLinesButton = page.getByRole('button', { name: 'أبقِ الأسطر كما كُتبت' })
    if (await page.getByRole('dialog', { name: 'مراجعة القائمة' }).isVisible()) await keepLinesButton.click()
  },

  /** Replaces the guest names by a text that is pasted from the clipboard. */
  async paste(text: string) {
    await page.evaluate(copied => navigator.clipboard.writeText(copied), text)
    await page.getByRole('textbox', { name: 'أسماء المعازيم' }).focus()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.press('ControlOrMeta+V')
  },
})

export const readDownloadedBytes = async (download: Download) => readFile(await download.path())

/** Collects the next `count` downloads. Resolves when the last one has begun. */
export function collectDownloads(page: Page, count: number) {
  const downloads: Download[] = []
  return new Promise<Download[]>(resolve => {
    page.on('download', download => {
      downloads.push(download)
      if (downloads.length === count) resolve(downloads)
    })
  })
}
