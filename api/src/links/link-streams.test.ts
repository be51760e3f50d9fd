import type { LinkRole } from '@hudur/core/actor'
import type { LiveEventFigures } from '@hudur/core/events/contract'
import { dayInAden } from '@hudur/core/testing/days'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createStorageFromTemplate } from '../../testing/engines.ts'
import { followFigures } from '../../testing/follow.ts'
import { openLink } from '../../testing/link-device.ts'
import { startSwallowingPooler } from '../../testing/postgres-proxy.ts'
import { addAccount, startServer } from '../../testing/server.ts'
import type { Database } from '../database/database.ts'
import { openDatabase } from '../database/open.ts'

const today = dayInAden()

describe.each(['notifications', 'a pooler that delivers no notifications'])('streams of links at another process, with %s', network => {
  let ends: (() => unknown)[]
  /** The server that the owner calls, and the server that sends the streams to the devices. Both use one database. */
  let [ownerServer, deviceServer]: Awaited<ReturnType<typeof startServer>>[] = []
  let databases: Database[]

  beforeAll(async () => {
    const { databaseUrl = '' } = await createStorageFromTemplate('postgres')
    const pooler = network === 'notifications' ? undefined : await startSwallowingPooler(databaseUrl)
    const storage = { databaseUrl: pooler?.url ?? databaseUrl, dataDir: '' }
    databases = [await openDatabase(storage), await openDatabase(storage)]
    // Neither the regular reads nor the regular checks happen within the test.
    const quiet = { liveInterval: 600_000, streams: { checkInterval: 600_000 } }
    ;[ownerServer, deviceServer] = [await startServer(databases[0]!, quiet), await startServer(databases[1]!, quiet)]
    ends = [ownerServer.close, deviceServer.close, ...databases.map(({ close }) => close), () => pooler?.close()]
  })
  afterAll(async () => {
    for (const end of ends) await end()
  })

  let hosts = 0
  /** Creates a host with an event of one guest who has arrived. */
  async function createHost() {
    if (network === 'notifications') await expect.poll(() => databases.every(({ changes }) => changes.areComplete())).toBe(true)
    const { backend } = await ownerServer!.callerFor(await addAccount(databases[0]!, { username: `host${hosts++}` }))
    const [guest] = await backend.invitations.create({ invitations: [{ eventName: 'زفاف', eventDate: today, guestName: 'سارة' }] })
    await backend.checkIn.check({ qr_code: guest!.id })
    const eventId = guest!.eventId!
    const createLink = (role: LinkRole = 'live', fields = {}) =>
      backend.links.create({ eventId, role, name: 'شاشة', showsNames: true, ...fields })

    /** Opens a link at the other process and follows its figures. */
    async function openFollowedLink(fields = {}) {
      const link = await createLink('live', fields)
      const { fetch } = await openLink(deviceServer!.base, link)
      const stream = await followFigures<LiveEventFigures>(fetch, deviceServer!.base)
      expect((await stream.next())!.last).toMatchObject([{ guestName: 'سارة' }])
      return { link, fetch, stream }
    }
    return { backend, guest: guest!, eventId, create: createLink, followed: openFollowedLink }
  }

  type FollowedLink = Awaited<ReturnType<Awaited<ReturnType<typeof createHost>>['followed']>>
  const waitForEnd = async ({ stream }: FollowedLink) => {
    while ((await stream.next()) !== undefined);
  }

  test('a live stream gets changes that were made at another process', async () => {
    const { backend, guest, followed } = await createHost()
    expect(databases.map(({ changes }) => changes.areComplete())).toEqual(Array(2).fill(network === 'notifications'))
    const [revoked, reissued, ending, lasting] = [await followed(), await followed(), await followed(), await followed()]
    await backend.links.revoke({ id: revoked.link.id })
    await backend.links.reissue({ id: reissued.link.id })
    await backend.links.update({ id: ending.link.id, expiresAt: new Date(Date.now() + 1_000).toISOString() })
    await Promise.all([waitForEnd(revoked), waitForEnd(reissued), waitForEnd(ending)])
    await backend.checkIn.check({ qr_code: guest.id, happened: true, nonce: 'again' })
    await lasting.stream.until(({ exceeding }) => exceeding === 1)
    lasting.stream.close()
  })

  test('links at another process get no names after the event hides them', async () => {
    const { backend, eventId, create, followed } = await createHost()
    const screen = await followed()
    const door = await openLink(deviceServer!.base, await create('door', { maySearch: true }))
    const replica = await door.backend.links.replica({})
    expect(replica.invitations).toMatchObject([{ guest: { guestName: 'سارة' } }])

    await backend.events.update({ id: eventId, hidesNames: true })
    await waitForEnd(screen)
    const again = await followFigures<LiveEventFigures>(screen.fetch, deviceServer!.base)
    expect((await again.next())!.last).toEqual([{ at: expect.any(String), people: 1, gate: null }])
    expect(await door.backend.links.me({})).toMatchObject({ showsNames: false, maySearch: false })
    const hidden = await door.backend.links.replica({ since: replica.mark, epoch: replica.epoch })
    expect(hidden).toMatchObject({ isFull: true, invitations: [{ guest: null }] })
    await expect(door.backend.checkIn.candidates({ search: 'سارة' })).rejects.toMatchObject({ code: 'not-allowed' })
    expect(await door.backend.checkIn.check({ qr_code: 'سارة', source: 'typed' })).toMatchObject({ outcome: 'refused', invitation: null })

    await backend.events.update({ id: eventId, date: '2020-01-01' })
    while ((await again.next()) !== undefined);
    await expect(door.backend.links.me({})).rejects.toMatchObject({ code: 'link-ended' })
  })
})
