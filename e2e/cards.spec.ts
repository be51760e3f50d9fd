import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, test } from './fixtures.ts'
import { bytesOf, collectDownloads, generatorPage } from './generator-page.ts'

const EVENT = 'زفاف أحمد'

async function generate(page: Page, eventName: string, guests: readonly string[]) {
  const generator = generatorPage(page)
  await generator.eventName.fill(eventName)
  await generator.typeDate('14', '01', '2027')
  await generator.typeNames(guests)
  await generator.submit.click()
  await expect(generator.names).toHaveValue('')
  await expect(page.getByRole('button', { name: 'تحميل الكل' })).toBeVisible()
}

/** Returns the pixels of the upper half of a card, which has the event and is the same for every guest. */
const eventPart = (card: Buffer) => sharp(card).extract({ left: 0, top: 0, width: 1200, height: 900 }).raw().toBuffer()

test.beforeEach(async ({ signIn, page }) => {
  await signIn()
  await page.goto('/generator')
})

test('cards of guests who were added under another spelling of the event show the spelling of the event', async ({ page }) => {
  await generate(page, EVENT, ['سارة', 'علي'])
  await generate(page, 'زفاف احمد', ['سارة'])
  const cards = page.getByRole('img', { name: /^بطاقة / })
  await expect(cards).toHaveCount(3)
  const visiblePixels = () =>
    cards.evaluateAll(canvases =>
      (canvases as HTMLCanvasElement[]).map(canvas =>
        canvas.width === 0
          ? ''
          : JSON.stringify([...(canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height / 2).data ?? [])]),
      ),
    )
  await expect(async () => {
    const [newest, sara, ali] = await visiblePixels()
    expect(sara).not.toBe('')
    expect(sara === ali, 'the same spelling').toBe(true)
    expect(newest === sara, 'added under another spelling').toBe(true)
  }).toPass()

  const coming = collectDownloads(page, 3)
  await page.getByRole('button', { name: 'تحميل الكل' }).click()
  const [newest, sara, ali] = await Promise.all((await coming).map(async download => eventPart(await bytesOf(download))))
  expect(sara!.equals(ali!), 'the same spelling').toBe(true)
  expect(newest!.equals(sara!), 'added under another spelling').toBe(true)
})

test('stopping the download of single cards says how many were saved, and saves no more', async ({ page, axe }) => {
  await generate(page, EVENT, ['سارة', 'علي', 'هدى', 'أمل', 'بلقيس'])
  const saved: string[] = []
  page.on('download', download => saved.push(download.suggestedFilename()))
  const two = collectDownloads(page, 2)
  await page.getByRole('button', { name: 'تحميل الكل' }).click()
  await two
  await page.getByRole('button', { name: 'إيقاف' }).click()
  await expect(page.getByText('توقف التحميل بعد حفظ بطاقتين')).toBeVisible()
  // Longer than the pause between two files.
  await page.waitForTimeout(1_500)
  expect(saved).toHaveLength(2)
  await expect(page.getByRole('button', { name: 'تحميل الكل' })).toBeEnabled()
  // A message that is fading out is hidden from screen readers while it is still visible.
  await expect(page.getByText('تم توليد')).toHaveCount(0)
  await axe()
})

test('stopping the download of an archive saves nothing, and says so', async ({ page }) => {
  const guests = Array.from({ length: 60 }, (_, n) => `ضيف ${n}`)
  await generate(page, EVENT, guests)
  const saved: string[] = []
  page.on('download', download => saved.push(download.suggestedFilename()))
  await page.getByRole('button', { name: 'تحميل ملف مضغوط' }).click()
  await page.getByRole('button', { name: 'إيقاف' }).click()
  await expect(page.getByText('توقف التحميل قبل أن يُحفظ شيء')).toBeVisible()
  expect(saved).toEqual([])

  // Saving a single card removes the message about the stopped archive.
  const one = page.waitForEvent('download')
  await page.getByRole('button', { name: /^تحميل بطاقة ضيف 0/ }).click()
  await one
  await expect(page.getByText('توقف التحميل قبل أن يُحفظ شيء')).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

  test('the close button of a dialog is at least 44 px wide and high, and no message covers the dialog’s buttons', async ({ page }) => {
    await generate(page, EVENT, ['سارة'])
    const toast = page.getByText('تم توليد دعوة واحدة').locator('xpath=ancestor-or-self::*[@role="alertdialog"][1]')
    // The message closes only some seconds after the pointer has left it.
    await toast.hover()
    await page.getByRole('button', { name: 'تخصيص البطاقة' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    // The dialog and the message move into place.
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
