import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CARD_SIZES_ON_TEMPLATE } from '@hudur/core/cards/geometry'
import { dayInAden } from '@hudur/core/testing/days'
import { test as base, expect } from '@playwright/test'
import { unzipSync } from 'fflate'
import { withTemporaryFolder } from '../api/testing/temporary-folder.ts'
import { findMissingPackages } from '../scripts/debian.mjs'
import type { Engine } from './engines/engine.ts'
import { firefox } from './engines/firefox.ts'
import { buttonSelector, createSimulatedUser, ENTER_KEY, fieldSelector, type SimulatedUser } from './engines/person.ts'
import { webkit } from './engines/webkit.ts'
import { ADMIN, startServerProcess } from './fixtures.ts'
import { cropGuestName, cropQrCode, GOLDEN_NAMES, NAME_IMAGE_TOLERANCE } from './golden-names.ts'
import { readWithJsQr } from './pictures.ts'

const GUESTS = Object.values(GOLDEN_NAMES)
const [year = '', month = '', day = ''] = dayInAden(1).split('-')
/** Tomorrow's date for the date field. The replica of a device includes only the events from two days ago to 30 days ahead. */
const TOMORROW = { day, month, year }
const UNKNOWN_CODE = 'ABCDEFGH12345678ZZZZ'

type Fixtures = { product: Awaited<ReturnType<typeof startServerProcess>>; home: string; person: SimulatedUser }

const testWithEngine = (engine: Engine) =>
  base.extend<Fixtures>({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern.
    product: async ({}, use) => {
      const product = await startServerProcess()
      await use(product)
      await product.stop()
      await product.deleteDataDir()
    },
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern.
    home: async ({}, use) => withTemporaryFolder(use),
    person: async ({ home }, use, info) => {
      const person = createSimulatedUser(await engine.open(home))
      await use(person)
      if (info.status !== info.expectedStatus) await person.saveScreenshot(info.outputPath('page.png'))
      await person.close()
      expect(person.errors()).toEqual([])
    },
  })

/** Signs in with the form and waits for the next page. Runs `beforeSubmit` between filling in the form and submitting it. */
async function signIn(person: SimulatedUser, url: string, beforeSubmit: () => Promise<void>) {
  await person.goto(`${url}/login`)
  await person.paste(fieldSelector('اسم المستخدم'), ADMIN.username)
  await person.paste(fieldSelector('كلمة المرور'), ADMIN.password)
  await beforeSubmit()
  await person.type(ENTER_KEY)
  await expect.poll(() => person.run(() => location.pathname, null).catch(() => ''), { timeout: 60_000 }).not.toMatch(/^$|login/)
}

/** Pastes a guest list into the generator. Some lines contain digits, so the generator asks how to read them; all lines are kept. */
async function pasteGuests(person: SimulatedUser, guests: readonly string[]) {
  await person.paste(fieldSelector('أسماء المعازيم'), guests.join('\n'))
  await person.click(buttonSelector('أبقِ الأسطر كما كُتبت'))
}

/**
 * Returns the number of cards on the page, and whether the first card has more than 50 colours. The page draws only cards in view. Returns
 * undefined while the first card is missing or empty.
 */
const readCardState = (person: SimulatedUser) =>
  person.run(() => {
    const [first, ...furtherCards] = document.querySelectorAll<HTMLCanvasElement>('canvas[aria-label^="بطاقة "]')
    if (!first || first.width === 0) return undefined
    const { data } = first.getContext('2d')!.getImageData(0, 0, first.width, first.height)
    return { count: 1 + furtherCards.length, isDrawn: new Set(new Uint32Array(data.buffer)).size > 50 }
  }, null)

/** Waits until the download of the ZIP archive is complete. Returns its files. On a busy machine ten cards take a minute. */
async function waitForArchiveFiles(home: string) {
  const folder = path.join(home, 'downloads')
  let files: Record<string, Uint8Array> = {}
  const unzipArchive = async () => {
    const name = (await readdir(folder)).find(file => file.endsWith('.zip'))
    files = name ? unzipSync(await readFile(path.join(folder, name))) : {}
    return Object.keys(files).length
  }
  await expect.poll(() => unzipArchive().catch(() => 0), { timeout: 120_000 }).toBe(GUESTS.length)
  return Object.values(files).map(file => Buffer.from(file))
}

/** A pause (ms) that is longer than the time in which the scanner ignores a code that is entered again. */
const SAME_SCAN_MS = 3_500

async function enterCode(person: SimulatedUser, code: string, verdict: 'admitted' | 'used' | 'refused') {
  await person.click(fieldSelector('اسم الضيف أو رمز الدعوة'))
  if (verdict === 'used') await sleep(SAME_SCAN_MS)
  await person.type(code + ENTER_KEY)
  await person.waitUntilPressable({ selector: `[data-verdict="${verdict}"]` })
}

