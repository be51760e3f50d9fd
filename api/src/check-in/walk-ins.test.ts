import * as texts from '@hudur/core/texts'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { ENGINES } from '../../testing/engines.ts'
import { openLink } from '../../testing/link-device.ts'
import { refusalCodeOf, startTestServer } from '../../testing/test-server.ts'
import { deleteAllExpired } from '../database/retention.ts'
import { liveFiguresIn } from './live-repository.ts'

const DAY = 86_400_000
const event = { name: 'زفاف سارة', date: '2026-11-20' }

describe.each(ENGINES)('walk-ins on %s', engine => {
  let now: Date
  const server = startTestServer(engine, { now: () => now })
  beforeEach(() => {
    now = new Date('2026-11-20T18:00:00.000Z')
  })

  /** Creates a host with an event of one invitation for four people, and a function that creates and opens door links. */
  async function createHost() {
    const host = await server.signIn()
    const { id: eventId } = await host.events.create(event)
    await host.invitations.create({ invitations: [{ eventId, guestName: 'عائلة علي', generationType: 'custom', maxScans: 4 }] })
    return {
      ...{ host, eventId },
      async openDoor(fields: { walkIns?: number; name?: string } = {}) {
        const link = await host.links.create({ eventId, role: 'door', name: 'باب النساء', ...fields })
        return { link, ...(await openLink(server.base(), link)) }
      },
      // The service returns figures that are up to a second old.
      readLive: async () => (await liveFiguresIn(server.db().slowReads).event(eventId))!,
      readWalkIns: async () => (await host.checkIn.walkIns({ eventId })).rows,
      readConflicts: async () => (await host.checkIn.conflicts({ eventId })).rows,
    }
  }

  test('a door admits people without a card as far as its owner allows', async () => {
    const { host, eventId, openDoor, readLive, readWalkIns } = await createHost()
    const { backend, link, self } = await openDoor({ walkIns: 5 })
    expect(self).toMatchObject({ walkIns: 5, walkInsUsed: 0 })
    const given = { name: '  هند  العتيبي ', people: 3, note: 'تعرفها أم العروس', nonce: 'a' }
    expect(await backend.checkIn.walkIn(given)).toEqual({ success: true, people: 3, isCounted: true, remaining: 2 })
    const tooMany = backend.checkIn.walkIn({ name: 'مها', people: 3, nonce: 'b' })
    await expect(tooMany).rejects.toMatchObject({ code: 'walk-ins-used', message: expect.stringContaining('شخصان') })
    expect(await backend.links.me({})).toMatchObject({ walkIns: 5, walkInsUsed: 3 })
    expect(await readWalkIns()).toEqual([
      {
        ...{ id: expect.any(String), eventId, name: 'هند العتيبي', people: 3, note: 'تعرفها أم العروس', gate: 'باب النساء' },
        ...{ at: now.toISOString(), isCounted: true, isSeen: false },
      },
    ])
    expect(await readLive()).toMatchObject({ walkIns: 3, arrived: 0, invited: 4, gates: [{ name: 'باب النساء', arrived: 3 }] })
    expect(await host.events.get({ id: eventId })).toMatchObject({ walkIns: 3, arrived: 0, invited: 4 })
    await host.links.update({ id: link.id, walkIns: 6 })
    expect(await backend.checkIn.walkIn({ name: 'مها', people: 3, nonce: 'b' })).toMatchObject({ remaining: 0 })
  })

  test('a door without permission admits nobody without a card', async () => {
    const { openDoor, readWalkIns, host, eventId } = await createHost()
    const { backend } = await openDoor()
    expect(await refusalCodeOf(backend.checkIn.walkIn({ name: 'هند', people: 1, nonce: 'a' }))).toBe('not-allowed')
    const live = await host.links.create({ eventId, role: 'live', name: 'شاشة', walkIns: 9 })
    expect(live).toMatchObject({ walkIns: 0 })
    const screen = await openLink(server.base(), live)
    expect(await refusalCodeOf(screen.backend.checkIn.walkIn({ name: 'هند', people: 1, nonce: 'a' }))).toBe('not-allowed')
    expect(await readWalkIns()).toEqual([])
  })

  test('an account admits people to its own event only', async () => {
    const { host, eventId, readWalkIns } = await createHost()
    const stranger = await server.signIn()
    expect(await host.checkIn.walkIn({ eventId, name: 'هند', people: 2, nonce: 'a', gate: 'الشرقية' })).toMatchObject({ remaining: null })
    expect(await refusalCodeOf(host.checkIn.walkIn({ name: 'هند', people: 2, nonce: 'b' }))).toBe('bad-input')
    expect(await refusalCodeOf(stranger.checkIn.walkIn({ eventId, name: 'هند', people: 2, nonce: 'b' }))).toBe('not-found')
    expect(await refusalCodeOf(stranger.checkIn.walkIns({ eventId }))).toBe('not-found')
    expect(await readWalkIns()).toMatchObject([{ name: 'هند', people: 2, gate: 'الشرقية' }])
  })

  test('a door’s walk-in is for the event of its link, whatever event it names', async () => {
    const { host, eventId, openDoor } = await createHost()
    const other = await host.events.create({ name: 'تخرّج', date: event.date })
    const { backend } = await openDoor({ walkIns: 5 })
    await backend.checkIn.walkIn({ eventId: other.id, name: 'هند', people: 1, nonce: 'a' })
    expect((await host.checkIn.walkIns({ eventId: other.id })).rows).toEqual([])
    expect((await host.checkIn.walkIns({ eventId })).total).toBe(1)
  })

  test('a repeated walk-in counts once, also after its removal', async () => {
    const { host, openDoor, readLive, readWalkIns } = await createHost()
    const { backend } = await openDoor({ walkIns: 5 })
    const given = { name: 'هند', people: 2, nonce: 'a' }
    await Promise.all([1, 2, 3].map(() => backend.checkIn.walkIn(given)))
    await backend.checkIn.walkIn({ ...given, scannedAt: now.toISOString() })
    expect(await readLive()).toMatchObject({ walkIns: 2 })
    expect(await refusalCodeOf(backend.checkIn.walkIn({ ...given, people: 3 }))).toBe('nonce-taken')
    expect(await refusalCodeOf(backend.checkIn.walkIn({ ...given, name: 'مها' }))).toBe('nonce-taken')
    await host.checkIn.removeWalkIn({ id: (await readWalkIns())[0]!.id })
    await backend.checkIn.walkIn(given)
    expect([await readWalkIns(), (await readLive()).walkIns]).toEqual([[], 0])
    expect(await backend.links.me({})).toMatchObject({ walkInsUsed: 0 })
    const stored = JSON.stringify(await server.db().read.selectFrom('walk_ins').selectAll().execute())
    expect(stored).not.toContain('هند')
  })

  test('a walk-in whose name the device has forgotten counts once with the earlier one', async () => {
    const { openDoor, readLive, readWalkIns } = await createHost()
    const { backend } = await openDoor({ walkIns: 5 })
    await backend.checkIn.walkIn({ name: 'هند', people: 2, nonce: 'a' })
    const again = { name: '', people: 2, nonce: 'a', scannedAt: now.toISOString() }
    expect(await backend.checkIn.walkIn(again)).toEqual({ success: true, people: 2, isCounted: true, remaining: 3 })
    expect(await backend.checkIn.walkIn({ ...again, nonce: 'b' })).toMatchObject({ isCounted: true, remaining: 1 })
    await backend.checkIn.walkIn({ ...again, nonce: 'b' })
    expect(await readLive()).toMatchObject({ walkIns: 4 })
    expect((await readWalkIns()).map(({ name }) => name).sort()).toEqual([texts.walkIn.forgotten, 'هند'].sort())
    const unnamed = backend.checkIn.walkIn({ name: '', people: 1, nonce: 'c' })
    await expect(unnamed).rejects.toMatchObject({ code: 'bad-input', fields: { name: texts.walkIn.name } })
    expect(await refusalCodeOf(backend.checkIn.walkIn({ ...again, name: '—', nonce: 'c' }))).toBe('bad-input')
  })

  test('an offline walk-in beyond the permission becomes a conflict that the owner decides', async () => {
    const { host, openDoor, readLive, readConflicts, readWalkIns } = await createHost()
    const { backend } = await openDoor({ walkIns: 2 })
    const scannedAt = '2026-11-20T17:30:00.000Z'
    const offline = (name: string, people: number) => backend.checkIn.walkIn({ name, people, nonce: name, scannedAt, clockOffset: 1_000 })
    expect(await offline('هند', 2)).toMatchObject({ isCounted: true })
    for (const name of ['مها', 'دانة', 'ريم']) expect(await offline(name, 3)).toMatchObject({ isCounted: false, remaining: 0 })
    expect(await readLive()).toMatchObject({ walkIns: 2, conflicts: 3 })
    const conflicts = await readConflicts()
    expect(conflicts).toHaveLength(3)
    expect(conflicts[0]).toMatchObject({ kind: 'walk-in', people: 3, gate: 'باب النساء', at: '2026-11-20T17:30:01.000Z', isSeen: false })
    const idOf = (name: string) => conflicts.find(({ guestName }) => guestName === name)!.id
    await host.checkIn.acceptConflict({ id: idOf('مها') })
    await host.checkIn.settleConflict({ id: idOf('دانة') })
    expect(await refusalCodeOf(host.checkIn.acceptConflict({ id: idOf('مها') }))).toBe('not-found')
    expect(await readLive()).toMatchObject({ walkIns: 5, conflicts: 1 })
    expect((await readConflicts()).map(({ guestName, isSeen }) => [guestName, isSeen])).toEqual([
      ['ريم', false],
      ['دانة', true],
    ])
    expect((await readWalkIns()).map(({ name, isCounted }) => [name, isCounted]).sort()).toEqual([
      ['دانة', false],
      ['ريم', false],
      ['مها', true],
      ['هند', true],
    ])
  })

  test('conflicts of scans and of walk-ins are one list in pages', async () => {
    const { host, eventId, openDoor } = await createHost()
    const { backend } = await openDoor({ walkIns: 1 })
    const [invitation] = (await host.invitations.list({ eventId })).rows
    for (const nonce of ['1', '2']) await host.checkIn.check({ qr_code: invitation!.id, nonce, admit: 3, happened: true })
    for (const name of ['مها', 'دانة', 'ريم']) await backend.checkIn.walkIn({ name, people: 3, nonce: name, scannedAt: now.toISOString() })
    const [first] = (await host.checkIn.conflicts({})).rows
    await host.checkIn.settleConflict({ id: first!.id })
    const whole = await host.checkIn.conflicts({})
    expect(whole.rows.map(({ kind, isSeen }) => [kind, isSeen])).toEqual([
      ['walk-in', false],
      ['walk-in', false],
      ['double', false],
      ['walk-in', true],
    ])
    for (const limit of [1, 2, 3]) {
      const pages = []
      for (let offset = 0; offset < 4; offset += limit) pages.push(...(await host.checkIn.conflicts({ limit, offset })).rows)
      expect(pages).toEqual(whole.rows)
    }
    expect((await host.checkIn.conflicts({ filter: 'unseen' })).total).toBe(3)
  })

  test('an ended door uploads its offline walk-ins as conflicts', async () => {
    const { host, openDoor, readConflicts, readLive } = await createHost()
    const { backend, link } = await openDoor({ walkIns: 5 })
    await host.links.revoke({ id: link.id })
    expect(await refusalCodeOf(backend.checkIn.walkIn({ name: 'هند', people: 2, nonce: 'a' }))).toBe('link-ended')
    await backend.checkIn.walkIn({ name: 'هند', people: 2, nonce: 'a', scannedAt: now.toISOString() })
    expect([(await readConflicts()).length, (await readLive()).walkIns]).toEqual([1, 0])
    await host.checkIn.acceptConflict({ id: (await readConflicts())[0]!.id })
    expect(await readLive()).toMatchObject({ walkIns: 2 })
  })

  test('walk-ins are deleted and restored with their event', async () => {
    const { host, eventId, openDoor, readLive, readWalkIns } = await createHost()
    const { backend } = await openDoor({ walkIns: 5 })
    await backend.checkIn.walkIn({ name: 'هند', people: 2, nonce: 'a' })
    const before = await readWalkIns()
    await host.events.remove({ id: eventId })
    expect(await server.count('walk_ins')).toBe(0)
    await host.events.restore({ id: (await host.events.deleted({})).rows[0]!.id })
    expect(await readWalkIns()).toEqual(before)
    const links = await server.db().read.selectFrom('links').select('walk_ins_used').execute()
    expect([(await readLive()).walkIns, links]).toEqual([2, [{ walk_ins_used: 2 }]])
  })

  test('names and notes are deleted 90 days after the event, and the numbers stay', async () => {
    const { host, eventId, readLive } = await createHost()
    await host.checkIn.walkIn({ eventId, name: 'هند', people: 2, note: 'جارتنا', nonce: 'a' })
    const namesAfter = async (days: number) => {
      await deleteAllExpired(server.db(), new Date(Date.parse(event.date) + days * DAY))
      const rows = await server.db().read.selectFrom('walk_ins').select(['name', 'note']).execute()
      return rows.map(({ name, note }) => [name, note])
    }
    expect(await namesAfter(89)).toEqual([['هند', 'جارتنا']])
    expect(await namesAfter(90)).toEqual([['', null]])
    expect(await readLive()).toMatchObject({ walkIns: 2 })
  })

  test('a name, a number of people and a note that are not allowed are refused', async () => {
    const { openDoor } = await createHost()
    const { backend } = await openDoor({ walkIns: 5 })
    const refusedFields = async (fields: object) =>
      Object.keys(
        await backend.checkIn.walkIn({ name: 'هند', people: 1, nonce: 'a', ...fields }).then(
          () => ({}),
          error => error.fields ?? {},
        ),
      )
    expect(await refusedFields({ name: ' ' })).toEqual(['name'])
    expect(await refusedFields({ people: 0 })).toEqual(['people'])
    expect(await refusedFields({ note: 'م'.repeat(201) })).toEqual(['note'])
  })

  /** A step of the property test: which door (2: the account), how many people, and what is done. */
  const step = fc.record({
    gate: fc.integer({ min: 0, max: 2 }),
    people: fc.integer({ min: 1, max: 4 }),
    act: fc.constantFrom('admit', 'offline', 'offline', 'repeat', 'remove', 'accept', 'settle', 'limit'),
  })

  test('in any order of calls, each sum equals its rows and no door admits too many', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async steps => {
        const { host, eventId, openDoor, readLive, readWalkIns, readConflicts } = await createHost()
        const doors = [await openDoor({ walkIns: 6, name: 'باب' }), await openDoor({ walkIns: 9, name: 'مدخل' })]
        const sent: { gate: number; input: { name: string; people: number; nonce: string; scannedAt?: string } }[] = []
        const admit = (gate: number, input: (typeof sent)[number]['input']) =>
          (doors[gate]?.backend ?? host).checkIn.walkIn(gate === 2 ? { ...input, eventId } : input)
        const accepted = [0, 0]
        let limits = [6, 9]
        for (const [n, { gate, people, act }] of steps.entries()) {
          const rows = await readWalkIns()
          if (act === 'admit' || act === 'offline') {
            const input = { name: `ضيف ${n}`, people, nonce: `n-${n}`, ...(act === 'offline' && { scannedAt: now.toISOString() }) }
            sent.push({ gate, input })
            await refusalCodeOf(admit(gate, input))
          } else if (act === 'repeat' && sent.length > 0) {
            const { gate: first, input } = sent[people % sent.length]!
            await refusalCodeOf(admit(first, { ...input, scannedAt: now.toISOString() }))
          } else if (act === 'remove' && rows.length > 0) await host.checkIn.removeWalkIn({ id: rows[people % rows.length]!.id })
          else if (act === 'accept' || act === 'settle') {
            const [conflict] = await readConflicts()
            if (!conflict) continue
            const of = doors.findIndex(({ link }) => link.name === conflict.gate)
            if (act === 'accept') accepted[of]! += conflict.people
            await host.checkIn[act === 'accept' ? 'acceptConflict' : 'settleConflict']({ id: conflict.id })
          } else if (act === 'limit' && gate < 2) {
            limits = limits.with(gate, Math.max(limits[gate]!, people * 3))
            await host.links.update({ id: doors[gate]!.link.id, walkIns: limits[gate]! })
          }
        }
        const rows = await readWalkIns()
        const counted = rows.filter(({ isCounted }) => isCounted)
        const sum = (some: { people: number }[]) => some.reduce((total, { people }) => total + people, 0)
        const live = await readLive()
        expect(live.walkIns).toBe(sum(counted))
        expect(live.gates.reduce((total, { arrived }) => total + arrived, 0)).toBe(live.walkIns)
        expect([live.arrived, live.invited]).toEqual([0, 4])
        const links = await host.links.list({ eventId })
        for (const [gate, { link }] of doors.entries()) {
          const { walkInsUsed } = links.find(({ id }) => id === link.id)!
          expect(walkInsUsed).toBe(sum(counted.filter(row => row.gate === link.name)))
          expect(walkInsUsed).toBeLessThanOrEqual(limits[gate]! + accepted[gate]!)
        }
        expect((await readConflicts()).length).toBe(rows.length - counted.length)
      }),
      { numRuns: engine === 'sqlite' ? 10 : 5 },
    )
  })
})
