import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { chromium, type Page, type Request } from '@playwright/test'
import { ADMINISTRATOR, startProduct } from '../api/testing/process.ts'
import { signIn } from '../api/testing/sign-in.ts'
import { createFakeCameraFlags } from '../e2e/phone.ts'
import { findChromium } from '../scripts/chromium.mjs'

const GUESTS = 10_000
const REPETITIONS = 30

/** Runs in the page. Records when Enter was pressed, when text was entered, and how long (ms) after Enter the result of a scan appeared. */
function watchScanner() {
  const recordedTimes: { enter: number; input: number; verdicts: number[] } = { enter: 0, input: 0, verdicts: [] }
  Object.assign(window, { seen: recordedTimes })
  addEventListener('keydown', ({ key }) => key === 'Enter' && Object.assign(recordedTimes, { enter: performance.now() }), true)
  addEventListener('input', () => Object.assign(recordedTimes, { input: performance.now() }), true)
  new MutationObserver(changes => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(node instanceof HTMLElement)) continue
      if (node.matches('[data-verdict]') || node.querySelector('[data-verdict]'))
        recordedTimes.verdicts.push(performance.now() - recordedTimes.enter)
    }
  }).observe(document, { childList: true, subtree: true })
}

/** Returns the time (ms) from the last typed character until the list shows a guest with this name. */
async function measureListedGuest(page: Page, name: string) {
  const elapsedHandle = await page.waitForFunction(guestName => {
    const isThere = [...document.querySelectorAll('li')].some(({ textContent }) => textContent?.includes(guestName))
    return isThere && performance.now() - (window as unknown as { seen: { input: number } }).seen.input
  }, name)
  return Number(await elapsedHandle.jsonValue())
}

/**
 * Measures the references, `times` times each: the time (ms) in which this browser reads one of `size` records and stores another durably,
 * and the time (ms) in which it filters `size` names in memory.
 */
const measureReference = (page: Page, size: number, times: number) =>
  page.evaluate(
    async ([size, times]) => {
      const waitForRequest = (request: IDBRequest | IDBTransaction) =>
        new Promise((resolve, reject) => {
          Object.assign(request, { onsuccess: resolve, oncomplete: resolve, onerror: reject })
        })
      const opening = indexedDB.open('reference')
      opening.onupgradeneeded = () => opening.result.createObjectStore('rows')
      await waitForRequest(opening)
      const db = opening.result
      const filling = db.transaction('rows', 'readwrite')
      for (let n = 0; n < size!; n++) filling.objectStore('rows').put({ guestName: `ضيف رقم ${n}` }, n)
      await waitForRequest(filling)
      const writeTimes: number[] = []
      const searched: number[] = []
      const names = Array.from({ length: size! }, (_, n) => `ضيف رقم ${n}`)
      for (let n = 0; n < times!; n++) {
        const start = performance.now()
        const trx = db.transaction('rows', 'readwrite', { durability: 'strict' })
        const rows = trx.objectStore('rows')
        rows.get(n).onsuccess = () => rows.put({ at: start }, `scan ${n}`)
        await waitForRequest(trx)
        writeTimes.push(performance.now() - start)
        const from = performance.now()
        names.filter(name => name.includes(`رقم ${n * 331}`))
        searched.push(performance.now() - from)
      }
      return { kept: writeTimes, searched }
    },
    [size, times],
  )

const percentileOf = (took: number[], part: number) => {
  const sorted = took.toSorted((one, other) => one - other)
  return Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0) * 10) / 10
}
const toFigureRow = (measurement: string, took: number[]) => ({
  what: measurement,
  times: took.length,
  'median ms': percentileOf(took, 0.5),
  'p95 ms': percentileOf(took, 0.95),
})

const transferredBytesOf = async (request: Request) => {
  const { responseHeadersSize, responseBodySize, requestHeadersSize, requestBodySize } = await request.sizes()
  return responseHeadersSize + responseBodySize + requestHeadersSize + requestBodySize
}

/**
 * Measures the scanner without a server on a device with ten thousand invitations: the time from a typed code to the result, the time from
 * typed characters to a list of guests, and the bytes of a sync after one invitation has changed.
 */
