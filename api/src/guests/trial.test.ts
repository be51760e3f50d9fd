import { isTrialCode, toTrialCode } from '@hudur/core/id'
import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../testing/engines.ts'
import { startGuestPage } from '../../testing/guest-page.ts'
import { openLink } from '../../testing/link-device.ts'
import { addAccount } from '../../testing/server.ts'
import { newId } from '../database/new-id.ts'

const TRIAL_MARK = 'تجربة: هكذا تصل الدعوة إلى الضيف'

describe.each(ENGINES)('trial cards on %s', engine => {
  const guests = startGuestPage(engine)

  /** Creates a host with an event and its trial card. */
  async function hostWithTrial() {
    const { backend, invitation } = await guests.host()
    const event = await backend.events.get({ id: invitation.eventId! })
    return { backend, event, code: (await backend.events.trial({ id: event.id })).code }
  }

  test('its page is that of a guest, marked as a trial, and neither an answer nor an opening is stored', async () => {
    const { backend, event, code } = await hostWithTrial()
    expect(isTrialCode(code)).toBe(true)
    expect(await backend.events.trial({ id: event.id })).toEqual({ code })
    const readAll = async () => [
      await backend.events.get({ id: event.id }),
      await backend.invitations.list({}),
      await backend.invitations.stats({}),
      await backend.accounts.me({}),
      (await backend.invitations.changes({})).invitations,
    ]
    const before = await readAll()
    const response = await guests.open(code)
    expect(response.status).toBe(200)
    const page = guests.textOf(await response.text())
    for (const said of [TRIAL_MARK, 'ضيف تجربة', 'الدعوة لشخصين', 'قاعة ليالي أزال']) expect(page).toContain(said)
    expect(await guests.pageOf((await backend.invitations.list({})).rows[0]!.code)).not.toContain(TRIAL_MARK)
    expect((await guests.post('opened', { code })).status).toBe(200)
    expect((await guests.post('answer', { code, attends: true, people: 2 })).status).toBe(200)
    expect((await guests.post('answer', { code, attends: true, people: 3 })).status).toBe(400)
    const { invitation } = await (await guests.post('design', { code })).json()
    expect(invitation).toMatchObject({ code, guestName: 'ضيف تجربة', maxScans: 2 })
    expect(await readAll()).toEqual(before)
    // Made-up codes are unknown, and the page is over with the event.
    expect((await guests.open(toTrialCode(newId()))).status).toBe(404)
    guests.clock.now = new Date('2026-11-22T09:00:00.000Z')
    expect(guests.textOf(await guests.pageOf(code))).toContain('انتهت المناسبة')
    expect(guests.textOf(await guests.pageOf(code))).not.toContain(TRIAL_MARK)
  })

  test('accounts and door links are told of a trial, and no scan of it is stored', async () => {
    const { backend, event, code } = await hostWithTrial()
    const link = await backend.links.create({ eventId: event.id, role: 'door', name: 'باب النساء' })
    const door = await openLink(guests.server.base, link)
    const { backend: stranger } = await guests.server.callerFor(await addAccount(guests.db, { username: 'stranger' }))
    const trial = { outcome: 'used', isTrial: true, success: false, invitation: null, message: 'هذه بطاقة تجربة، لا تُدخل أحداً ولا تُحسب' }
    const before = await backend.events.get({ id: event.id })
    const answers = [
      await backend.checkIn.check({
        qr_code: JSON.stringify({ id: code, eventName: event.name, eventDate: event.date }),
        source: 'camera',
        nonce: 'n-1',
      }),
      await backend.checkIn.verify({ qrData: code }),
      await backend.checkIn.scan({ id: code }),
      await door.backend.checkIn.check({ qr_code: `https://hudur.example/i/${code}`, source: 'camera', nonce: 'n-2' }),
      await stranger.checkIn.check({ qr_code: code }),
    ]
    for (const answer of answers) expect(answer).toMatchObject(trial)
    expect(await guests.db.read.selectFrom('scans').select('id').execute()).toEqual([])
    expect(await backend.events.get({ id: event.id })).toEqual(before)
    await expect(stranger.events.trial({ id: event.id })).rejects.toMatchObject({ code: 'not-found' })
    await expect(
      backend.invitations.create({ invitations: [{ eventId: event.id, guestName: 'سارة', id: toTrialCode(newId()) }] }),
    ).rejects.toMatchObject({ code: 'bad-input' })
  })

  test('a deleted event has no trial, and has it again when it is restored', async () => {
    const { backend, event, code } = await hostWithTrial()
    await backend.events.remove({ id: event.id })
    expect((await guests.open(code)).status).toBe(404)
    const [deleted] = (await backend.events.deleted({})).rows
    await backend.events.restore({ id: deleted!.id })
    expect((await guests.open(code)).status).toBe(200)
    expect(await backend.events.trial({ id: event.id })).toEqual({ code })
  })
})
