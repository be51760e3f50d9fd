import { beforeEach, describe, expect, test } from 'vitest'
import { ENGINES } from '../../testing/engines.ts'
import { openLink } from '../../testing/link-device.ts'
import { refusalCodeOf, startTestServer } from '../../testing/test-server.ts'
import '../../testing/quick-passwords.ts'

const event = { name: 'زفاف سارة', date: '2026-11-20' }
const MINUTE = 60_000

describe.each(ENGINES)('pins and devices of links on %s', engine => {
  let now: Date
  const server = startTestServer(engine, { now: () => now, rateLimit: true, trustProxy: ['127.0.0.1'] })
  beforeEach(() => {
    now = new Date('2026-11-20T18:00:00.000Z')
  })

  async function createHost() {
    const host = await server.signIn()
    const { id: eventId } = await host.events.create(event)
    return { host, eventId, create: (fields = {}) => host.links.create({ eventId, role: 'door', name: 'الباب', ...fields }) }
  }

  const open = (link: { id: string; url: string }, pin?: string) => openLink(server.base(), { ...link, ...(pin !== undefined && { pin }) })

  test('a link with a PIN opens only with it, also in Arabic digits', async () => {
    const { host, eventId, create } = await createHost()
    const link = await create({ pin: '٤٨٢١٠' })
    expect(link).toMatchObject({ hasPin: true })
    expect(await refusalCodeOf(open(link))).toBe('pin-required')
    await expect(open(link, '48211')).rejects.toMatchObject({ code: 'wrong-pin', fields: { pin: expect.any(String) } })
    expect((await open(link, '48210')).self).toMatchObject({ id: link.id, hasPin: true })
    expect((await open(link, '٤٨٢١٠')).self).toMatchObject({ id: link.id })
    await host.links.update({ id: link.id, pin: '1357' })
    expect(await refusalCodeOf(open(link, '48210'))).toBe('wrong-pin')
    const reissued = await host.links.reissue({ id: link.id })
    expect(await refusalCodeOf(open(reissued))).toBe('pin-required')
    await host.links.update({ id: link.id, pin: null })
    await open(reissued)
    expect(await host.links.list({ eventId })).toMatchObject([{ hasPin: false }])
  })

  test('a PIN has 4 to 6 digits', async () => {
    const { create } = await createHost()
    for (const pin of ['123', '1234567', '12a4', '', '12 34'])
      await expect(create({ pin })).rejects.toMatchObject({ code: 'bad-input', fields: { pin: expect.any(String) } })
  })

  test('the database contains no PIN in clear text', async () => {
    const { create } = await createHost()
    await create({ pin: '928374' })
    expect(JSON.stringify(await server.db().read.selectFrom('links').selectAll().execute())).not.toContain('928374')
  })

  test('creating a link again with the same id needs the same PIN', async () => {
    const { create } = await createHost()
    const id = 'ABCDEFGHJKMNPQRSTVWX'
    await create({ id, pin: '1357' })
    for (const pin of ['1358', undefined]) expect(await refusalCodeOf(create({ id, pin }))).toBe('id-taken')
    await open(await create({ id, pin: '1357' }), '1357')
  })

  test('five wrong PINs lock the link for 15 minutes, only for their address', async () => {
    const { create } = await createHost()
    const [link, other] = [await create({ pin: '1357' }), await create({ pin: '1357' })]
    const enter = async ({ url }: { url: string }, pin: string, address = '203.0.113.7') => {
      const response = await fetch(`${server.base()}/api/link/enter.php`, {
        method: 'POST',
        body: JSON.stringify({ token: url.split('#')[1], pin }),
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      })
      return { status: response.status, wait: response.headers.get('retry-after'), body: await response.json() }
    }
    // A right PIN clears the count.
    for (let n = 0; n < 4; n++) expect(await enter(link, '0000')).toMatchObject({ status: 403 })
    expect(await enter(link, '1357')).toMatchObject({ status: 200 })
    const wrong = await Promise.all(Array.from({ length: 8 }, (_, n) => enter(link, `000${n}`)))
    expect(wrong.map(({ status }) => status).sort()).toEqual([403, 403, 403, 403, 403, 429, 429, 429])
    expect(await enter(link, '1357')).toMatchObject({ status: 429, wait: '900', body: { error: expect.stringContaining('15 دقيقة') } })
    expect(await enter(link, '1357', '203.0.113.8')).toMatchObject({ status: 200 })
    expect(await enter(other, '1357')).toMatchObject({ status: 200 })
    now = new Date(now.getTime() + 15 * MINUTE)
    expect(await enter(link, '1357')).toMatchObject({ status: 200 })
  })

  test('only the first devices up to the maximum open a link', async () => {
    const { host, eventId, create } = await createHost()
    const link = await create({ maxDevices: 3 })
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => refusalCodeOf(open(link))))
    expect(outcomes.sort()).toEqual(['done', 'done', 'done', 'link-full', 'link-full', 'link-full'])
    now = new Date(now.getTime() + 2 * 1440 * MINUTE)
    await expect(open(link)).rejects.toMatchObject({ code: 'link-full', message: expect.stringContaining('3 أجهزة') })
    const [listed] = await host.links.list({ eventId })
    expect(listed).toMatchObject({ maxDevices: 3, devices: [{}, {}, {}] })
    await host.links.update({ id: link.id, maxDevices: null })
    await open(link)
  })

  test('a device that is signed out gets link-ended, and its place is free', async () => {
    const { host, eventId, create } = await createHost()
    const stranger = await server.signIn()
    const link = await create({ maxDevices: 2 })
    const [one, two] = [await open(link), await open(link)]
    const [guest] = await host.invitations.create({ invitations: [{ eventId, guestName: 'علي' }] })
    now = new Date(now.getTime() + 5 * MINUTE)
    await two.backend.links.me({})
    const [{ devices } = { devices: [] }] = await host.links.list({ eventId })
    const id = devices[1]!.id
    expect(await refusalCodeOf(stranger.links.signOutDevice({ id }))).toBe('not-found')
    await host.links.signOutDevice({ id })
    expect(await refusalCodeOf(host.links.signOutDevice({ id }))).toBe('not-found')
    expect(await refusalCodeOf(one.backend.links.me({}))).toBe('link-ended')
    expect(await two.backend.links.me({})).toMatchObject({ id: link.id })
    expect((await host.links.list({ eventId }))[0]!.devices).toHaveLength(1)
    // What the device admitted offline before it learned of the sign-out becomes a conflict.
    await one.backend.checkIn.check({ qr_code: guest!.id, nonce: 'a', happened: true })
    expect((await host.checkIn.conflicts({ eventId })).rows).toMatchObject([{ kind: 'late' }])
    await open(link)
  })
})
