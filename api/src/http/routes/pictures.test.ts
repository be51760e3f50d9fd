import { createPng } from '@hudur/core/testing/pictures'
import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../../testing/engines.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const CACHE_CONTROL = 'private, no-cache'

describe.each(ENGINES)('an image in a browser’s cache on %s', engine => {
  const { base, db, signIn } = startTestServer(engine)

  type Caller = Awaited<ReturnType<typeof signIn>>

  /** Requests a picture. With `tag`, sends it as `If-None-Match`, as a browser with a cached copy does. */
  const requestPicture = async ({ fetch: send }: { fetch: typeof fetch }, path: string, tag?: string) => {
    const response = await send(base() + path, tag === undefined ? {} : { headers: { 'if-none-match': tag } })
    const bytes = Buffer.from(await response.arrayBuffer())
    return { status: response.status, tag: response.headers.get('etag') ?? '', caching: response.headers.get('cache-control'), bytes }
  }

  const createInvitation = async (host: Caller) => {
    const [created] = await host.invitations.create({ invitations: [{ eventName: 'زفاف', eventDate: '2027-01-14', guestName: 'سارة' }] })
    return created!
  }

  /** Returns the paths of a QR code image and of an uploaded picture of an account. */
  async function createPicturePaths(host: Caller) {
    const { id } = await host.invitations.uploadPicture({ picture: createPng() })
    return [(await createInvitation(host)).qrCode, `/api/invitations/picture.php?id=${id}`]
  }

  test('QR codes and pictures return 304 for a matching If-None-Match', async () => {
    const host = await signIn()
    for (const address of await createPicturePaths(host)) {
      const first = await requestPicture(host, address)
      expect(first).toMatchObject({ status: 200, tag: expect.stringMatching(/^"[\w-]{20,43}"$/), caching: CACHE_CONTROL })
      for (const tag of [first.tag, `W/${first.tag}`, `"another", ${first.tag}`, '*'])
        expect(await requestPicture(host, address, tag)).toEqual({ ...first, status: 304, bytes: Buffer.alloc(0) })
      for (const tag of ['"another"', '', first.tag.slice(1, -1), first.tag.slice(0, -2)])
        expect(await requestPicture(host, address, tag)).toEqual(first)
    }
  })

  test('another account gets 404 instead of 304', async () => {
    const [host, stranger] = [await signIn(), await signIn()]
    const invitation = await createInvitation(host)
    const addresses = [...(await createPicturePaths(host)), invitation.qrCode]
    const tags = new Map<string, string>()
    for (const address of addresses) tags.set(address, (await requestPicture(host, address)).tag)
    for (const address of addresses)
      for (const tag of [tags.get(address), '*'])
        expect(await requestPicture(stranger, address, tag)).toMatchObject({ status: 404, caching: 'no-store', tag: '' })
    await host.invitations.remove({ id: invitation.id })
    expect(await requestPicture(host, invitation.qrCode, '*')).toMatchObject({ status: 404, caching: 'no-store', tag: '' })
    await host.accounts.logout({})
    for (const address of addresses)
      for (const tag of [tags.get(address), '*'])
        expect(await requestPicture(host, address, tag)).toMatchObject({ status: 401, caching: 'no-store', tag: '' })
  })

  test('a picture returns 304 even if its bytes cannot be read', async () => {
    const host = await signIn()
    const [, address] = await createPicturePaths(host)
    // The bytes of a picture that was read would be in memory.
    const tag = `"${new URL(address!, base()).searchParams.get('id')}"`
    await db().write(trx => trx.deleteFrom('picture_bytes').execute())
    expect(await requestPicture(host, address!, tag)).toMatchObject({ status: 304, tag })
    expect(await requestPicture(host, address!)).toMatchObject({ status: 404, tag: '' })
  })

  test('editing an invitation changes the ETag of its QR code image', async () => {
    const host = await signIn()
    const { id, qrCode } = await createInvitation(host)
    const before = await requestPicture(host, qrCode)
    await host.invitations.update({ id, guestName: 'سارة وعائلتها' })
    const after = await requestPicture(host, qrCode, before.tag)
    expect(after.status).toBe(200)
    expect(after.tag).not.toBe(before.tag)
    expect(after.bytes).not.toEqual(before.bytes)
  })
})