export async function bench() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hudur-bench-'))
  const server = await startProduct({ DATA_DIR: folder })
  const { backend } = await signIn(server.url)
  const eventDate = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const invitations = Array.from({ length: GUESTS }, (_, n) => ({ eventName: 'زفاف محمّد وسارة', eventDate, guestName: `ضيف رقم ${n}` }))
  const createdInvitations = await backend.invitations.create({ invitations })

  const browser = await chromium.launch({ executablePath: String(findChromium()), args: createFakeCameraFlags() })
  const context = await browser.newContext({ locale: 'ar', baseURL: server.url, viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await page.addInitScript(watchScanner)
  let exchanged = 0
  const exchanges: { changes: number; calls: number }[] = []
  page.on('requestfinished', async request => {
    if (!/changes\.php/.test(request.url())) return
    exchanges.push({ changes: await transferredBytesOf(request), calls: ++exchanged })
  })
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'اسم المستخدم' }).fill(ADMINISTRATOR.username)
  await page.getByLabel('كلمة المرور', { exact: true }).fill(ADMINISTRATOR.password)
  const signedIn = performance.now()
  await page.getByRole('button', { name: 'تسجيل الدخول' }).click()
  await page.waitForURL(/\/generator$/)
  const openDeviceDialog = async () => {
    await page.getByRole('button', { name: /^(?:متصل|الوضع المحلي)/ }).click()
    await page.getByRole('menuitem', { name: 'جاهز لليلة' }).click()
    return page.getByRole('dialog', { name: 'جاهز لليلة' })
  }
  const dialog = await openDeviceDialog()
  await dialog.getByText('على هذا الجهاز 10,000 دعوة').waitFor({ timeout: 120_000 })
  const copied = performance.now() - signedIn
  const whole = exchanges[0]?.changes ?? 0

  // A sync downloads the changes of the last minute again. After more than a minute it downloads only later changes.
  const settled = 65_000
  await page.waitForTimeout(settled)
  await dialog.getByRole('button', { name: 'أرسل الآن' }).click()
  await page.waitForTimeout(2_000)
  await backend.invitations.update({ id: createdInvitations[0]!.id, guestName: 'ضيف آخر' })
  exchanges.length = 0
  await dialog.getByRole('button', { name: 'أرسل الآن' }).click()
  while (exchanges.length === 0) await page.waitForTimeout(50)
  const after = exchanges[0]!.changes

  await page.goto('/Scanner')
  await context.setOffline(true)
  await page.getByRole('button', { name: /^الوضع المحلي/ }).waitFor({ timeout: 60_000 })
  const field = page.getByRole('textbox', { name: 'رمز الدعوة' })
  for (const [n, { id }] of createdInvitations.slice(1, REPETITIONS + 1).entries()) {
    await field.focus()
    await page.keyboard.insertText(id)
    await page.keyboard.press('Enter')
    await page.waitForFunction(count => (window as unknown as { seen: { verdicts: number[] } }).seen.verdicts.length > count, n)
    // The screen shows a scan result for at least this time before the next one.
    await page.waitForTimeout(1_100)
  }
  const names: number[] = []
  for (let n = 1; n <= REPETITIONS; n++) {
    await field.fill('')
    await page.keyboard.insertText(`رقم ${n * 331}`)
    names.push(await measureListedGuest(page, `رقم ${n * 331}`))
  }
  const { verdicts } = await page.evaluate(() => (window as unknown as { seen: { verdicts: number[] } }).seen)
  const { kept, searched } = await measureReference(page, GUESTS, REPETITIONS)
  await browser.close()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
  // biome-ignore lint/suspicious/noConsole: the tables are what this program is for
  console.table([
    toFigureRow('code typed to verdict, 10,000 on the device', verdicts.slice(0, REPETITIONS)),
    toFigureRow('reference: one record read and one kept', kept),
    toFigureRow('letters to names (150 ms of it a rest)', names),
    toFigureRow('reference: a filter over the names in memory', searched),
  ])
  // biome-ignore lint/suspicious/noConsole: the tables are what this program is for
  console.table([
    { what: 'exchange after one change', bytes: after, 'of the whole copy': (after / whole).toFixed(4) },
    { what: 'reference: the whole copy', bytes: whole, 'of the whole copy': '1.0000', seconds: Math.round(copied / 100) / 10 },
  ])
}
