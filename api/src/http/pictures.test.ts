import { png } from '@hudur/core/testing'
import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../testing/engines.ts'
import { startTestServer } from '../../testing/test-server.ts'

const CACHING = 'private, no-cache'

describe.each(ENGINES)('an image in a browser’s cache on %s', engine => {
  const { base, db, signIn } = startTestServer(engine)

  type Caller = Awaited<ReturnType<typeof signIn>>

  /** Requests a picture. With `tag`, sends it as `If-None-Match`, as a browser with a cached copy does. */
  const ask = async ({ fetch: send }: { fetch: typeof fetch }, path: string, tag?: string) => {
    const response = await send(base() + path, tag === undefined ? {} : { headers: { 'if-none-match': tag } })
    const bytes = Buffer.from(await response.arrayBuffer())
    return { status: response.status, tag: response.headers.get('etag') ?? '', caching: response.headers.get('cache-control'), bytes }
  }

  const makeOne = async (host: Caller) => {
    const [created] = await host.invitations.create({ invitations: [{ eventName: 'زفاف', eventDate: '2027-01-14', guestName: 'سارة' }] })
    return created!
  }

  /** Returns the paths of a QR code image and of an uploaded picture of an account. */
  async function addressesOf(host: Caller) {
    const { id } = await host.invitations.uploadPicture({ picture: png() })
    return [(await makeOne(host)).qrCode, `/api/invitations/picture.php?id=${id}`]
  }

  test('a QR code image and an uploaded picture return 304 for a matching If-None-Match and the whole image otherwise', async () => {
    const host = await signIn()
    for (const address of await addressesOf(host)) {
      const first = await ask(host, address)
      expect(first).toMatchObject({ status: 200, tag: expect.stringMatching(/^"[\w-]{20,43}"$/), caching: CACHING })
      for (const tag of [first.tag, `W/${first.tag}`, `"another", ${first.tag}`, '*'])
        expect(await ask(host, address, tag)).toEqual({ ...first, status: 304, bytes: Buffer.alloc(0) })
      for (const tag of ['"another"', '', first.tag.slice(1, -1), first.tag.slice(0, -2)])
        expect(await ask(host, address, tag)).toEqual(first)
    }
  })

  test('a cached image returns 404 or 401 instead of 304 to another account, after its invitation is deleted and after sign-out', async () => {
    const [host, stranger] = [await signIn(), await signIn()]
    const invitation = await makeOne(host)
    const addresses = [...(await addressesOf(host)), invitation.qrCode]
    const tags = new Map<string, string>()
    for (const address of addresses) tags.set(address, (await ask(host, address)).tag)
    for (const address of addresses)
      for (const tag of [tags.get(address), '*'])
        expect(await ask(stranger, address, tag)).toMatchObject({ status: 404, caching: 'no-store', tag: '' })
    await host.invitations.remove({ id: invitation.id })
    expect(await ask(host, invitation.qrCode, '*')).toMatchObject({ status: 404, caching: 'no-store', tag: '' })
    await host.accounts.logout({})
    for (const address of addresses)
      for (const tag of [tags.get(address), '*'])
        expect(await ask(host, address, tag)).toMatchObject({ status: 401, caching: 'no-store', tag: '' })
  })

  test('an uploaded picture returns 304 for its ETag even if its bytes cannot be read', async () => {
    const host = await signIn()
    const [, address] = await addressesOf(host)
    const { tag } = await ask(host, address!)
    await db().write(trx => trx.deleteFrom('picture_bytes').execute())
    expect(await ask(host, address!, tag)).toMatchObject({ status: 304, tag })
    expect(await ask(host, address!)).toMatchObject({ status: 404, tag: '' })
  })

  test('the QR code image of an invitation is sent again with a new ETag after the invitation was edited', async () => {
    const host = await signIn()
    const { id, qrCode } = await makeOne(host)
    const before = await ask(host, qrCode)
    await host.invitations.update({ id, guestName: 'سارة وعائلتها' })
    const after = await ask(host, qrCode, before.tag)
    expect(after.status).toBe(200)
    expect(after.tag).not.toBe(before.tag)
    expect(after.bytes).not.toEqual(before.bytes)
  })
})
