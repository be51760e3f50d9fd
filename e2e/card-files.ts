import { expect, type Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import sharp from 'sharp'
import { bytesOf, generatorPage } from './generator-page.ts'

/** Creates invitations for these guests with the generator, and waits for their cards. */
export async function generate(page: Page, eventName: string, guests: readonly string[]) {
  const generator = generatorPage(page)
  await generator.eventName.fill(eventName)
  await generator.typeDate('14', '01', '2027')
  await generator.typeNames(guests)
  await generator.submit.click()
  await expect(generator.names).toHaveValue('')
  await expect(page.getByRole('button', { name: 'تحميل ملف مضغوط' })).toBeVisible()
}

export async function choosePicture(page: Page, buffer: Buffer) {
  await page.getByLabel('صورة الخلفية').setInputFiles({ name: 'خلفية.png', mimeType: 'image/png', buffer })
  await expect(page.getByText('الصورة المختارة: خلفية.png')).toBeVisible()
}

/** Downloads the archive and returns its cards, in the order of the archive. */
export async function zippedCards(page: Page): Promise<{ name: string; file: Buffer }[]> {
  const coming = page.waitForEvent('download', { timeout: 120_000 })
  await page.getByRole('button', { name: 'تحميل ملف مضغوط' }).click()
  const archive = unzipSync(await bytesOf(await coming))
  await expect(page.getByRole('button', { name: 'تحميل ملف مضغوط' })).toBeEnabled()
  return Object.entries(archive).map(([name, bytes]) => ({ name, file: Buffer.from(bytes) }))
}

/** Returns the pixels of an image without its alpha channel, three bytes each. Throws at any fault of the file. */
export const pixelsOf = (file: Buffer) => sharp(file, { failOn: 'warning' }).removeAlpha().raw().toBuffer()

/** Returns a PNG of a card's size with soft waves and noise of this strength. The same seed gives the same image. */
export function photograph({ noise, seed = 1 }: { noise: number; seed?: number }): Promise<Buffer> {
  const [width, height] = [1200, 1800]
  const pixels = Buffer.alloc(width * height * 3)
  let state = seed
  for (let at = 0; at < pixels.length; at++) {
    const [channel, x, y] = [at % 3, Math.floor(at / 3) % width, Math.floor(at / 3 / width)]
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    pixels[at] = 140 + 60 * Math.sin(x / 190 + channel + seed) + 40 * Math.cos(y / 230 - channel) + ((state >>> 24) / 255 - 0.5) * noise
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
}
