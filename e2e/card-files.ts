import { expect, type Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import sharp from 'sharp'
import { download, generatorPage, readDownloadedBytes } from './generator-page.ts'

/** Creates invitations for `guests` in the generator, and waits until their cards can be downloaded. */
export async function generateInvitations(page: Page, eventName: string, guests: readonly string[]) {
  const generator = generatorPage(page)
  await generator.fillEvent(eventName)
  await generator.typeNames(guests)
  await generator.submit.click()
  await expect(generator.names).toHaveValue('')
  await expect(page.getByRole('button', { name: 'تحميل ملف مضغوط' })).toBeVisible()
}

/** Chooses a PNG as the background picture of the cards in the generator. */
export async function chooseBackgroundPicture(page: Page, buffer: Buffer) {
  await page.getByLabel('صورة الخلفية').setInputFiles({ name: 'خلفية.png', mimeType: 'image/png', buffer })
  await expect(page.getByText('الصورة المختارة: خلفية.png')).toBeVisible()
}

/** Downloads the cards as a ZIP archive. Returns the name and the bytes of each file, in the order of the archive. */
export async function downloadZippedCards(page: Page): Promise<{ name: string; file: Buffer }[]> {
  const button = page.getByRole('button', { name: 'تحميل ملف مضغوط' })
  const archive = unzipSync(await readDownloadedBytes(await download(button, { timeout: 120_000 })))
  await expect(button).toBeEnabled()
  return Object.entries(archive).map(([name, bytes]) => ({ name, file: Buffer.from(bytes) }))
}

/** Returns the pixels of an image without its alpha channel, three bytes each. Throws when the file is damaged. */
export const pixelsOf = (file: Buffer) => sharp(file, { failOn: 'warning' }).removeAlpha().raw().toBuffer()

/**
 * Returns a PNG with the size of a card that is as hard to compress as a photograph: soft waves of colour, with random noise that spans
 * `noise` of the 256 levels of a channel. The same seed gives the same image.
 */
export function createPhotograph({ noise, seed = 1 }: { noise: number; seed?: number }): Promise<Buffer> {
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
