import process from 'node:process'
import type { Browser, Page } from '@playwright/test'
import { withDatabase } from '../api/testing/empty-database.ts'
import { createFakeCameraFlags } from '../e2e/phone.ts'
import { launchBrowser, openSignedInPage } from './browser.ts'
import { type BenchServer, printTable, withSignedInServer } from './figures.ts'

const GUESTS = 60

/** The assumed time (s) to find and press a button: longer than the time in which two presses count as a double tap. */
const PRESS_TIME_S = 1

/**
 * The assumed effort in the other app for each guest, as counted on a phone: the number of presses, and the time (s) until the user is back
 * in this application. In a chat the text is prefilled, so one press sends and one returns. In the share sheet, the user first chooses the
 * app and the contact.
 */
const OTHER_APP_EFFORT = {
  whatsapp: { presses: 2, seconds: 3 },
  picture: { presses: 4, seconds: 12 },
  sms: { presses: 2, seconds: 3 },
}
type SendingWay = keyof typeof OTHER_APP_EFFORT

/** The time (s) that hosts said they need for sixty cards: find the file, find the person in WhatsApp, attach, write a text. */
const TIME_WITHOUT_PRODUCT_S = 35 * 60

/** Replaces the functions that would open another app, and makes sharing a file succeed at once. */
function stubOtherApps() {
  Object.assign(window, { open: () => null })
  Object.assign(navigator, { canShare: () => true, share: async () => undefined })
}

/** Creates an event with guests, and opens the screen for sending invitations as a signed-in user. */
async function openSendingScreen(browser: Browser, server: BenchServer, way: SendingWay) {
  const { invitations, events } = server.backend
  const event = { eventName: `زفاف محمّد وسارة ${way}`, eventDate: '2027-01-14' }
  const [first] = await invitations.create({
    invitations: Array.from({ length: GUESTS }, (_, n) => ({
      ...event,
      guestName: `الأستاذ خالد رقم ${n}`,
      phone: `7771${String(n).padStart(5, '0')}`,
    })),
  })
  const page = await openSignedInPage(browser, server, { width: 390, height: 844 })
  await page.addInitScript(stubOtherApps)
  await page.goto(`/events/${first!.eventId}/send`)
  await page.getByRole('heading', { level: 2 }).waitFor()
  return { page, sentCount: async () => (await events.get({ id: first!.eventId! })).sent }
}

/** Sends the invitation to every guest. Returns the number of presses in the application, and the time (s) spent waiting for it. */
async function sendToAll(page: Page, way: SendingWay) {
  let presses = 0
  let waited = 0
  const pressButton = async (button: string | RegExp) => {
    const target = page.getByRole('button', { name: button })
    const from = performance.now()
    await target.and(page.locator(':enabled')).click({ timeout: 120_000 })
    waited += (performance.now() - from) / 1000
    presses++
  }
  for (let n = 0; n < GUESTS; n++) {
    if (way === 'whatsapp') await pressButton('أرسل على واتساب')
    else {
      await pressButton('طريقة أخرى')
      await pressButton(way === 'picture' ? /^صورة البطاقة/ : /^رسالة نصية/)
    }
    const from = performance.now()
    await page.waitForFunction(
      done => document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow') === String(done),
      n + 1,
      { timeout: 60_000 },
    )
    waited += (performance.now() - from) / 1000
    // This pause makes the presses come at the pace of a person. The table adds that time separately.
    await page.waitForTimeout(PRESS_TIME_S * 1000)
  }
  return { presses, waited }
}

/**
 * Measures sending invitations to sixty guests in each way: the number of presses, and the time at the pace of a person. The times in the
 * other app and of a press are assumed; the waiting times for the application are measured. The reference is the time that hosts need
 * without the application.
 */
export const bench = () => withDatabase('SQLite', target => withSignedInServer(target, measureSending))

async function measureSending(server: BenchServer) {
  const browser = await launchBrowser(...createFakeCameraFlags())
  const rows: Record<string, string | number>[] = []
  try {
    for (const way of Object.keys(OTHER_APP_EFFORT) as SendingWay[]) {
      const { page, sentCount } = await openSendingScreen(browser, server, way)
      const { presses, waited } = await sendToAll(page, way)
      while ((await sentCount()) < GUESTS) await page.waitForTimeout(100)
      const other = OTHER_APP_EFFORT[way]
      const seconds = waited + presses * PRESS_TIME_S + GUESTS * other.seconds
      rows.push({
        ...{ way, 'presses in the product': presses, 'presses in the other app': GUESTS * other.presses },
        ...{ 'waited for the product, s': Math.round(waited), 'in all, s': Math.round(seconds) },
        'of the time outside': `${Math.round((100 * seconds) / TIME_WITHOUT_PRODUCT_S)} %`,
      })
      await page.context().close()
    }
  } finally {
    await browser.close()
  }
  process.stdout.write(`${GUESTS} guests, ${PRESS_TIME_S} s a press; outside the product ${TIME_WITHOUT_PRODUCT_S} s\n`)
  printTable(rows)
}