/** Runs in the page: opens another page when the session is written to IndexedDB, and keeps that transaction open. */
function navigateDuringSignIn(address: string) {
  const put = IDBObjectStore.prototype.put
  IDBObjectStore.prototype.put = function (...given) {
    if (given[1] !== 'session') return put.apply(this, given)
    IDBObjectStore.prototype.put = put
    const readStoreRepeatedly = () => {
      this.get('nothing').onsuccess = readStoreRepeatedly
    }
    readStoreRepeatedly()
    location.assign(address)
    return put.apply(this, given)
  }
}

/** Runs in the page: returns the number of invitations in the device's replica. */
function countReplicaInvitations() {
  return new Promise<number>((resolve, reject) => {
    const opening = indexedDB.open('hudur')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const counting = opening.result.transaction('invitations').objectStore('invitations').count()
      counting.onsuccess = () => {
        opening.result.close()
        resolve(counting.result)
      }
    }
  })
}

/** Runs in the page: returns the server's number of admissions of each invitation. */
async function readAdmissionCounts() {
  const answer = await fetch('/api/invitations/list.php')
  return [...(await answer.text()).matchAll(/"currentScans":(\d+)/g)].map(([, scans]) => Number(scans))
}

for (const engine of [firefox, webkit]) {
  const missing = findMissingPackages(engine.debianPackages)
  const test = testWithEngine(engine)

  test.describe(missing.length > 0 ? `${engine.name} is not installed: apt-get install ${missing.join(' ')}` : engine.name, () => {
    // The test runner prints the name of this block, which tells what to install.
    test.skip(missing.length > 0)
    test.setTimeout(300_000)

    test(`${engine.name} draws guest names as Chromium does and scans offline`, async ({ person, product, home }) => {
      await test.step('the scanner opens although the previous page left a transaction open', async () => {
        await signIn(person, product.url, () => person.run(navigateDuringSignIn, '/Scanner'))
        // If the scanner waited for the transaction of the previous page, this field would never appear.
        await person.waitUntilPressable(fieldSelector('اسم الضيف أو رمز الدعوة'))
      })
      // The app must be installed before the server stops below. WebKitGTK may never end an installation that a navigation interrupts, so the
      // test waits before the next navigation.
      await person.run(() => navigator.serviceWorker.ready.then(() => null), null)

      await person.goto(`${product.url}/generator`)
      await person.paste(fieldSelector('اسم المناسبة'), 'زفاف محمّد وسارة')
      for (const [part, digits] of Object.entries(TOMORROW)) {
        await person.click({ selector: `[role=spinbutton][data-type=${part}]` })
        await person.type(digits)
      }
      await pasteGuests(person, GUESTS)
      await person.click(buttonSelector('توليد الدعوات'))
      await expect.poll(() => readCardState(person), { timeout: 60_000 }).toEqual({ count: GUESTS.length, isDrawn: true })
      // Waits for the button that appears above the cards when the design is saved. It shifts the elements below, which are clicked next.
      await person.waitUntilPressable(buttonSelector('من تصاميم مناسباتك السابقة'))

      await person.click(buttonSelector('تحميل ملف مضغوط'))
      const cards = await waitForArchiveFiles(home)
      const ids = await Promise.all(
        cards.map(
          async file => (JSON.parse((await readWithJsQr(await cropQrCode(file, CARD_SIZES_ON_TEMPLATE))) ?? '{}') as { id: string }).id,
        ),
      )
      expect(new Set(ids).size).toBe(GUESTS.length)
      for (const [n, [goldenName, name]] of Object.entries(GOLDEN_NAMES).entries())
        expect
          .soft(await cropGuestName(cards[n]!, name, CARD_SIZES_ON_TEMPLATE), `${goldenName} as Chromium draws it`)
          .toMatchSnapshot(`mithaq-${goldenName}.png`, NAME_IMAGE_TOLERANCE)

      await person.goto(`${product.url}/Scanner`)
      await enterCode(person, ids[0]!, 'admitted')
      await enterCode(person, ids[0]!, 'used')
      await enterCode(person, UNKNOWN_CODE, 'refused')

      await expect.poll(() => person.run(countReplicaInvitations, null), { timeout: 60_000 }).toBe(GUESTS.length)
      await product.stop()
      await person.goto(`${product.url}/Scanner`)
      await enterCode(person, ids[1]!, 'admitted')
      await enterCode(person, ids[1]!, 'used')
      await enterCode(person, UNKNOWN_CODE, 'refused')

      const { stop } = await startServerProcess({ port: new URL(product.url).port, dataDir: product.dataDir })
      const readSortedAdmissionCounts = async () => (await person.run(readAdmissionCounts, null)).sort()
      await expect
        .poll(() => readSortedAdmissionCounts().catch(() => []), { timeout: 60_000 })
        .toEqual([...GUESTS.slice(2).map(() => 0), 1, 1])
      await stop()
    })
  })
}
