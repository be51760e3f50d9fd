import { readFile, writeFile } from 'node:fs/promises'
import { DESIGN_SIZES } from '@hudur/core'
import { chromium } from '@playwright/test'
import { unzipSync } from 'fflate'
import sharp from 'sharp'
import { expect, test } from './fixtures.ts'
import { bytesOf, collectDownloads, generatorPage } from './generator-page.ts'
import { codePart } from './golden-names.ts'
import { FORTY_GUESTS } from './guests.ts'
import { phoneFlags } from './phone.ts'
import { readCode, writeCardVideo } from './pictures.ts'
import { openSetup, scannerPage } from './scanner-page.ts'

const EVENT = 'زفاف محمّد وسارة'

/** File names of some of the cards: prefix, guest and event without punctuation; equal names are numbered. */
const SOME_FILES = [
  'دعوة_الأستاذ خالد سعيد باوزير_زفاف محمّد وسارة.png',
  'دعوة_علي_زفاف محمّد وسارة.png',
  'دعوة_Dr Maria del Carmen García López_زفاف محمّد وسارة.png',
  'دعوة_م عبدالله أبو فهد العمودي_زفاف محمّد وسارة.png',
  'دعوة_صالح بن أحمد_زفاف محمّد وسارة.png',
  'دعوة_صالح بن أحمد_زفاف محمّد وسارة (2).png',
]

test('creates forty invitations from a pasted list, downloads their cards, and admits the guests of three cards once each', async ({
  page,
  product,
  signIn,
  admin,
}, info) => {
  test.setTimeout(240_000)
  await signIn()
  await page.goto('/generator')
  const generator = generatorPage(page)
  await generator.eventName.fill(EVENT)
  await generator.typeDate('14', '01', '2027')
  await generator.paste(FORTY_GUESTS.join('\r\n'))
  await page.getByRole('button', { name: 'أبقِ الأسطر كما كُتبت' }).click()
  await generator.submit.click()
  await expect(page.getByRole('button', { name: 'تحميل الكل' })).toBeVisible()

  const zipped = page.waitForEvent('download')
  await page.getByRole('button', { name: 'تحميل ملف مضغوط' }).click()
  const archive = unzipSync(await bytesOf(await zipped))

  const singles = collectDownloads(page, FORTY_GUESTS.length)
  await page.getByRole('button', { name: 'تحميل الكل' }).click()
  const downloads = await singles

  const pictures = new Map<string, Buffer>()
  for (const download of downloads) pictures.set(download.suggestedFilename(), await bytesOf(download))
  expect([...pictures.keys()]).toHaveLength(FORTY_GUESTS.length)
  expect([...pictures.keys()]).toEqual(expect.arrayContaining(SOME_FILES))
  for (const name of pictures.keys()) expect(name).toMatch(/^دعوة_[\p{L}\p{M}\p{N} ]+_زفاف محمّد وسارة(?: \(2\))?\.png$/u)
  expect(Object.keys(archive).sort()).toEqual([...pictures.keys()].sort())
  for (const [name, bytes] of Object.entries(archive)) expect(Buffer.from(bytes).equals(pictures.get(name)!), name).toBe(true)

  // The code of each card belongs to the guest of exactly one invitation.
  const { rows } = await admin.invitations.list({})
  const byId = new Map(rows.map(invitation => [invitation.id, invitation]))
  const guests: string[] = []
  for (const [name, bytes] of pictures) {
    const { width, height, format } = await sharp(bytes).metadata()
    expect({ name, width, height, format }).toEqual({ name, width: 1200, height: 1800, format: 'png' })
    const code = JSON.parse((await readCode(await codePart(bytes, DESIGN_SIZES))) ?? '{}') as { id?: string; guestName?: string }
    const invitation = byId.get(code.id ?? '')
    expect(invitation, name).toBeDefined()
    expect(code.guestName).toBe(invitation!.guestName)
    byId.delete(invitation!.id)
    guests.push(invitation!.guestName)
  }
  expect(guests.sort()).toEqual([...FORTY_GUESTS].sort())

  // The camera of a scanner sees three of the cards, one after the other, and again from the first.
  const state = await page.context().storageState()
  const shownPictures = [0, 6, 18].map(index => [...pictures.values()][index]!)
  const films = await Promise.all(
    shownPictures.map(async (picture, n) => {
      const file = info.outputPath(`camera-${n}.mjpeg`)
      await writeCardVideo(picture, file)
      return readFile(file)
    }),
  )
  const camera = info.outputPath('camera.mjpeg')
  await writeFile(camera, Buffer.concat(films.flatMap(film => [film, film])))
  const phone = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: phoneFlags(camera),
  })
  const scanner = await phone.newPage({ storageState: state, locale: 'ar', viewport: { width: 390, height: 844 }, baseURL: product.url })
  const errors: string[] = []
  scanner.on('pageerror', error => errors.push(String(error)))
  scanner.on('console', message => message.type() === 'error' && errors.push(message.text()))
  await scanner.goto('/Scanner')
  const { scan, verdict } = scannerPage(scanner)
  const { continuousSwitch } = await openSetup(scanner)
  await continuousSwitch.press('Space')
  await scan.click()
  await expect(scanner.locator('li', { hasText: 'دخل ·' })).toHaveCount(3)
  await scanner.keyboard.press('Escape')
  // Continuous scanning would scan no code again while it stays in view.
  await continuousSwitch.press('Space')
  await scan.click()
  await expect(verdict('used')).toBeVisible()
  expect(errors).toEqual([])
  await phone.close()
  const admitted = (await admin.invitations.list({})).rows.filter(({ currentScans }) => currentScans > 0)
  expect(admitted.map(({ currentScans }) => currentScans)).toEqual([1, 1, 1])
})
