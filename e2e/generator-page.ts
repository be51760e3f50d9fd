import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'

/** The generator as a host uses it. */
export const generatorPage = (page: Page) => ({
  eventName: page.getByRole('textbox', { name: 'اسم المناسبة' }),
  eventDate: page.getByRole('group', { name: 'تاريخ المناسبة' }),
  names: page.getByRole('textbox', { name: 'أسماء المعازيم' }),
  submit: page.getByRole('button', { name: 'توليد الدعوات' }),

  /** Types the day as people do: day, month, year. */
  async typeDate(day: string, month: string, year: string) {
    const [first] = await page.getByRole('group', { name: 'تاريخ المناسبة' }).getByRole('spinbutton').all()
    await first!.click()
    await page.keyboard.type(day + month + year)
  },

  /** Pastes as one gesture, through the clipboard's event. */
  async paste(text: string) {
    await page.getByRole('textbox', { name: 'أسماء المعازيم' }).evaluate((field, pasted) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', pasted)
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      field.focus()
      if (field.dispatchEvent(event)) document.execCommand('insertText', false, pasted)
    }, text)
  },
})

export const bytesOf = async (download: Download) => readFile(await download.path())

/** Collects the next `count` downloads; resolves when the last one has come. */
export function collectDownloads(page: Page, count: number) {
  const downloads: Download[] = []
  return new Promise<Download[]>(resolve => {
    page.on('download', download => {
      downloads.push(download)
      if (downloads.length === count) resolve(downloads)
    })
  })
}
