/**
 * Renders the committed pictures (`npm run pictures`): with the card templates, the cards on the public page, the thumbnails of the template
 * picker, and the preview image that messenger apps show for a link to the public page; and the screenshots of `README.md`.
 * `npm run pictures -- screens` renders only the screenshots, `-- cards` only the others. Render them again when a card template, the top of
 * the public page or one of the screens changes.
 */
import path from 'node:path'
import { installPackages, projectRoot } from './install.mjs'

installPackages()
// These modules are packages or import one, which may only now be installed.
const { chromium } = await import('@playwright/test')
const { default: sharp } = await import('sharp')
const { createServer } = await import('vite')
const { findChromium } = await import('./chromium.mjs')
const { takeScreenshots } = await import('./screenshots.mjs')

const [only] = process.argv.slice(2)

const screenshotsFolder = path.join(projectRoot, 'docs/pictures')
const picturesFolder = path.join(projectRoot, 'web/src/website/pictures')
const PICTURE_WIDTH = 480

/** The folder of the template picker's thumbnails. Their width in pixels is twice the displayed width. */
const thumbnailsFolder = path.join(projectRoot, 'web/src/features/cards/editor/thumbnails')
const THUMBNAIL_WIDTH = 152

/** The name of an example event for each occasion of templates. */
const SAMPLE_EVENT_NAMES = {
  wedding: 'زفاف محمّد وسارة',
  'graduation-and-birth': 'حفل تخرّج ريم المقطري',
  business: 'ملتقى رواد الأعمال الثالث',
  condolence: 'عزاء آل باوزير',
}
const SAMPLE_INVITATION = { eventDate: '2027-01-14', guestName: 'الأستاذ خالد سعيد باوزير' }

const siteCards = [
  { design: 'mithaq', eventName: 'زفاف محمّد وسارة', eventDate: '2027-01-14', guestName: 'الأستاذ خالد سعيد باوزير' },
  { design: 'rawda', eventName: 'حفل تخرّج ريم المقطري', eventDate: '2027-03-23', guestName: 'أمل عبدالكريم وأسرتها' },
  { design: 'qamar', eventName: 'عقيقة سلمان', eventDate: '2027-02-05', guestName: 'أم عمر الكثيري' },
  { design: 'diwan', eventName: 'ملتقى رواد الأعمال الثالث', eventDate: '2027-05-18', guestName: 'م. عبدالله العمودي' },
  { design: 'nada', eventName: 'خطوبة ياسر وهند', eventDate: '2027-04-09', guestName: 'عائلة الشيخ صالح باعبّاد' },
  { design: 'sidr', eventName: 'لقاء عائلة باسليم', eventDate: '2027-06-25', guestName: 'العم أحمد باسليم' },
]

const writePicture = async (picture, file) => {
  const { size } = await picture.webp({ quality: 80 }).toFile(file)
  process.stdout.write(`${path.basename(file)} ${size} bytes\n`)
}

/** Renders the pictures of cards and the preview image. */
async function renderCards(browser) {
  const server = await createServer({ root: path.join(projectRoot, 'web'), server: { port: 0 }, logLevel: 'error' })
  await server.listen()
  const page = await browser.newPage()
  const urlOf = path => new URL(path, server.resolvedUrls.local[0]).href
  await page.goto(urlOf('/theme.js'))
  const drawCard = async card => {
    const png = await page.evaluate(async ({ design, ...said }) => {
      const { DEFAULT_LOOK } = await import('/@id/@hudur/core/cards/look')
      const { openRenderer } = await import('/src/cards/card-renderer.ts')
      const look = { ...DEFAULT_LOOK, background: { is: 'ready', design } }
      const invitation = {
        ...said,
        id: '7KQ2M9XWPA4T6RZE5N3B',
        userId: '',
        qrCode: '',
        isScanned: false,
        scannedAt: null,
        generationType: 'names',
        maxScans: 1,
        currentScans: 0,
        createdAt: '2026-11-20T12:00:00.000Z',
      }
      const render = await openRenderer(
        { drawing: { look, picture: undefined }, invitations: [invitation], type: 'png' },
        { reusesEqualRows: false },
      )
      const drawn = await render(invitation)
      return Array.from(new Uint8Array(await drawn.arrayBuffer()))
    }, card)
    return sharp(Buffer.from(png))
  }
  for (const card of siteCards)
    await writePicture((await drawCard(card)).resize(PICTURE_WIDTH), path.join(picturesFolder, `${card.design}.webp`))
  const occasions = await page.evaluate(async () => (await import('/src/cards/templates/occasions.ts')).TEMPLATE_OCCASIONS)
  for (const [design, occasion] of Object.entries(occasions)) {
    const card = await drawCard({ design, eventName: SAMPLE_EVENT_NAMES[occasion], ...SAMPLE_INVITATION })
    await writePicture(card.resize(THUMBNAIL_WIDTH), path.join(thumbnailsFolder, `template-${design}.webp`))
  }
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
  await page.setViewportSize({ width: 1200, height: 630 })
  await page.goto(urlOf('/website'), { waitUntil: 'networkidle' })
  await page.addStyleTag({
    content: '#header { border: 0 } #header nav, .button, #home dl { display: none } #home { margin-block-start: -24px }',
  })
  await page.evaluate(() => document.fonts.ready)
  const { size } = await sharp(await page.screenshot())
    .png({ palette: true, effort: 10 })
    .toFile(path.join(projectRoot, 'web/public/og.png'))
  process.stdout.write(`og.png ${size} bytes\n`)
  await server.close()
}

const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] })
try {
  if (only !== 'screens') await renderCards(browser)
  if (only !== 'cards')
    await takeScreenshots(browser, (png, name) => writePicture(sharp(png), path.join(screenshotsFolder, `${name}.webp`)))
} finally {
  await browser.close()
}
