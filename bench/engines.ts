import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { CARD_HEIGHT, CARD_WIDTH, type CardLook, DEFAULT_LOOK, NAME_SIZE_LIMITS, TEMPLATE_NAMES } from '@hudur/core'
import { chromium } from '@playwright/test'
import pixelmatch from 'pixelmatch'
import sharp from 'sharp'
import { startProduct } from '../api/testing/process.ts'
import type { BrowserWindow, Engine } from '../e2e/engines/engine.ts'
import { firefox } from '../e2e/engines/firefox.ts'
import { webkit } from '../e2e/engines/webkit.ts'
import { GOLDEN_NAMES, NAME_IMAGE_TOLERANCE } from '../e2e/golden-names.ts'
import { findChromium } from '../scripts/chromium.mjs'
import { findMissingPackages } from '../scripts/debian.mjs'
import type { WorkerRequest, WorkerResponse } from '../web/src/cards/card-worker.ts'
import { sampleInvitation } from './messengers.ts'

type BrowserPage = Pick<BrowserWindow, 'goto' | 'evaluate' | 'close'>
type DrawOrder = { worker: string; look: CardLook; invitations: ReturnType<typeof sampleInvitation>[]; width: number; height: number }

/** The card templates to compare. The environment variable `BENCH_TEMPLATES` limits their number. */
const TEMPLATES = TEMPLATE_NAMES.slice(0, Number(process.env.BENCH_TEMPLATES || TEMPLATE_NAMES.length))
const BACKGROUNDS: { ground: string; background: CardLook['background'] }[] = [
  ...TEMPLATES.map(design => ({ ground: design, background: { is: 'ready' as const, design } })),
  { ground: 'picture', background: { is: 'picture', pictureId: 'A'.repeat(20) } },
]
/** The maximum letter sizes of the guest's name, in pixels of the card. With null the size of the template applies. */
const NAME_SIZES = [NAME_SIZE_LIMITS.min, null, NAME_SIZE_LIMITS.max]

/** The number of pixels in which a card may differ from Chromium's card, not counting antialiasing. */
const MAX_DIFFERENT_PIXELS = NAME_IMAGE_TOLERANCE.maxDiffPixels

/**
 * Invitations that differ only in the guest's name. They have the same id, and a short code contains only the id, so their QR codes are
 * equal.
 */
const INVITATIONS = Object.values(GOLDEN_NAMES).map(name => sampleInvitation(name, 0))

async function openChromium(): Promise<BrowserPage> {
  const browser = await chromium.launch({ executablePath: String(findChromium()), args: ['--no-sandbox', '--disable-gpu'] })
  const page = await browser.newPage()
  return { goto: async url => void (await page.goto(url)), evaluate: expression => page.evaluate(expression), close: () => browser.close() }
}

/** Runs in the page. Draws the cards with the application's own web worker. Returns them as PNG files in data URLs. */
async function drawCards({ worker, look, invitations, width, height }: DrawOrder) {
  const renderer = new Worker(worker, { type: 'module' })
  const askWorker = (message: WorkerRequest, transfer: Transferable[] = []) =>
    new Promise<WorkerResponse>((resolve, reject) => {
      renderer.onmessage = ({ data }: MessageEvent<WorkerResponse>) => (data.is === 'failed' ? reject(new Error(data.why)) : resolve(data))
      renderer.onerror = event => reject(new Error(event.message))
      renderer.postMessage(message, transfer)
    })
  async function createWavePicture() {
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    const context = canvas.getContext('2d')!
    const pixels = context.createImageData(width, height)
    pixels.data.forEach((_, at) => {
      const [channel, x, y] = [at % 4, (at >> 2) % width, Math.floor((at >> 2) / width)]
      pixels.data[at] = channel === 3 ? 255 : 140 + 60 * Math.sin(x / 190 + channel) + 40 * Math.cos(y / 230 - channel)
    })
    context.putImageData(pixels, 0, 0)
    return createImageBitmap(canvas)
  }
  const picture = look.background.is === 'picture' ? await createWavePicture() : undefined
  await askWorker({ is: 'open', request: { drawing: { look, picture }, invitations, type: 'png' } }, picture ? [picture] : [])
  const files: string[] = []
  for (const invitation of invitations) {
    const answer = await askWorker({ is: 'render', invitation })
    if (answer.is !== 'rendered') throw new Error(`the worker answered ${answer.is}`)
    files.push(
      await new Promise<string>(resolve => {
        const reader = new FileReader()
        reader.onload = () => resolve(String(reader.result))
        reader.readAsDataURL(answer.file)
      }),
    )
  }
  renderer.terminate()
  return files
}

