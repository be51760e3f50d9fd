import { contract, httpBackend, type LiveEvent } from '@hudur/core'
import { afterEach, describe, expect, test } from 'vitest'
import { scenarios } from '../../../testing/scenarios.ts'
import { createLive, type Live } from './live.ts'

const { scenario } = scenarios()
const { scenario: scenarioWithoutStreams } = scenarios({ streams: { max: 0 } })

/** Times short enough for a test. The silence is long, so that no stream is given up for it. */
const TIMES = { firstFigures: 300, silence: 60_000, pollInterval: 50, polling: 500, firstWait: 20, longestWait: 40, refused: 40 }

describe('live figures on a phone', () => {
  const ends: (() => void)[] = []
  afterEach(() => {
    for (const end of ends.splice(0)) end()
  })

  /** Creates a host with one event, and a phone that follows its figures. */
  async function following(network: 'open' | 'collecting' = 'open', begin = scenario) {
    const parts = await begin({ guests: ['سارة', 'علي'] })
    const { phone, invited } = parts
    phone.become(network)
    const page = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState })
    const server = httpBackend(contract, { base: phone.base, fetch: phone.fetch })
    const live = createLive({
      server,
      fetch: phone.fetch,
      base: phone.base,
      connection: phone.connection,
      page: page as Document,
      times: TIMES,
    })
    const feed = live.of(invited[0]!.eventId!)
    const states: Live<LiveEvent>[] = []
    ends.push(feed.subscribe(() => states.push(feed.get() as Live<LiveEvent>)))
    const now = () => feed.get() as Live<LiveEvent>
    return { ...parts, page, feed, now, states, eventId: invited[0]!.eventId! }
  }

  test('arrive at once and after each change', async () => {
    const { now, desk, invited } = await following()
    await expect.poll(now).toMatchObject({ state: 'live', figures: { arrived: 0, invited: 2 } })
    await desk.scanning.check({ qr_code: invited[0]!.id })
    await expect.poll(now).toMatchObject({ state: 'live', figures: { arrived: 1, last: [{ guestName: 'سارة' }] } })
  })

  test('are lost with the server, and live again when it answers', async () => {
    const { now, desk, invited, phone } = await following()
    await expect.poll(now).toMatchObject({ state: 'live' })
    await phone.networkState('refusing')
    await expect.poll(now).toMatchObject({ state: 'lost', figures: { arrived: 0 } })
    await desk.scanning.check({ qr_code: invited[0]!.id })
    await phone.networkState('open')
    await expect.poll(now).toMatchObject({ state: 'live', figures: { arrived: 1 } })
  })

  test('are read by single requests where a proxy holds streams back, and live again without it', async () => {
    const { now, desk, invited, phone } = await following('collecting')
    await expect.poll(now).toMatchObject({ state: 'polling', figures: { arrived: 0 } })
    await desk.scanning.check({ qr_code: invited[0]!.id })
    await expect.poll(now).toMatchObject({ state: 'polling', figures: { arrived: 1 } })
    phone.become('open')
    await expect.poll(now).toMatchObject({ state: 'live' })
  })

  test('are not followed while the page is hidden', async () => {
    const { now, desk, invited, page, states } = await following()
    await expect.poll(now).toMatchObject({ state: 'live' })
    page.visibilityState = 'hidden'
    page.dispatchEvent(new Event('visibilitychange'))
    expect(now()).toMatchObject({ state: 'lost' })
    const count = states.length
    await desk.scanning.check({ qr_code: invited[0]!.id })
    expect(states).toHaveLength(count)
    page.visibilityState = 'visible'
    page.dispatchEvent(new Event('visibilitychange'))
    await expect.poll(now).toMatchObject({ state: 'live', figures: { arrived: 1 } })
  })

  test('are read by single requests where the server has too many streams, and follow changes', async () => {
    const { now, desk, invited } = await following('open', scenarioWithoutStreams)
    await expect.poll(now).toMatchObject({ state: 'polling', figures: { arrived: 0 } })
    await desk.scanning.check({ qr_code: invited[0]!.id })
    await expect.poll(now).toMatchObject({ state: 'polling', figures: { arrived: 1 } })
  })

  test('end when the user may not read them any more, and begin again when the user may', async () => {
    const { now, desk, eventId } = await following()
    await expect.poll(now).toMatchObject({ state: 'live' })
    await desk.events.remove({ id: eventId })
    const other = await following()
    await expect.poll(other.now).toMatchObject({ state: 'live' })
    const cookies = [...other.phone.cookies]
    other.phone.cookies.clear()
    await other.phone.networkState('refusing')
    await other.phone.networkState('open')
    await expect.poll(other.now).toMatchObject({ state: 'ended', figures: undefined })
    for (const [name, value] of cookies) other.phone.cookies.set(name, value)
    await expect.poll(other.now).toMatchObject({ state: 'live', figures: { arrived: 0 } })
  })
})
