import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../testing/engines.ts'
import { startTestServer } from '../../testing/test-server.ts'

const event = { eventName: 'زفاف محمّد وسارة', eventDate: '2027-01-14' }

describe.each(ENGINES)('conflicts on %s', engine => {
  const { signIn, count } = startTestServer(engine)
  type Caller = Awaited<ReturnType<typeof signIn>>

  const uploadScan = (host: Caller, qr_code: string, nonce: string, more: { gate?: string } = {}) =>
    host.checkIn.check({ qr_code, nonce, happened: true, ...more })

  /** Creates an invitation with one place that has admitted two people. */
  async function createDoubleAdmission(host: Caller, guestName: string) {
    const [created] = await host.invitations.create({ invitations: [{ ...event, guestName }] })
    for (const n of [1, 2]) await uploadScan(host, created!.id, `${created!.id} ${n}`)
    return created!.id
  }

  async function uploadUnknownCodes(host: Caller, codes: number, prefix = 'مختلق') {
    for (let n = 0; n < codes; n++) await uploadScan(host, `${prefix} ${n}`, `${prefix} ${n}`)
  }

  test('200 unknown codes of one user are one entry at the end of the list', async () => {
    const [admin, host, hostile] = [await signIn({ isAdmin: true }), await signIn(), await signIn()]
    await createDoubleAdmission(host, 'سارة')
    await uploadUnknownCodes(hostile, 200)
    const { rows, total } = await admin.checkIn.conflicts({ limit: 10 })
    expect(rows).toMatchObject([
      { kind: 'double', guestName: 'سارة', ownerId: host.user.id, ownerName: host.user.fullName, count: 1 },
      { kind: 'unknown', code: 'مختلق 199', ownerId: hostile.user.id, ownerName: hostile.user.fullName, count: 200 },
    ])
    expect(total).toBe(2)
    expect(rows[1]!.entries).toHaveLength(20)
    expect(rows[1]!.entries.slice(0, 2)).toMatchObject([{ code: 'مختلق 199' }, { code: 'مختلق 198' }])
    expect(await count('conflicts'), 'all of them are stored').toBe(201)
  })

  test('lists unseen before seen conflicts, then by kind, owner and time', async () => {
    const admin = await signIn({ isAdmin: true })
    const hosts = [await signIn(), await signIn()].sort((a, b) => (a.user.id < b.user.id ? -1 : 1))
    const [first, second] = hosts as [Caller, Caller]
    await createDoubleAdmission(first, 'أ 1')
    await createDoubleAdmission(second, 'ب 1')
    await createDoubleAdmission(first, 'أ 2')
    await createDoubleAdmission(second, 'ب 2')
    for (const host of hosts) {
      await uploadUnknownCodes(host, 2, host.user.username)
      const [gone] = await host.invitations.create({ invitations: [{ ...event, guestName: 'محذوفة' }] })
      await host.invitations.remove({ id: gone!.id })
      await uploadScan(host, gone!.id, gone!.id)
    }
    const seenConflict = (await admin.checkIn.conflicts({})).rows.find(({ guestName }) => guestName === 'أ 2')!
    await admin.checkIn.settleConflict({ id: seenConflict.id })

    const { rows, total } = await admin.checkIn.conflicts({})
    const summaries = rows.map(({ kind, guestName, ownerId, isSeen }) => [
      kind,
      guestName,
      hosts.findIndex(h => h.user.id === ownerId),
      isSeen,
    ])
    expect(summaries).toEqual([
      ['double', 'أ 1', 0, false],
      ['double', 'ب 2', 1, false],
      ['double', 'ب 1', 1, false],
      ['deleted', 'محذوفة', 0, false],
      ['deleted', 'محذوفة', 1, false],
      ['unknown', '', 0, false],
      ['unknown', '', 1, false],
      ['double', 'أ 2', 0, true],
    ])
    expect(total).toBe(8)
    const pages = [0, 3, 6, 9].map(offset => admin.checkIn.conflicts({ limit: 3, offset }))
    expect((await Promise.all(pages)).flatMap(page => page.rows)).toEqual(rows)
    expect(await admin.checkIn.conflicts({ filter: 'unseen', limit: 1 })).toMatchObject({ total: 7 })
    expect(await first.checkIn.conflicts({ filter: 'unseen' })).toMatchObject({ total: 3 })
  })

  test('a conflict has the code of a card, and says if names are hidden', async () => {
    const host = await signIn()
    const id = await createDoubleAdmission(host, 'سارة')
    const eventId = (await host.invitations.list({})).rows[0]!.eventId!
    await host.events.update({ id: eventId, hidesNames: true })
    const unknown = 'ABCDEFGHJKMNPQRSTVWX'
    await uploadScan(host, JSON.stringify({ id: unknown, ...event, guestName: 'هدى' }), 'card')
    await uploadScan(host, JSON.stringify({ guestName: 'هدى' }), 'other')
    const { rows } = await host.checkIn.conflicts({})
    expect(rows).toMatchObject([
      { kind: 'double', hidesNames: true, code: id },
      { kind: 'unknown', code: '', entries: [{ code: '' }, { code: unknown }] },
    ])
  })

  test('settling unknown codes leaves those uploaded afterwards unseen', async () => {
    const [host, other] = [await signIn(), await signIn()]
    await uploadUnknownCodes(host, 3)
    await uploadUnknownCodes(other, 1)
    const [read] = (await host.checkIn.conflicts({})).rows
    await uploadScan(host, 'بعد القراءة', 'later')
    await host.checkIn.settleConflict({ id: read!.id })
    expect((await host.checkIn.conflicts({})).rows).toMatchObject([
      { kind: 'unknown', code: 'بعد القراءة', count: 1, isSeen: false },
      { kind: 'unknown', code: 'مختلق 2', count: 3, isSeen: true },
    ])
    expect((await other.checkIn.conflicts({})).rows).toMatchObject([{ isSeen: false }])
  })

  test('settling a conflict does not settle admissions after it', async () => {
    const [host, other] = [await signIn(), await signIn()]
    const [id] = [
      await createDoubleAdmission(host, 'سارة'),
      await createDoubleAdmission(host, 'علي'),
      await createDoubleAdmission(other, 'هدى'),
    ]
    for (let n = 0; n < 30; n++) await uploadScan(host, id, `more ${n}`, { gate: `${n}` })
    const { rows, total } = await host.checkIn.conflicts({})
    expect(total).toBe(2)
    expect(rows).toMatchObject([
      { guestName: 'سارة', count: 31, gate: '29' },
      { guestName: 'علي', count: 1 },
    ])
    expect(rows[0]!.entries).toHaveLength(20)
    expect(rows[0]!.entries.at(-1)).toMatchObject({ gate: '17' })

    await uploadScan(host, id, 'later', { gate: 'بعد القراءة' })
    await host.checkIn.settleConflict({ id: rows[0]!.id })
    expect((await host.checkIn.conflicts({})).rows).toMatchObject([
      { guestName: 'سارة', count: 1, gate: 'بعد القراءة', isSeen: false },
      { guestName: 'علي', isSeen: false },
      { guestName: 'سارة', count: 31, isSeen: true },
    ])
    expect((await other.checkIn.conflicts({})).rows).toMatchObject([{ guestName: 'هدى', isSeen: false }])
  })
})