/** Returns the number of pixels in which two pictures of the same size differ, not counting antialiasing. */
async function countDifferentPixels(one: Buffer, other: Buffer) {
  const [a, b] = await Promise.all([one, other].map(file => sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true })))
  return pixelmatch(a!.data, b!.data, undefined, a!.info.width, a!.info.height, { threshold: NAME_IMAGE_TOLERANCE.threshold })
}

/**
 * Compares the cards that Chromium and each other browser draw with the application's own worker, on every template and on an uploaded
 * picture, in three sizes of the name. Exits with 1 when a card differs by more than `MAX_DIFFERENT_PIXELS` pixels, not counting
 * antialiasing, or when a browser is missing.
 */
export async function bench() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hudur-bench-'))
  const assets = await readdir(path.join(import.meta.dirname, '../web/dist/assets'))
  const worker = `/assets/${assets.find(name => /^card-worker-.*\.js$/.test(name))}`
  const server = await startProduct({ DATA_DIR: folder })
  const openEngine = async (window: Promise<BrowserPage>) => {
    const page = await window
    await page.goto(`${server.url}/login`)
    return {
      draw: async (look: CardLook) => {
        const order: DrawOrder = { worker, look, invitations: INVITATIONS, width: CARD_WIDTH, height: CARD_HEIGHT }
        const files = (await page.evaluate(`(${drawCards})(${JSON.stringify(order)})`)) as string[]
        return files.map(file => Buffer.from(file.slice(file.indexOf(',') + 1), 'base64'))
      },
      close: page.close,
    }
  }
  const isMissing = ({ debianPackages }: Engine) => findMissingPackages(debianPackages).length > 0
  const engines = [firefox, webkit]
  for (const { name, debianPackages } of engines.filter(isMissing)) {
    process.stderr.write(`${name} is not here: apt-get install ${findMissingPackages(debianPackages).join(' ')}\n`)
    process.exitCode = 1
  }
  const rows: Record<string, string | number>[] = []
  const reference = await openEngine(openChromium())
  const others: (Awaited<ReturnType<typeof openEngine>> & { name: string })[] = []
  try {
    for (const engine of engines.filter(one => !isMissing(one)))
      others.push({ name: engine.name, ...(await openEngine(engine.open(path.join(folder, engine.name)))) })
    for (const { ground, background } of BACKGROUNDS)
      for (const size of NAME_SIZES) {
        const look: CardLook = { ...DEFAULT_LOOK, background, name: { ...DEFAULT_LOOK.name, size }, code: { size: null, holds: 'short' } }
        const row: Record<string, string | number> = { ground, size: size ?? 'its own' }
        const referenceCards = await reference.draw(look)
        row['another name'] = await countDifferentPixels(referenceCards[0]!, referenceCards[1]!)
        if (row['another name'] <= MAX_DIFFERENT_PIXELS) throw new Error('the comparison does not see another name')
        for (const { name, draw } of others) {
          const cards = await draw(look)
          const pixels = await Promise.all(cards.map((card, n) => countDifferentPixels(card, referenceCards[n]!)))
          row[name] = Math.max(...pixels)
          if (row[name] > MAX_DIFFERENT_PIXELS) process.exitCode = 1
        }
        rows.push(row)
      }
  } finally {
    await Promise.all([reference, ...others].map(({ close }) => close()))
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
  // biome-ignore lint/suspicious/noConsole: the table is what this program is for
  console.table(rows)
  const most = `the most of ${INVITATIONS.length} cards; at most ${MAX_DIFFERENT_PIXELS} are allowed`
  process.stdout.write(`Pixels that differ from Chromium beyond antialiasing, ${most}. «another name»: of two cards of Chromium.\n`)
}
