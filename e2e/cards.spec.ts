import sharp from 'sharp'
import { generateInvitations } from './card-files.ts'
import { expect, test } from './fixtures.ts'
import { collectDownloads, download, readDownloadedBytes } from './generator-page.ts'

const EVENT = 'زفاف أحمد'

/** Returns the pixels of the upper half of a card. This half shows the event and is the same for every guest of the event. */
const readUpperHalfPixels = (card: Buffer) => sharp(card).extract({ left: 0, top: 0, width: 1200, height: 900 }).raw().toBuffer()

test.beforeEach(async ({ signIn, page }) => {
  await signIn()
  await page.goto('/generator')
})

test('cards look the same for both spellings of an event’s name', async ({ page }) => {
  await generateInvitations(page, EVENT, ['سارة', 'علي'])
  await generateInvitations(page, 'زفاف احمد', ['هدى'])
  const cards = page.getByRole('img', { name: /^بطاقة / })
  await expect(cards).toHaveCount(3)
  /** Returns a digest of the upper half of each card, empty for a card that is not drawn yet. The pixels would be megabytes of JSON. */
  const readDigests = () =>
    cards.evaluateAll(canvases =>
      Promise.all(
        (canvases as HTMLCanvasElement[]).map(async canvas => {
          const pixels = canvas.width > 0 && canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height / 2).data
          return pixels ? String(new Uint8Array(await crypto.subtle.digest('SHA-256', pixels))) : ''
        }),
      ),
    )
  await expect(async () => {
    const [newest, sara, ali] = await readDigests()
    expect(sara).not.toBe('')
    expect(sara, 'the same spelling').toBe(ali)
    expect(newest, 'added under another spelling').toBe(sara)
  }).toPass()

  const coming = collectDownloads(page, 3)
  await page.getByRole('button', { name: 'تحميل الكل' }).click()
  const [newest, sara, ali] = await Promise.all((await coming).map(async file => readUpperHalfPixels(await readDownloadedBytes(file))))
  expect(sara!.equals(ali!), 'the same spelling').toBe(true)
  expect(newest!.equals(sara!), 'added under another spelling').toBe(true)
})

test('a stopped download of single cards reports how many were saved', async ({ page, axe }) => {
  await generateInvitations(page, EVENT, ['سارة', 'علي', 'هدى', 'أمل', 'بلقيس'])
  const saved: string[] = []
  page.on('download', file => saved.push(file.suggestedFilename()))
  // The page itself presses the button after the second file, because a click of the test might come only after the third.
  await page.evaluate(() => {
    const { click } = HTMLAnchorElement.prototype
    let count = 0
    HTMLAnchorElement.prototype.click = function () {
      click.call(this)
      count++
      if (count === 2) [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.trim() === 'إيقاف')?.click()
    }
  })
  const firstTwo = collectDownloads(page, 2)
  await page.getByRole('button', { name: 'تحميل الكل' }).click()
  await firstTwo
  await expect(page.getByText('توقف التحميل بعد حفظ بطاقتين')).toBeVisible()
  // Waits longer than the product's pause between two files.
  await page.waitForTimeout(1_500)
  expect(saved).toHaveLength(2)
  await expect(page.getByRole('button', { name: 'تحميل الكل' })).toBeEnabled()
  // Waits until the message has faded out. While it fades, it is hidden from screen readers but still visible.
  await expect(page.getByText('تم توليد')).toHaveCount(0)
  await axe()
})

test('a stopped download of a ZIP archive saves no file', async ({ page }) => {
  const guests = Array.from({ length: 60 }, (_, n) => `ضيف ${n}`)
  await generateInvitations(page, EVENT, guests)
  const saved: string[] = []
  page.on('download', file => saved.push(file.suggestedFilename()))
  await page.getByRole('button', { name: 'تحميل ملف مضغوط' }).click()
  await page.getByRole('button', { name: 'إيقاف' }).click()
  await expect(page.getByText('توقف التحميل قبل أن يُحفظ شيء')).toBeVisible()
  expect(saved).toEqual([])

  // Saving a single card removes the message about the stopped archive.
  await download(page.getByRole('button', { name: /^تحميل بطاقة ضيف 0/ }))
  await expect(page.getByText('توقف التحميل قبل أن يُحفظ شيء')).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

  test('on a phone, a toast message covers no button of the card editor', async ({ page }) => {
    await generateInvitations(page, EVENT, ['سارة'])
    const toast = page.getByText('تم توليد دعوة واحدة').locator('xpath=ancestor-or-self::*[@role="alertdialog"][1]')
    // The message stays open while the pointer is over it.
    await toast.hover()
    await page.getByRole('button', { name: 'تخصيص البطاقة' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    // The check is repeated until the dialog and the message have finished their opening animation.
    await expect(async () => {
      const message = await toast.boundingBox()
      const cross = await dialog.getByRole('button', { name: 'إغلاق' }).boundingBox()
      expect(Math.min(cross!.width, cross!.height)).toBeGreaterThanOrEqual(44)
      for (const name of ['إعادة الضبط', 'تحميل الكل', 'تحميل ملف مضغوط', 'تم', 'إغلاق']) {
        const button = await dialog.getByRole('button', { name, exact: true }).boundingBox()
        const isApart = message!.y + message!.height <= button!.y || button!.y + button!.height <= message!.y
        expect(isApart, name).toBe(true)
      }
    }).toPass()
  })
})
