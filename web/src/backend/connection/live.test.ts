import { contract } from '@hudur/core/contract'
import type { LiveEventFigures } from '@hudur/core/events/contract'
import { createHttpBackend } from '@hudur/core/http-backend'
import { afterEach, describe, expect, test } from 'vitest'
import { setUpScenarios } from '../../../testing/scenarios.ts'
import type { LiveFigures } from './follow-figures.ts'
import { createLiveFeeds } from './live.ts'

const { scenario } = setUpScenarios()
const { scenario: scenarioWithoutStreams } = setUpScenarios({ streams: { max: 0 } })

/** Short times for the tests. `silence` is long, so that no test stream is closed because it is silent. */
const SHORT_FEED_TIMES_MS = {
  firstFigures: 300,
  silence: 60_000,
  pollInterval: 50,
  polling: 500,
  firstWait: 20,
  longestWait: 40,
  refused: 40,
}

describe('live figures on a phone', () => {
  const ends: (() => void)[] = []
  afterEach(() => {
    for (const end of ends.splice(0)) end()
  })

  /** Creates a host with one event, and a phone that subscribes to the live figures of the event. */
  async function createPhoneWithLiveFigures(network: 'open' | 'collecting' = 'open', begin = scenario) {
    const parts = await begin({ guests: ['سارة', 'علي'] })
    const { phone, invited } = parts
    phone.become(network)
    const page = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState })
    const server = createHttpBackend(contract, { base: phone.base, fetch: phone.fetch })
    const live = createLiveFeeds({
      server,
      fetch: phone.fetch,
      base: phone.base,
      connection: phone.connection,
      page: page as Document,
      times: SHORT_FEED_TIMES_MS,
    })
    const feed = live.of(invited[0]!.eventId!)
    const states: LiveFigures<LiveEventFigures>[] = []
    ends.push(feed.subscribe(() => states.push(feed.get() as LiveFigures<LiveEventFigures>)))
    const currentFigures = () => feed.get() as LiveFigures<LiveEventFigures>
    return { ...parts, page, feed, currentFigures, states, eventId: invited[0]!.eventId! }
  }

  test('live figures arrive after subscribing and again after a scan', async () => {
    const { currentFigures, desk, invited } = await createPhoneWithLiveFigures()
    await expect.poll(currentFigures).toMatchObject({ state: 'live', figures: { arrived: 0, invited: 2 } })
    await desk.checkIn.check({ qr_code: invited[0]!.id })
    await expect.poll(currentFigures).toMatchObject({ state: 'live', figures: { arrived: 1, last: [{ guestName: 'سارة' }] } })
  })

  test('live figures are «lost» while the server is unreachable', async () => {
    const { currentFigures, desk, invited, phone } = await createPhoneWithLiveFigures()
    await expect.poll(currentFigures).toMatchObject({ state: 'live' })
    await phone.networkState('refusing')
    await expect.poll(currentFigures).toMatchObject({ state: 'lost', figures: { arrived: 0 } })
    await desk.checkIn.check({ qr_code: invited[0]!.id })
    await phone.networkState('open')
    await expect.poll(currentFigures).toMatchObject({ state: 'live', figures: { arrived: 1 } })
  })

  test('live figures are polled while a proxy buffers streams', async () => {
    const { currentFigures, desk, invited, phone } = await createPhoneWithLiveFigures('collecting')
    await expect.poll(currentFigures).toMatchObject({ state: 'polling', figures: { arrived: 0 } })
    await desk.checkIn.check({ qr_code: invited[0]!.id })
    await expect.poll(currentFigures).toMatchObject({ state: 'polling', figures: { arrived: 1 } })
    phone.become('open')
    await expect.poll(currentFigures).toMatchObject({ state: 'live' })
  })

  test('live figures are not updated while the page is hidden', async () => {
    const { currentFigures, desk, invited, page, states } = await createPhoneWithLiveFigures()
    await expect.poll(currentFigures).toMatchObject({ state: 'live' })
    page.visibilityState = 'hidden'
    page.dispatchEvent(new Event('visibilitychange'))
    expect(currentFigures()).toMatchObject({ state: 'lost' })
    const count = states.length
    await desk.checkIn.check({ qr_code: invited[0]!.id })
    expect(states).toHaveLength(count)
    page.visibilityState = 'visible'
    page.dispatchEvent(new Event('visibilitychange'))
    await expect.poll(currentFigures).toMatchObject({ state: 'live', figures: { arrived: 1 } })
  })

  test('live figures are polled when the server allows no stream', async () => {
    const { currentFigures, desk, invited } = await createPhoneWithLiveFigures('open', scenarioWithoutStreams)
    await expect.poll(currentFigures).toMatchObject({ state: 'polling', figures: { arrived: 0 } })
    await desk.checkIn.check({ qr_code: invited[0]!.id })
    await expect.poll(currentFigures).toMatchObject({ state: 'polling', figures: { arrived: 1 } })
  })

  test('live figures are «ended» while the user has no session', async () => {
    const { currentFigures, desk, eventId } = await createPhoneWithLiveFigures()
    await expect.poll(currentFigures).toMatchObject({ state: 'live' })
    await desk.events.remove({ id: eventId })
    const other = await createPhoneWithLiveFigures()
    await expect.poll(other.currentFigures).toMatchObject({ state: 'live' })
    const cookies = [...other.phone.cookies]
    other.phone.cookies.clear()
    await other.phone.networkState('refusing')
    await other.phone.networkState('open')
    await expect.poll(other.currentFigures).toMatchObject({ state: 'ended', figures: undefined })
    for (const [name, value] of cookies) other.phone.cookies.set(name, value)
    await expect.poll(other.currentFigures).toMatchObject({ state: 'live', figures: { arrived: 0 } })
  })
})

test('live figures are polled while the stream parser cannot be loaded', async () => {
  const { phone, invited } = await scenario({ guests: ['سارة'] })
  const live = createLiveFeeds({
    ...{ server: phone.backend, fetch: phone.fetch, base: phone.base, connection: phone.connection, page: undefined },
    times: SHORT_FEED_TIMES_MS,
    loadParser: () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
  })
  const feed = live.of(invited[0]!.eventId!)
  const states = new Set<string>()
  const unsubscribe = feed.subscribe(() => states.add(feed.get().state))
  await expect.poll(() => feed.get()).toMatchObject({ state: 'polling', figures: { invited: 1 } })
  expect(states).not.toContain('ended')
  unsubscribe()
})
