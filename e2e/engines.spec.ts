import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { DESIGN_SIZES } from '@hudur/core'
import { test as base, expect } from '@playwright/test'
import { unzipSync } from 'fflate'
import { type Engine, missingFor } from './engines/engine.ts'
import { firefox } from './engines/firefox.ts'
import { button, ENTER, field, type Person, personAt } from './engines/person.ts'
import { webkit } from './engines/webkit.ts'
import { ADMIN, startProduct } from './fixtures.ts'
import { codePart, NAMES, nameStrip, TOLERANCE } from './golden-names.ts'
import { readCode } from './pictures.ts'

const GUESTS = Object.values(NAMES)
const [year = '', month = '', day = ''] = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10).split('-')
/** Tomorrow, typed into the date field. The replica of a device includes the events of the next 30 days. */
const TOMORROW = { day, month, year }
const UNKNOWN_CODE = 'ABCDEFGH12345678ZZZZ'

type Fixtures = { product: Awaited<ReturnType<typeof startProduct>>; home: string; person: Person }

const testIn = (engine: Engine) =>
  base.extend<Fixtures>({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern.
    product: async ({}, use) => {
      const product = await startProduct()
      await use(product)
      await product.stop()
      await product.remove()
    },
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern.
    home: async ({}, use) => {
      const home = await mkdtemp(path.join(os.tmpdir(), 'hudur-engine-'))
      await use(home)
      await rm(home, { recursive: true, force: true })
    },
    person: async ({ home }, use, info) => {
      const person = personAt(await engine.open(home))
      await use(person)
      if (info.status !== info.expectedStatus) await person.saveScreenshot(info.outputPath('page.png'))
      await person.close()
      expect(person.errors()).toEqual([])
    },
  })

/** Signs in with the form and waits for the next page. Runs `before` between filling in the form and sending it. */
async function signIn(person: Person, url: string, before: () => Promise<void>) {
  await person.goto(`${url}/login`)
  await person.paste(field('اسم المستخدم'), ADMIN.username)
  await person.paste(field('كلمة المرور'), ADMIN.password)
  await before()
  await person.type(ENTER)
  await expect.poll(() => person.run(() => location.pathname, null).catch(() => ''), { timeout: 60_000 }).not.toMatch(/^$|login/)
}

/** Pastes a guest list into the generator, and chooses to leave its lines as written, because some golden names contain digits. */
async function pasteGuests(person: Person, guests: readonly string[]) {
  await person.paste(field('أسماء المعازيم'), guests.join('\n'))
  await person.click(button('أبقِ الأسطر كما كُتبت'))
}

/** Returns the number of cards on the page, and whether the first one is drawn in more than 50 colours. Only cards in view are drawn. */
const cardsOnPage = (person: Person) =>
  person.run(() => {
    const [first, ...others] = document.querySelectorAll<HTMLCanvasElement>('canvas[aria-label^="بطاقة "]')
    if (!first || first.width === 0) return undefined
    const { data } = first.getContext('2d')!.getImageData(0, 0, first.width, first.height)
    return { count: 1 + others.length, isDrawn: new Set(new Uint32Array(data.buffer)).size > 50 }
  }, null)

/** Waits until the download of the archive is complete. Returns the files in it. On a busy machine the ten cards take a minute. */
async function downloadedFiles(home: string) {
  const folder = path.join(home, 'downloads')
  let files: Record<string, Uint8Array> = {}
  const unzip = async () => {
    const name = (await readdir(folder)).find(file => file.endsWith('.zip'))
    files = name ? unzipSync(await readFile(path.join(folder, name))) : {}
    return Object.keys(files).length
  }
  await expect.poll(() => unzip().catch(() => 0), { timeout: 120_000 }).toBe(GUESTS.length)
  return Object.values(files).map(file => Buffer.from(file))
}

async function enterCode(person: Person, code: string, verdict: 'admitted' | 'used' | 'refused') {
  await person.click(field('اسم الضيف أو رمز الدعوة'))
  await person.type(code + ENTER)
  await person.see({ selector: `[data-verdict="${verdict}"]` })
}

