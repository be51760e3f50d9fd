import process from 'node:process'
import type { Browser, Page } from '@playwright/test'
import { withDatabase } from '../api/testing/empty-database.ts'
import { guestNameAt } from '../api/testing/many-invitations.ts'
import { launchBrowser, openSignedInPage } from './browser.ts'
import { type BenchServer, printTable, withSignedInServer } from './figures.ts'

const GUESTS = 10_000
/** The number of invitations that one API call creates. */
const INVITATIONS_PER_CALL = 5_000
/** How many times each measurement is repeated. Other load on the machine slows some repetitions; slow code slows all of them. */
const ROUNDS = 3
/** The distance (px) of one step of the mouse wheel, and the pause (ms) after it. */
const WHEEL_STEP = { distance: 300, pause: 40 }
const PAGE_COUNT = 3
const CARD_WHEEL_STEPS = 60
/** The search texts: the first finds an eighth of the guests, the second exactly one guest, the third a few. */
const SEARCHES = ['محمد', guestNameAt(7_919), 'باوزير 99']

/** The goals: the maximum times (ms). Browsers report tasks of the main thread only if they take at least 50 ms. */
const GOALS = { rows: 1_000, task: 50, search: 100 }

type PageTimes = { firstRow?: number; tasks: number[]; typedAt: number; answeredAt?: number | undefined }
type WindowWithTimes = { watch: PageTimes }

/** Runs in the page. Records when the first guest and the result of a search appeared, and the tasks of at least 50 ms. */
function watchPage() {
  const watch: PageTimes = { tasks: [], typedAt: 0 }
  Object.assign(window, { watch })
  new PerformanceObserver(list => {
    for (const { duration } of list.getEntries()) watch.tasks.push(duration)
  }).observe({ type: 'longtask' })
  document.addEventListener(
    'input',
    () => {
      watch.typedAt = performance.now()
      watch.answeredAt = undefined
    },
    { capture: true },
  )
  new MutationObserver(() => {
    const list = document.querySelector('ul[aria-label="الضيوف"]')
    if (!list?.firstElementChild) return
    watch.firstRow ??= performance.now()
    const searched = new URLSearchParams(location.search).get('search') ?? ''
    const typed = document.querySelector<HTMLInputElement>('input[type="search"]')?.value.trim()
    if (searched === typed && list.getAttribute('aria-busy') === 'false') watch.answeredAt ??= performance.now()
  }).observe(document, { childList: true, subtree: true, attributes: true, characterData: true })
}

const readPageTimes = (page: Page) => page.evaluate(() => (window as unknown as WindowWithTimes).watch)

/** Returns the duration (ms) of the longest task of the page while `act` runs, or 0 when no task took 50 ms. */
async function measureLongestTask(page: Page, act: () => Promise<void>) {
  await page.waitForTimeout(1_000)
  await page.evaluate(() => {
    ;(window as unknown as WindowWithTimes).watch.tasks = []
  })
  await act()
  await page.waitForTimeout(200)
  return Math.max(0, ...(await readPageTimes(page)).tasks)
}

async function turnWheel(page: Page, turns: number) {
  for (let n = 0; n < turns; n++) {
    await page.mouse.wheel(0, WHEEL_STEP.distance)
    await page.waitForTimeout(WHEEL_STEP.pause)
  }
}

/** Scrolls through several pages of the guest list, one after another. */
async function scrollGuests(page: Page) {
  for (let n = 0; n < PAGE_COUNT; n++) {
    await turnWheel(page, 16)
    await page.getByRole('button', { name: 'التالية' }).click()
  }
}

/** Returns the time (ms) from the input of a search text until its result is rendered. */
async function measureSearch(page: Page, searched: string) {
  const field = page.getByRole('searchbox', { name: 'البحث في الضيوف' })
  const waitForAnswer = () => page.waitForFunction(() => (window as unknown as WindowWithTimes).watch.answeredAt !== undefined)
  await field.focus()
  await page.keyboard.insertText(searched)
  await waitForAnswer()
  const { typedAt, answeredAt = 0 } = await readPageTimes(page)
  await field.fill('')
  await waitForAnswer()
  return answeredAt - typedAt
}

/** Measures one visit to the event by a browser that has already loaded the application. */
async function measureVisit(browser: Browser, server: BenchServer, eventId: string) {
  const page = await openSignedInPage(browser, server, { width: 1280, height: 800 })
  await page.addInitScript(watchPage)
  await page.goto('/events')
  await page.getByRole('heading', { name: 'المناسبات' }).waitFor()
  await page.goto(`/events/${eventId}`)
  await page.waitForFunction(() => (window as unknown as WindowWithTimes).watch.firstRow !== undefined)
  const { firstRow = 0 } = await readPageTimes(page)
  await page.mouse.move(640, 500)
  const guests = await measureLongestTask(page, () => scrollGuests(page))
  await page.goto(`/events/${eventId}`)
  await page.waitForTimeout(1_000)
  const searches: number[] = []
  for (const searched of SEARCHES) searches.push(await measureSearch(page, searched))
  await page.goto(`/events/${eventId}/card`)
  await page
    .getByRole('img', { name: /^بطاقة / })
    .first()
    .waitFor()
  await page.mouse.move(640, 500)
  const cards = await measureLongestTask(page, () => turnWheel(page, CARD_WHEEL_STEPS))
  await page.context().close()
  return { rows: firstRow, guests, cards, search: Math.max(...searches) }
}

/** Measures the screens of an event with 10,000 guests in a browser. Exits with 1 when a goal is missed. */
export const bench = () => withDatabase('SQLite', target => withSignedInServer(target, measureEventScreens))

async function measureEventScreens(server: BenchServer) {
  let eventId = ''
  for (let from = 0; from < GUESTS; from += INVITATIONS_PER_CALL) {
    const event = { eventName: 'زفاف محمّد وسارة', eventDate: '2027-01-14' }
    const invitations = Array.from({ length: INVITATIONS_PER_CALL }, (_, n) => ({ ...event, guestName: guestNameAt(from + n) }))
    eventId = (await server.backend.invitations.create({ invitations }))[0]!.eventId!
  }
  const browser = await launchBrowser()
  const rounds: Awaited<ReturnType<typeof measureVisit>>[] = []
  for (let n = 0; n < ROUNDS; n++) rounds.push(await measureVisit(browser, server, eventId))
  await browser.close()

  const toGoalRow = (what: string, measured: keyof (typeof rounds)[number], goal: number) => {
    const times = rounds.map(round => Math.round(round[measured]))
    return { what, 'best ms': Math.min(...times), 'worst ms': Math.max(...times), 'goal ms': goal }
  }
  const table = [
    toGoalRow(`first of ${GUESTS} guests after the address was opened`, 'rows', GOALS.rows),
    toGoalRow(`longest task while scrolling through ${PAGE_COUNT} pages of guests`, 'guests', GOALS.task),
    toGoalRow('longest task while scrolling through the cards', 'cards', GOALS.task),
    toGoalRow('from the input of a search to its guests', 'search', GOALS.search),
  ]
  printTable(table)
  if (table.some(one => one['best ms'] >= one['goal ms'])) process.exitCode = 1
}
