import { readFile, writeFile } from 'node:fs/promises'
import { CARD_SIZES_ON_TEMPLATE } from '@hudur/core/cards/geometry'
import { unzipSync } from 'fflate'
import sharp from 'sharp'
import { expect, test } from './fixtures.ts'
import { collectDownloads, download, generatorPage, readDownloadedBytes } from './generator-page.ts'
import { cropQrCode } from './golden-names.ts'
import { FORTY_GUEST_NAMES } from './guests.ts'
import { launchCameraBrowser } from './phone.ts'
import { readWithJsQr, writeCardVideo } from './pictures.ts'
import { openScannerSettings, scannerPage } from './scanner-page.ts'

const EVENT = 'زفاف محمّد وسارة'

/** The file names of some cards. They consist of a prefix, the guest and the event, without punctuation. Equal names get a number. */
const SAMPLE_CARD_FILE_NAMES = [
  'دعوة_الأستاذ خالد سعيد باوزير_زفاف محمّد وسارة.png',
  'دعوة_علي_زفاف محمّد وسارة.png',
  'دعوة_Dr Maria del Carmen García López_زفاف محمّد وسارة.png',
  'دعوة_م عبدالله أبو فهد العمودي_زفاف محمّد وسارة.png',
  'دعوة_صالح بن أحمد_زفاف محمّد وسارة.png',
  'دعوة_صالح بن أحمد_زفاف محمّد وسارة (2).png',
]

test('the cards of a pasted guest list admit their guests at the scanner', async ({ page, product, signIn, admin }, info) => {
  test.setTimeout(240_000)
  await signIn()
  await page.goto('/generator')
  const generator = generatorPage(page)
  await generator.fillEvent(EVENT)
  await generator.paste(FORTY_GUEST_NAMES.join('\r\n'))
  await page.getByRole('button', { name: 'أبقِ الأسطر كما كُتبت' }).click()
  await generator.submit.click()
  await expect(page.getByRole('button', { name: 'تحميل الكل' })).toBeVisible()

  const archive = unzipSync(await readDownloadedBytes(await download(page.getByRole('button', { name: 'تحميل ملف مضغوط' }))))

  const cardDownloads = collectDownloads(page, FORTY_GUEST_NAMES.length)
  await page.getByRole('button', { name: 'تحميل الكل' }).click()
  const downloads = await cardDownloads

  const pictures = new Map<string, Buffer>()
  for (const file of downloads) pictures.set(file.suggestedFilename(), await readDownloadedBytes(file))
  expect([...pictures.keys()]).toHaveLength(FORTY_GUEST_NAMES.length)
  expect([...pictures.keys()]).toEqual(expect.arrayContaining(SAMPLE_CARD_FILE_NAMES))
  for (const name of pictures.keys()) expect(name).toMatch(/^دعوة_[\p{L}\p{M}\p{N} ]+_زفاف محمّد وسارة(?: \(2\))?\.png$/u)
  expect(Object.keys(archive).sort()).toEqual([...pictures.keys()].sort())
  for (const [name, bytes] of Object.entries(archive)) expect(Buffer.from(bytes).equals(pictures.get(name)!), name).toBe(true)

  // The code of each card contains the id and the guest of one invitation, and no two cards have the same id.
  const { rows } = await admin.invitations.list({})
  const byId = new Map(rows.map(invitation => [invitation.id, invitation]))
  const guests: string[] = []
  for (const [name, bytes] of pictures) {
    const { width, height, format } = await sharp(bytes).metadata()
    expect({ name, width, height, format }).toEqual({ name, width: 1200, height: 1800, format: 'png' })
    const code = JSON.parse((await readWithJsQr(await cropQrCode(bytes, CARD_SIZES_ON_TEMPLATE))) ?? '{}')
    const invitation = byId.get(code.id)
    expect(invitation, name).toBeDefined()
    expect(code.guestName).toBe(invitation!.guestName)
    byId.delete(invitation!.id)
    guests.push(invitation!.guestName)
  }
  expect(guests.sort()).toEqual([...FORTY_GUEST_NAMES].sort())

  // The fake camera of the scanner shows three of the cards one after another, and then starts again.
  const state = await page.context().storageState()
  const shownPictures = [0, 6, 18].map(index => [...pictures.values()][index]!)
  const cardVideos = await Promise.all(
    shownPictures.map(async (picture, n) => {
      const file = info.outputPath(`camera-${n}.mjpeg`)
      await writeCardVideo(picture, file)
      return readFile(file)
    }),
  )
  const camera = info.outputPath('camera.mjpeg')
  await writeFile(camera, Buffer.concat(cardVideos.flatMap(film => [film, film])))
  const phone = await launchCameraBrowser(camera)
  const scanner = await phone.newPage({ storageState: state, locale: 'ar', viewport: { width: 390, height: 844 }, baseURL: product.url })
  const errors: string[] = []
  scanner.on('pageerror', error => errors.push(String(error)))
  scanner.on('console', message => message.type() === 'error' && errors.push(message.text()))
  await scanner.goto('/Scanner')
  const { scan, verdict } = scannerPage(scanner)
  const { continuousSwitch } = await openScannerSettings(scanner)
  await continuousSwitch.press('Space')
  await scan.click()
  await expect(scanner.locator('li', { hasText: 'دخل ·' })).toHaveCount(3)
  await scanner.keyboard.press('Escape')
  // Turns continuous scanning off, because it scans no code a second time within a few seconds.
  await continuousSwitch.press('Space')
  await scan.click()
  await expect(verdict('used')).toBeVisible()
  expect(errors).toEqual([])
  await phone.close()
  const admitted = (await admin.invitations.list({})).rows.filter(({ currentScans }) => currentScans > 0)
  expect(admitted.map(({ currentScans }) => currentScans)).toEqual([1, 1, 1])
})
