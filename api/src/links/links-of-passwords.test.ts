import * as texts from '@hudur/core/texts'
import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../testing/engines.ts'
import { followFigures } from '../../testing/follow.ts'
import { openLink } from '../../testing/link-device.ts'
import { PASSWORD } from '../../testing/server.ts'
import { startTestServer } from '../../testing/test-server.ts'

const NEW_PASSWORD = 'nakhla-sidr'

describe.each(ENGINES)('links after a change of the password on %s', engine => {
  let now = new Date('2026-11-20T18:00:00.000Z')
  const { db, base, signIn } = startTestServer(engine, { now: () => now, liveInterval: 600_000 })

  /** Signs a host in who has an open link of each role, and one link that has ended. */
  async function signInHost() {
    now = new Date('2026-11-20T18:00:00.000Z')
    const host = await signIn()
    const { id: eventId } = await host.events.create({ name: 'زفاف سارة', date: '2026-11-20' })
    const createLink = (role: 'door' | 'live' | 'family', fields = {}) => host.links.create({ eventId, role, name: role, ...fields })
    const links = [await createLink('door'), await createLink('live'), await createLink('family', { allotment: 5 })]
    await createLink('door', { expiresAt: '2026-11-20T17:00:00.000Z' })
    const devices = await Promise.all(links.map(link => openLink(base(), link)))
    const openCount = async (count = 0) => {
      for (const { backend } of devices)
        count += await backend.links.me({}).then(
          () => 1,
          () => 0,
        )
      return count
    }
    return { host, devices, openCount, used: async () => (await host.accounts.me({}))!.usedGenerations }
  }

  test('an account counts its own open links, an administrator those of any account', async () => {
    const { host } = await signInHost()
    const [other, admin] = [await signIn(), await signIn({ isAdmin: true })]
    const userId = host.user.id
    expect(await host.links.count({})).toEqual({ open: 3 })
    expect(await other.links.count({ userId })).toEqual({ open: 0 })
    expect(await admin.links.count({ userId })).toEqual({ open: 3 })
    expect(await admin.links.count({})).toEqual({ open: 0 })
  })

  test('a change of the password leaves links open unless the caller ends them', async () => {
    const { host, devices, openCount, used } = await signInHost()
    const other = await signIn()
    const { id: eventId } = await other.events.create({ name: 'تخرّج', date: '2026-11-20' })
    await other.links.create({ eventId, role: 'live', name: 'شاشة' })
    await host.accounts.changePassword({ currentPassword: PASSWORD, newPassword: NEW_PASSWORD })
    expect([await openCount(), await used()]).toEqual([3, 5])

    const stream = await followFigures(devices[1]!.fetch, base())
    await stream.next()
    await host.accounts.changePassword({ currentPassword: NEW_PASSWORD, newPassword: PASSWORD, endsLinks: true })
    while ((await stream.next()) !== undefined);
    expect([await openCount(), await used(), await host.links.count({})]).toEqual([0, 0, { open: 0 }])
    expect(await other.links.count({})).toEqual({ open: 1 })
    const { notifications } = await (await signIn({ isAdmin: true })).activity.list({ limit: 1 })
    expect(notifications[0]).toMatchObject({ userId: host.user.id, description: texts.activity.linksEnded(host.user.fullName, 3) })
  })

  test('an administrator who sets a password ends links only when they choose it', async () => {
    const { host, openCount } = await signInHost()
    const admin = await signIn({ isAdmin: true })
    const { id } = host.user
    expect(await admin.accounts.update({ id, password: NEW_PASSWORD })).toMatchObject({ usedGenerations: 5 })
    expect(await openCount()).toBe(3)
    expect(await admin.accounts.update({ id, fullName: 'هناء', endsLinks: true })).toMatchObject({ usedGenerations: 5 })
    expect(await openCount(), 'without a password nothing ends').toBe(3)
    expect(await admin.accounts.update({ id, password: NEW_PASSWORD, endsLinks: true })).toMatchObject({ usedGenerations: 0 })
    expect(await openCount()).toBe(0)
    expect(await db().read.selectFrom('users').select('used_generations').where('id', '=', id).executeTakeFirst()).toEqual({
      used_generations: 0,
    })
  })
})
