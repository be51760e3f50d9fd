import { readFile } from 'node:fs/promises'
import type { Download, Locator, Page } from '@playwright/test'

/** Returns locators and actions for the generator. */
export function generatorPage(page: Page) {
  const eventName = page.getByRole('textbox', { name: 'اسم المناسبة' })
  const eventDate = page.getByRole('group', { name: 'تاريخ المناسبة' })
  const names = page.getByRole('textbox', { name: 'أسماء المعازيم' })
  return {
    eventName,
    names,
    submit: page.getByRole('button', { name: 'توليد الدعوات' }),

    /** Types an ISO date in the order day, month, year. */
    async typeDate(date = '2027-01-14') {
      await eventDate.getByRole('spinbutton').first().click()
      await page.keyboard.type(date.split('-').reverse().join(''))
    },

    async fillEvent(name: string, date?: string) {
      await eventName.fill(name)
      await this.typeDate(date)
    },

    /** Fills in the guest names, one a line. When the dialog that reviews the list opens, keeps the lines as they are. */
    async typeNames(guests: readonly string[]) {
      await names.fill(guests.join('\n'))
      const keepLinesButton = page.getByRole('button', { name: 'أبقِ الأسطر كما كُتبت' })
      if (await page.getByRole('dialog', { name: 'مراجعة القائمة' }).isVisible()) await keepLinesButton.click()
    },

    /** Replaces the guest names by a text that is pasted from the clipboard. */
    async paste(text: string) {
      await page.evaluate(copied => navigator.clipboard.writeText(copied), text)
      await names.focus()
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.press('ControlOrMeta+V')
    },
  }
}

/** Presses a button, and returns the download that begins. */
export async function download(button: Locator, options?: { timeout: number }) {
  const [begun] = await Promise.all([button.page().waitForEvent('download', options), button.click()])
  return begun
}

export const readDownloadedBytes = async (file: Download) => readFile(await file.path())

/** Collects the next `count` downloads. Resolves when the last one has begun. */
export function collectDownloads(page: Page, count: number) {
  const downloads: Download[] = []
  return new Promise<Download[]>(resolve => {
    page.on('download', begun => {
      downloads.push(begun)
      if (downloads.length === count) resolve(downloads)
    })
  })
}
