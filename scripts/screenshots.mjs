/**
 * Takes the screenshots of `README.md` (`npm run pictures -- screens`): an event, the page of a guest, the generator and a door, with the
 * data of the demo.
 */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { buildSite } from './build.mjs'
import { environment, nodePath, projectRoot } from './install.mjs'

/** The password of every account of the demo. */
const PASSWORD = 'hudur-demo'

const GENERATED_GUESTS = ['الأستاذ خالد سعيد باوزير', 'أم عمر الكثيري', 'م. عبدالله العمودي', 'أمل عبدالكريم', 'الشيخ صالح باعبّاد']

const DESKTOP = { viewport: { width: 1280, height: 800 } }
const PHONE = { viewport: { width: 390, height: 780 }, deviceScaleFactor: 1.5 }

/** The hour of the screenshots. Guests of the event of today have arrived since 19:00. */
const EVENING_HOUR = 21

/** Returns a time zone in which it is evening now. */
function eveningTimeZone() {
  const offset = EVENING_HOUR - new Date().getUTCHours()
  return `Etc/GMT${offset > 0 ? `-${offset}` : `+${-offset}`}`
}

/** Fills a data folder with the demo's data and starts a server on it. Resolves with its URL and a function that ends it. */
async function startDemoServer(timeZone) {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'hudur-pictures-'))
  const env = {
    ...environment,
    ...{ DATA_DIR: dataDir, PORT: '0', APP_TIMEZONE: timeZone, LOG_LEVEL: 'error', RATE_LIMIT: 'off' },
    ...{ SETTINGS_FILE: os.devNull, DATABASE_URL: '', SMTP_URL: '', PUBLIC_URL: '' },
  }
  spawnSync(nodePath, ['api/src/demo.ts'], { cwd: projectRoot, env, stdio: ['ignore', 'ignore', 'inherit'] })
  const server = spawn(nodePath, ['api/src/server.ts'], { cwd: projectRoot, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise(resolve => server.once('exit', resolve))
  const stop = async () => {
    server.kill('SIGTERM')
    await ended
    rmSync(dataDir, { recursive: true })
  }
  for await (const output of server.stdout) {
    const url = /http:[^\s"]+/.exec(output)?.[0]
    if (url) return { url, stop }
  }
  throw new Error('The server of the demo did not start.')
}

/**
 * Signs a host of the demo in. Returns a function that calls an endpoint and resolves with the answer, and the session for a page of the
 * browser.
 */
async function signIn(browser, url, username) {
  const context = await browser.newContext({ baseURL: url })
  const call = async (method, endpoint, data) => {
    const response = await context.request.fetch(`/api/${endpoint}`, { method, data })
    if (!response.ok()) throw new Error(`${endpoint}: ${response.status()} ${await response.text()}`)
    return response.json()
  }
  await call('POST', 'auth/login.php', { username, password: PASSWORD })
  return { call, session: await context.storageState() }
}

/** Takes the screenshots with a browser of Playwright. Passes each, as the bytes of a PNG, with its name to `save`. */
export async function takeScreenshots(browser, save) {
  buildSite()
  const timezoneId = eveningTimeZone()
  const { url, stop } = await startDemoServer(timezoneId)
  try {
    const openPage = async (device, storageState) => {
      const settings = { baseURL: url, timezoneId, locale: 'ar', colorScheme: 'light', reducedMotion: 'reduce' }
      return (await browser.newContext({ ...device, ...settings, storageState })).newPage()
    }
    const savePage = async (page, name) => {
      await page.evaluate(() => document.fonts.ready)
      await save(await page.screenshot({ animations: 'disabled' }), name)
    }
    const graduate = await signIn(browser, url, 'reem')
    const visitor = await openPage(PHONE)
    const [graduation] = await graduate.call('GET', 'events/list.php')
    const invited = await graduate.call('GET', 'invitations/list.php')
    await graduate.call('POST', 'invitations/sent.php', { ids: invited.slice(0, 44).map(({ id }) => id), via: 'whatsapp' })
    for (const { code } of invited.slice(0, 38)) await visitor.request.post('/api/i/opened.php', { data: { code } })
    for (const [n, { code }] of invited.slice(0, 30).entries())
      await visitor.request.post('/api/i/answer.php', { data: { code, attends: n % 6 !== 4 } })
    const event = await openPage(DESKTOP, graduate.session)
    await event.goto(`/events/${graduation.id}`)
    await event.getByText(invited[0].guestName).first().waitFor()
    await savePage(event, 'event')
    await visitor.goto(`/i/${invited[40].code}`)
    await savePage(visitor, 'guest')

    const host = await signIn(browser, url, 'hanaa')
    const generator = await openPage(DESKTOP, host.session)
    await generator.goto('/requests/generate')
    await generator.getByRole('textbox', { name: 'اسم المناسبة' }).fill('عقد قران أحمد وأروى')
    await generator.getByRole('group', { name: 'تاريخ المناسبة' }).getByRole('spinbutton').first().click()
    await generator.keyboard.type('14012027')
    await generator.getByRole('textbox', { name: 'الوقت' }).fill('الثامنة مساءً')
    await generator.getByRole('textbox', { name: 'المكان' }).fill('قاعة ليالي أزال، صنعاء')
    await generator.getByRole('textbox', { name: 'أسماء المعازيم' }).fill(GENERATED_GUESTS.join('\n'))
    await generator.getByRole('button', { name: 'توليد الدعوات' }).click()
    await generator.getByText('تم توليد 5 دعوات').waitFor()
    await generator.getByText('تم توليد 5 دعوات').waitFor({ state: 'hidden' })
    await savePage(generator, 'generator')

    const [{ id: eventId }] = await host.call('GET', 'events/list.php?filter=coming')
    const [guest] = await host.call('GET', `invitations/list.php?eventId=${eventId}&filter=unscanned&limit=1`)
    const link = await host.call('POST', 'links/create.php', { eventId, role: 'door', name: 'البوابة الشرقية', showsNames: true })
    const door = await openPage(PHONE)
    await door.goto(link.url)
    await door.getByRole('textbox', { name: 'رمز الدعوة' }).fill(guest.code)
    await door.keyboard.press('Enter')
    await door.locator('[data-verdict="admitted"]').waitFor()
    await savePage(door, 'door')
  } finally {
    await stop()
  }
}
