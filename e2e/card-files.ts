import { expect, type Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import sharp from 'sharp'
import { bytesOf, generatorPage } from './generator-page.ts'

/** Makes invitations for these guests on the generator's page. */
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

/** All cards as the archive brings them, in its order. */
export async function zippedCards(page: Page): Promise<{ name: string; file: Buffer }[]> {
  const coming = page.waitForEvent('download', { timeout: 120_000 })
  await page.getByRole('button', { name: 'تحميل ملف مضغوط' }).click()
  const archive = unzipSync(await bytesOf(await coming))
  await expect(page.getByRole('button', { name: 'تحميل ملف مضغوط' })).toBeEnabled()
  return Object.entries(archive).map(([name, bytes]) => ({ name, file: Buffer.from(bytes) }))
}

/** What is seen of a picture, three bytes a pixel. Throws at the least fault of the file. */
export const pixelsOf = (file: Buffer) => sharp(file, { failOn: 'warning' }).removeAlpha().raw().toBuffer()

/** A background of a card's size: soft waves, with as much noise as is wanted, the same for the same seed. */
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
