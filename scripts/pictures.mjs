/**
 * `npm run pictures`: renders the cards on the public page and the small pictures of the template picker with the product's card templates,
 * and the preview image that messengers show for a link to the page. The images are committed. Run this when a card template or the top of
 * the page changes.
 */
import path from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { createServer } from 'vite'
import { findChromium } from './chromium.mjs'
import { root } from './install.mjs'

const pictures = path.join(root, 'web/src/site/pictures')
const WIDTH = 480

/** The small pictures of the template picker: twice as wide, in pixels, as the picker shows them. */
const thumbnails = path.join(root, 'web/src/features/invitations/studio/thumbnails')
const THUMBNAIL_WIDTH = 152

/** An event for each mood of templates. */
const SAMPLES = {
  wedding: 'زفاف محمّد وسارة',
  'graduation-and-birth': 'حفل تخرّج ريم المقطري',
  business: 'ملتقى رواد الأعمال الثالث',
  condolence: 'عزاء آل باوزير',
}
const SAMPLE = { eventDate: '2027-01-14', guestName: 'الأستاذ خالد سعيد باوزير' }

const cards = [
  { design: 'mithaq', eventName: 'زفاف محمّد وسارة', eventDate: '2027-01-14', guestName: 'الأستاذ خالد سعيد باوزير' },
  { design: 'rawda', eventName: 'حفل تخرّج ريم المقطري', eventDate: '2027-03-23', guestName: 'أمل عبدالكريم وأسرتها' },
  { design: 'qamar', eventName: 'عقيقة سلمان', eventDate: '2027-02-05', guestName: 'أم عمر الكثيري' },
  { design: 'diwan', eventName: 'ملتقى رواد الأعمال الثالث', eventDate: '2027-05-18', guestName: 'م. عبدالله العمودي' },
  { design: 'nada', eventName: 'خطوبة ياسر وهند', eventDate: '2027-04-09', guestName: 'عائلة الشيخ صالح باعبّاد' },
  { design: 'sidr', eventName: 'لقاء عائلة باسليم', eventDate: '2027-06-25', guestName: 'العم أحمد باسليم' },
]

const server = await createServer({ root: path.join(root, 'web'), server: { port: 0 }, logLevel: 'error' })
await server.listen()
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] })
try {
  const page = await browser.newPage()
  const at = path => new URL(path, server.resolvedUrls.local[0]).href
  await page.goto(at('/theme.js'))
  const drawn = async card => {
    const png = await page.evaluate(async ({ design, ...said }) => {
      const { FIRST_LOOK } = await import('/@id/@hudur/core')
      const { openRenderer } = await import('/src/cards/card-renderer.ts')
      const look = { ...FIRST_LOOK, background: { is: 'ready', design } }
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
        { savesRows: false },
      )
      const drawn = await render(invitation)
      return Array.from(new Uint8Array(await drawn.arrayBuffer()))
    }, card)
    return sharp(Buffer.from(png))
  }
  const write = async (picture, file) => {
    const { size } = await picture.webp({ quality: 80 }).toFile(file)
    process.stdout.write(`${path.basename(file)} ${size} bytes\n`)
  }
  for (const card of cards) await write((await drawn(card)).resize(WIDTH), path.join(pictures, `${card.design}.webp`))
  const moods = await page.evaluate(async () => {
    const { FIRST_LOOK, TEMPLATE_NAMES } = await import('/@id/@hudur/core')
    const { templateOf } = await import('/src/cards/templates.ts')
    return TEMPLATE_NAMES.map(design => [design, templateOf({ ...FIRST_LOOK, background: { is: 'ready', design } }).mood])
  })
  for (const [design, mood] of moods) {
    const card = await drawn({ design, eventName: SAMPLES[mood], ...SAMPLE })
    await write(card.resize(THUMBNAIL_WIDTH), path.join(thumbnails, `template-${design}.webp`))
  }
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
  await page.setViewportSize({ width: 1200, height: 630 })
  await page.goto(at('/website'), { waitUntil: 'networkidle' })
  await page.addStyleTag({
    content: '#header { border: 0 } #header nav, .button, #home dl { display: none } #home { margin-block-start: -24px }',
  })
  await page.evaluate(() => document.fonts.ready)
  const { size } = await sharp(await page.screenshot())
    .png({ palette: true, effort: 10 })
    .toFile(path.join(root, 'web/public/og.png'))
  process.stdout.write(`og.png ${size} bytes\n`)
} finally {
  await browser.close()
  await server.close()
}