/** Runs in the page: opens another page at the first write to IndexedDB, and keeps the transaction open with one read after the other. */
function leaveWhileWriting(address: string) {
  const put = IDBObjectStore.prototype.put
  IDBObjectStore.prototype.put = function (...given) {
    IDBObjectStore.prototype.put = put
    const goOn = () => {
      this.get('nothing').onsuccess = goOn
    }
    goOn()
    location.assign(address)
    return put.apply(this, given)
  }
}

/** Runs in the page: returns the number of invitations in the device's replica. */
function guestsOnDevice() {
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
async function scansOnServer() {
  const answer = await fetch('/api/invitations/list.php')
  return [...(await answer.text()).matchAll(/"currentScans":(\d+)/g)].map(([, scans]) => Number(scans))
}

for (const engine of [firefox, webkit]) {
  const missing = missingFor(engine)
  const test = testIn(engine)

  test.describe(missing.length > 0 ? `${engine.name} is not installed: apt-get install ${missing.join(' ')}` : engine.name, () => {
    // The name of the describe block, which is printed, says what to install.
    test.skip(missing.length > 0)
    test.setTimeout(300_000)

    test('draws names as Chromium does, admits a guest once, and continues to admit guests when the server is stopped', async ({
      person,
      product,
      home,
    }) => {
      await test.step('shows the next page when the user leaves a page while it writes to IndexedDB', async () => {
        await signIn(person, product.url, () => person.run(leaveWhileWriting, '/Scanner'))
        // A page that waited for the transaction of the previous page would never show this field.
        await person.see(field('اسم الضيف أو رمز الدعوة'))
      })

      await person.goto(`${product.url}/generator`)
      await person.paste(field('اسم المناسبة'), 'زفاف محمّد وسارة')
      for (const [part, digits] of Object.entries(TOMORROW)) {
        await person.click({ selector: `[role=spinbutton][data-type=${part}]` })
        await person.type(digits)
      }
      await pasteGuests(person, GUESTS)
      await person.click(button('توليد الدعوات'))
      await expect.poll(() => cardsOnPage(person), { timeout: 60_000 }).toEqual({ count: GUESTS.length, isDrawn: true })
      // This button appears above the cards when the design is saved, and moves everything beneath it.
      await person.see(button('من تصاميم مناسباتك السابقة'))

      await person.click(button('تحميل ملف مضغوط'))
      const cards = await downloadedFiles(home)
      const ids = await Promise.all(
        cards.map(async file => (JSON.parse((await readCode(await codePart(file, DESIGN_SIZES))) ?? '{}') as { id: string }).id),
      )
      expect(new Set(ids).size).toBe(GUESTS.length)
      for (const [n, [what, name]] of Object.entries(NAMES).entries())
        expect
          .soft(await nameStrip(cards[n]!, name, DESIGN_SIZES), `${what} as Chromium draws it`)
          .toMatchSnapshot(`mithaq-${what}.png`, TOLERANCE)

      await person.goto(`${product.url}/Scanner`)
      await enterCode(person, ids[0]!, 'admitted')
      await enterCode(person, ids[0]!, 'used')
      await enterCode(person, UNKNOWN_CODE, 'refused')

      await expect.poll(() => person.run(guestsOnDevice, null), { timeout: 60_000 }).toBe(GUESTS.length)
      await person.run(() => navigator.serviceWorker.ready.then(() => null), null)
      await product.stop()
      await person.goto(`${product.url}/Scanner`)
      await enterCode(person, ids[1]!, 'admitted')
      await enterCode(person, ids[1]!, 'used')
      await enterCode(person, UNKNOWN_CODE, 'refused')

      const { stop } = await startProduct({ port: new URL(product.url).port, dataDir: product.dataDir })
      const scans = async () => (await person.run(scansOnServer, null)).sort()
      await expect.poll(() => scans().catch(() => []), { timeout: 60_000 }).toEqual([...GUESTS.slice(2).map(() => 0), 1, 1])
      await stop()
    })
  })
}
