import type { SavedAdmission } from '@hudur/core/check-in/contract'
import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../testing/engines.ts'
import { openLink } from '../../testing/link-device.ts'
import { startTestServer } from '../../testing/test-server.ts'
import { doorId } from './door-views.ts'

const event = { eventName: 'زفاف سارة', eventDate: '2026-11-20' }
const NOW = new Date('2026-11-20T18:00:00.000Z')

describe.each(ENGINES)('saved admissions on %s', engine => {
  const { base, signIn } = startTestServer(engine, { now: () => NOW })

  /** Creates a host with a family of four, two single guests and a guest of another event. */
  async function createHost() {
    const backend = await signIn()
    const [family, single, named, other] = await backend.invitations.create({
      invitations: [
        { ...event, guestName: 'عائلة علي', generationType: 'custom', maxScans: 4 },
        { ...event, guestName: 'منيرة' },
        { ...event, guestName: 'هدى' },
        { ...event, eventName: 'تخرّج', guestName: 'خالد' },
      ],
    })
    const eventId = family!.eventId!
    const readCount = async ({ id }: { id: string }) => (await backend.invitations.list({})).rows.find(row => row.id === id)?.currentScans
    const countSaved = (admissions: SavedAdmission[], caller = backend) =>
      caller.checkIn.countSaved({ eventId, linkId: 'lost', gate: 'باب النساء', admissions })
    return { backend, family: family!, single: single!, named: named!, other: other!, eventId, readCount, countSaved }
  }

  const savedAdmission = (nonce: string, { id, code }: { id: string; code: string }, fields: Partial<SavedAdmission> = {}) => ({
    ...{ nonce, code, invitationId: doorId(id), people: 1, scannedAt: NOW.toISOString(), clockOffset: 0 },
    ...fields,
  })

  const NOTHING = { counted: 0, undone: 0, unadmitted: 0, known: 0, conflicts: 0, refused: 0 }

  test('the admissions of a file count once, also when they are uploaded again', async () => {
    const { backend, family, single, named, eventId, readCount, countSaved } = await createHost()
    const admissions = [
      savedAdmission('one', family, { people: 3 }),
      savedAdmission('two', single),
      savedAdmission('by name', named, { code: doorId(named.id) }),
      savedAdmission('one', family, { people: 3 }),
    ]
    expect(await countSaved(admissions)).toEqual({ ...NOTHING, counted: 3, known: 1 })
    expect(await countSaved(admissions)).toEqual({ ...NOTHING, known: 4 })
    expect(await Promise.all([family, single, named].map(readCount))).toEqual([3, 1, 1])
    const history = await backend.invitations.history({ id: single.id })
    expect(history.filter(entry => 'gate' in entry)).toMatchObject([{ gate: 'باب النساء' }])

    // The device of a link that the server knows uploads under the same key.
    const door = await openLink(base(), await backend.links.create({ eventId, role: 'door', name: 'باب النساء' }))
    await door.backend.checkIn.check({ qr_code: single.id, nonce: 'two', happened: true })
    await door.backend.checkIn.check({ qr_code: family.id, nonce: 'confirmed' })
    expect(await countSaved([savedAdmission('confirmed', family)])).toEqual({ ...NOTHING, known: 1 })
    expect([await readCount(single), await readCount(family)]).toEqual([1, 4])
  })

  test('admissions against the rules become conflicts, and a used key is refused', async () => {
    const { backend, family, single, other, countSaved, readCount } = await createHost()
    await backend.checkIn.check({ qr_code: single.id, nonce: 'used' })
    const unknown = { id: 'ABCDEFGHJKMNPQRSTVW1', code: 'ABCDEFGHJKMNPQRSTVW1' }
    expect(
      await countSaved([
        savedAdmission('double', single),
        savedAdmission('unknown', unknown),
        savedAdmission('of another event', other),
        savedAdmission('used', family),
      ]),
    ).toEqual({ ...NOTHING, conflicts: 3, refused: 1 })
    expect(await Promise.all([single, other, family].map(readCount))).toEqual([2, 0, 0])
    expect((await backend.checkIn.conflicts({})).rows.map(({ kind }) => kind)).toEqual(['double', 'unknown'])
  })

  test('the exits of a file count once, and those of people who are not inside are conflicts', async () => {
    const { backend, family, single, eventId, countSaved } = await createHost()
    await backend.events.update({ id: eventId, countsExits: true })
    const undo = { nonce: 'undo', undoneAt: NOW.toISOString(), clockOffset: 0 }
    const admissions = [
      savedAdmission('in', family, { people: 4 }),
      savedAdmission('out', family, { people: 3, direction: 'out' }),
      savedAdmission('undone exit', family, { direction: 'out', undo }),
      savedAdmission('not inside', single, { direction: 'out' }),
    ]
    expect(await countSaved(admissions)).toEqual({ ...NOTHING, counted: 2, undone: 1, conflicts: 1 })
    expect(await countSaved(admissions)).toEqual({ ...NOTHING, known: 4 })
    expect(await backend.events.get({ id: eventId })).toMatchObject({ arrived: 4, inside: 1 })
    expect((await backend.checkIn.conflicts({})).rows).toMatchObject([{ kind: 'exit', guestName: 'منيرة' }])
  })

  test('an admission that was undone on the device counts nowhere', async () => {
    const { family, countSaved, readCount } = await createHost()
    const undo = { nonce: 'undo', undoneAt: NOW.toISOString(), clockOffset: 0 }
    const admissions = [savedAdmission('undone', family, { undo }), savedAdmission('kept', family)]
    expect(await countSaved(admissions)).toEqual({ ...NOTHING, counted: 1, undone: 1 })
    expect(await countSaved(admissions)).toEqual({ ...NOTHING, known: 2 })
    expect(await readCount(family)).toBe(1)
  })

  test('a deleted guest who was found by name becomes a conflict of this guest', async () => {
    const { backend, named, countSaved } = await createHost()
    await backend.invitations.remove({ id: named.id })
    expect(await countSaved([savedAdmission('by name', named, { code: doorId(named.id) })])).toEqual({ ...NOTHING, conflicts: 1 })
    expect((await backend.checkIn.conflicts({})).rows).toMatchObject([{ kind: 'deleted', guestName: 'هدى' }])
  })

  test('a file counts only for an event of the account, or of any account for an administrator', async () => {
    const { backend, family, countSaved, readCount } = await createHost()
    const [stranger, admin] = [await signIn(), await signIn({ isAdmin: true })]
    await expect(countSaved([savedAdmission('one', family)], stranger)).rejects.toMatchObject({ code: 'not-found' })
    expect(await readCount(family)).toBe(0)
    expect(await countSaved([savedAdmission('one', family)], admin)).toEqual({ ...NOTHING, counted: 1 })
    expect(await countSaved([savedAdmission('one', family)], backend)).toEqual({ ...NOTHING, known: 1 })
    expect(await readCount(family)).toBe(1)
  })

  test('a file of a link of another event is refused', async () => {
    const { backend, family, other, eventId, readCount } = await createHost()
    const { id: linkId } = await backend.links.create({ eventId: other.eventId!, role: 'door', name: 'باب آخر' })
    const file = { eventId, linkId, gate: 'باب', admissions: [savedAdmission('one', family)] }
    await expect(backend.checkIn.countSaved(file)).rejects.toMatchObject({ code: 'not-found' })
    expect(await readCount(family)).toBe(0)
  })
})
