import type { LinkRole } from '@hudur/core/actor'
import type { contract } from '@hudur/core/contract'
import type { EndpointInput } from '@hudur/core/endpoint'
import { VIEWERS } from '@hudur/core/invitations/guest-fields'
import type { Invitation } from '@hudur/core/invitations/invitation'
import { viewOf } from '@hudur/core/invitations/views'
import { openSealedGuest } from '@hudur/core/links/sealed'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { followFigures } from '../../testing/follow.ts'
import { startGuestPage } from '../../testing/guest-page.ts'
import { openLink } from '../../testing/link-device.ts'
import { PRIVATE_FIELD, PRIVATE_VALUE } from '../../testing/private-field.ts'

type Change = EndpointInput<typeof contract.invitations.update>

describe('a field that only the host sees', () => {
  const guests = startGuestPage('sqlite')
  beforeAll(() => guests.db.write(trx => sql`alter table invitations add column ${sql.id(PRIVATE_FIELD)} text`.execute(trx)))

  const privateValueOf = (invitation: object | undefined) => (invitation as Record<string, unknown> | undefined)?.[PRIVATE_FIELD]

  /** Creates a host with a guest who has the private field, and a function that opens a link and records all that its device is sent. */
  async function createHost() {
    const { backend, invitation } = await guests.host()
    const hide = (id: string) => backend.invitations.update({ id, [PRIVATE_FIELD]: PRIVATE_VALUE } as Change)
    const changed = await hide(invitation.id)
    expect(privateValueOf(changed)).toBe(PRIVATE_VALUE)
    const open = async (role: LinkRole, rights: { showsNames?: boolean; maySearch?: boolean } = {}) => {
      const link = await backend.links.create({ eventId: invitation.eventId!, role, name: 'رابط', allotment: 9, ...rights })
      const sent: string[] = []
      const device = await openLink(guests.server.base, link, new Map(), text => sent.push(text))
      const expectNothingPrivate = () => {
        expect(sent.length).toBeGreaterThan(1)
        for (const text of sent) for (const secret of [PRIVATE_FIELD, PRIVATE_VALUE]) expect(text).not.toContain(secret)
      }
      return { ...device, expectNothingPrivate }
    }
    return { backend, hide, open, invitation: changed }
  }

  test('the host gets a private field in lists and downloads', async () => {
    const { backend } = await createHost()
    expect(privateValueOf((await backend.invitations.list({})).rows[0])).toBe(PRIVATE_VALUE)
    expect(privateValueOf((await backend.invitations.changes({})).invitations[0])).toBe(PRIVATE_VALUE)
  })

  test('no view has a field that only the host sees', async () => {
    const { invitation } = await createHost()
    for (const viewer of VIEWERS) expect(viewOf(viewer, invitation)).not.toHaveProperty(PRIVATE_FIELD)
  })

  test('a family link gets no private field of its own guests', async () => {
    const { hide, open } = await createHost()
    const { backend: family, expectNothingPrivate } = await open('family')
    const invited: Invitation[] = await family.invitations.create({
      invitations: [{ guestName: 'خالتنا', eventName: 'x', eventDate: '2026-11-20' }],
    })
    const { id } = invited[0]!
    await hide(id)
    const { rows } = await family.invitations.list({})
    expect(rows).toMatchObject([{ id, guestName: 'خالتنا' }])
    await family.invitations.update({ id, guestName: 'خالتنا هدى' })
    await family.invitations.sent({ ids: [id], via: 'sms' })
    await family.invitations.answer({ id, attends: true, people: 1 })
    await family.invitations.reissue({ id })
    await family.invitations.cancel({ id })
    await family.invitations.restore({ id })
    expectNothingPrivate()
  })

  test.each([{}, { showsNames: true }, { maySearch: true }])('a gate with the rights %o gets no private field', async rights => {
    const { backend, open, invitation } = await createHost()
    const { backend: door, expectNothingPrivate } = await open('door', rights)
    const { invitations } = await door.links.replica({})
    expect(invitations).toHaveLength(1)
    const { sealed, guest } = invitations[0]!
    const opened = sealed === null ? guest : await openSealedGuest(invitation.code, sealed)
    expect(opened).toMatchObject({ note: invitation.note })
    expect(JSON.stringify(opened)).not.toContain(PRIVATE_VALUE)
    const times = { admittedAt: guests.clock.now.toISOString(), undoneAt: guests.clock.now.toISOString() }
    expect(await door.checkIn.check({ qr_code: invitation.code, nonce: 'one', admit: 3 })).toMatchObject({ outcome: 'admitted' })
    expect(await door.checkIn.check({ qr_code: invitation.code })).toMatchObject({ outcome: 'used' })
    await door.checkIn.undo({ qr_code: invitation.code, admission: 'one', nonce: 'undo', ...times })
    await door.checkIn.check({ qr_code: invitation.guestName, source: 'typed' })
    if (rights.maySearch) expect(await door.checkIn.candidates({ search: 'خالد' })).toHaveLength(1)
    await backend.invitations.cancel({ id: invitation.id })
    expect(await door.checkIn.check({ qr_code: invitation.code })).toMatchObject({ refused: { reason: 'cancelled' } })
    await backend.invitations.remove({ id: invitation.id })
    await door.checkIn.check({ qr_code: invitation.code })
    await door.links.replica({})
    expectNothingPrivate()
  })

  test('a live screen gets no private field', async () => {
    const { backend, open, invitation } = await createHost()
    await backend.checkIn.check({ qr_code: invitation.code })
    const { backend: live, fetch: fetchAsLink, expectNothingPrivate } = await open('live', { showsNames: true })
    const stream = await followFigures<object>(fetchAsLink, guests.server.base)
    const figures = JSON.stringify(await stream.next())
    stream.close()
    expect(figures).toContain(invitation.guestName)
    expect(figures).not.toContain(PRIVATE_VALUE)
    await live.links.me({})
    await live.checkIn.arrivalTimes({ eventName: invitation.eventName, eventDate: invitation.eventDate })
    expectNothingPrivate()
  })

  test('a guest’s page and the answers to the guest have no private field', async () => {
    const { invitation } = await createHost()
    const { code } = invitation
    const pages = [await guests.pageOf(code), await (await fetch(`${guests.server.base}/i/${code}/calendar.ics`)).text()]
    expect(pages[0]).toContain(invitation.guestName)
    for (const [call, input] of Object.entries({ design: {}, picture: {}, opened: {}, answer: { attends: true, people: 2 } }))
      pages.push(await (await guests.post(call, { code, ...input })).text())
    expect(pages[2]).toContain(invitation.guestName)
    for (const page of pages) for (const secret of [`"${PRIVATE_FIELD}"`, PRIVATE_VALUE]) expect(page).not.toContain(secret)
  })
})
