import type { Contract } from '@hudur/core/contract'
import type { Backend } from '@hudur/core/endpoint'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CreateTestEnvironment, createInvitation, newId, runConcurrently, testEvent } from '../test-environment.ts'
import { deviceTimeAt, undoAdmission } from './undo.ts'

type Movement = { direction?: 'in' | 'out'; admit?: number; nonce?: string }

/** Creates an invitation to an event that counts exits. Returns functions for its gate and its figures. */
async function createFamily(backend: Backend<Contract>, maxScans: number, capacity: number | null = null) {
  const { id, eventId } = await createInvitation(backend, maxScans)
  await backend.events.update({ id: eventId!, countsExits: true, capacity })
  const scan = ({ nonce = newId(), ...movement }: Movement) =>
    backend.checkIn.check({ qr_code: id, nonce, scannedAt: deviceTimeAt(0), ...movement })
  const uploadOffline = ({ nonce = newId(), ...movement }: Movement) =>
    backend.checkIn.check({ qr_code: id, nonce, scannedAt: deviceTimeAt(0), happened: true, invitationId: id, ...movement })
  const figures = async () => {
    const { inside, arrived } = await backend.events.get({ id: eventId! })
    return { inside, arrived }
  }
  return { id, eventId: eventId!, scan, uploadOffline, figures }
}

/** A movement that the server has counted; `people` is negative for an exit. */
type CountedMovement = { nonce: string; id: string; people: number; isUndone: boolean }

const stepArbitrary = fc.record({
  kind: fc.constantFrom('online', 'online', 'offline', 'offline', 'repeat', 'undo'),
  direction: fc.constantFrom('in', 'out'),
  guest: fc.nat({ max: 2 }),
  admit: fc.integer({ min: 1, max: 3 }),
  earlier: fc.nat(),
})
type Step = typeof stepArbitrary extends fc.Arbitrary<infer Value> ? Value : never

async function runStep(backend: Backend<Contract>, ids: readonly string[], counted: CountedMovement[], step: Step) {
  const { kind, direction, guest, admit, earlier } = step
  const before = counted[earlier % Math.max(1, counted.length)]
  const scannedAt = deviceTimeAt(0)
  if (kind === 'online' || kind === 'offline') {
    const scan = { qr_code: ids[guest]!, nonce: newId(), direction, admit, scannedAt, happened: kind === 'offline' }
    const { outcome } = await backend.checkIn.check(scan)
    const people = outcome === 'admitted' ? admit : -admit
    if (outcome === 'admitted' || outcome === 'exited') counted.push({ nonce: scan.nonce, id: scan.qr_code, people, isUndone: false })
  } else if (before && kind === 'undo') {
    await undoAdmission(backend, before.id, before.nonce, { happened: true })
    before.isUndone = true
  } else if (before) {
    const { nonce, id, people } = before
    const repeated = { direction: people > 0 ? ('in' as const) : ('out' as const), admit: Math.abs(people) }
    await backend.checkIn.check({ qr_code: id, nonce, ...repeated, scannedAt, happened: true })
  }
}

/** Checks that the counts of each invitation are the sum of its movements, and the figures those of the invitations. */
async function expectSumsOfMovements(backend: Backend<Contract>, eventId: string, counted: readonly CountedMovement[]) {
  const { rows } = await backend.invitations.list({})
  const balances = rows.map(row => counted.reduce((sum, { id, people, isUndone }) => sum + (id === row.id && !isUndone ? people : 0), 0))
  expect(rows.map(({ currentScans, outside = 0 }) => currentScans - outside)).toEqual(balances)
  const inside = balances.reduce((sum, balance) => sum + Math.max(0, balance), 0)
  const event = await backend.events.get({ id: eventId })
  const arrivals = await backend.checkIn.arrivals({ eventId })
  expect([event.inside, arrivals.inside, event.arrived]).toEqual([inside, inside, arrivals.arrived])
  expect(inside).toBeLessThanOrEqual(arrivals.arrived + arrivals.exceeding)
  const conflicts = (await backend.checkIn.conflicts({})).rows
  for (const [n, balance] of balances.entries()) {
    const kinds = conflicts.filter(({ invitationId }) => invitationId === rows[n]!.id).map(({ kind }) => kind)
    if (balance >= 0) expect(kinds).not.toContain('exit')
    if (balance <= rows[n]!.maxScans) expect(kinds).not.toContain('double')
  }
}

/** Registers the tests of events that count exits. */
export function describeExits(name: string, createEnvironment: CreateTestEnvironment) {
  const signIn = async () => (await createEnvironment()).signIn({})

  describe(`${name}: exits`, () => {
    test('people leave and come in again, up to the number who left', async () => {
      const { scan, figures, eventId } = await createFamily(await signIn(), 4, 300)
      expect(await scan({ admit: 3 })).toMatchObject({ outcome: 'admitted', admitted: 3 })
      expect(await scan({ direction: 'out', admit: 2 })).toMatchObject({
        ...{ success: true, outcome: 'exited', exited: 2, playSound: 'success', message: 'سُجّل الخروج' },
        ...{ invitation: { currentScans: 3, outside: 2 } },
      })
      expect(await figures()).toEqual({ inside: 1, arrived: 3 })
      expect(await scan({ admit: 4 })).toMatchObject({ outcome: 'used', alreadyUsed: false })
      expect(await scan({ admit: 3 })).toMatchObject({ outcome: 'admitted', invitation: { currentScans: 4 } })
      expect(await scan({})).toMatchObject({ outcome: 'used', alreadyUsed: true })
      expect(await figures()).toEqual({ inside: 4, arrived: 4 })
      expect(eventId).not.toBe('')
    })

    test('an exit of more people than are inside is refused, and says how many are', async () => {
      const { scan, figures } = await createFamily(await signIn(), 4)
      expect(await scan({ direction: 'out' })).toMatchObject({
        ...{ success: false, outcome: 'not-inside', playSound: 'warning', message: 'لا أحد من هذه الدعوة في القاعة الآن' },
      })
      await scan({ admit: 2 })
      expect(await scan({ direction: 'out', admit: 3 })).toMatchObject({
        ...{ outcome: 'not-inside', message: 'في القاعة الآن من هذه الدعوة شخصان فقط' },
      })
      expect(await figures()).toEqual({ inside: 2, arrived: 2 })
    })

    test('an event that counts no exits refuses them, and has no figure of people inside', async () => {
      const backend = await signIn()
      const { id, eventId } = await createInvitation(backend, 2)
      await backend.checkIn.check({ qr_code: id })
      expect(await backend.checkIn.check({ qr_code: id, direction: 'out' })).toMatchObject({
        ...{ success: false, outcome: 'refused', message: 'لا يُحسب الخروج في هذه المناسبة' },
      })
      expect(await backend.events.get({ id: eventId! })).not.toHaveProperty('inside')
      expect(await backend.checkIn.arrivals({ eventId: eventId! })).toEqual({ arrived: 1, invited: 2, exceeding: 0 })
      const [row] = (await backend.invitations.list({})).rows
      expect(row).not.toHaveProperty('outside')
    })

    test('arrivals and live figures have the people inside and the capacity, also people without a card', async () => {
      const backend = await signIn()
      const { scan, eventId } = await createFamily(backend, 4, 3)
      await scan({ admit: 4 })
      await scan({ direction: 'out' })
      await backend.checkIn.walkIn({ eventId, name: 'هند', people: 2, nonce: newId() })
      expect(await backend.checkIn.arrivals({ eventId })).toEqual({ arrived: 4, invited: 4, exceeding: 0, inside: 5, capacity: 3 })
      expect(await backend.events.live({ id: eventId })).toMatchObject({ arrived: 4, inside: 5, capacity: 3 })
      expect(await backend.events.get({ id: eventId })).toMatchObject({ inside: 5, capacity: 3, countsExits: true })
      const times = await backend.checkIn.arrivalTimes({ eventId })
      expect(times.reduce((sum, { people }) => sum + people, 0)).toBe(4)
    })

    test('a repeated exit counts once, and its key belongs to no admission', async () => {
      const { scan, figures } = await createFamily(await signIn(), 4)
      await scan({ admit: 4, nonce: 'in' })
      const answers = await runConcurrently(5, () => scan({ direction: 'out', nonce: 'out' }))
      expect(answers.map(({ outcome }) => outcome)).toEqual(Array(5).fill('exited'))
      expect(await scan({ direction: 'out', nonce: 'out' })).toMatchObject({ message: 'سُجّل هذا الخروج قبل قليل من هذا الجهاز' })
      await expect(scan({ nonce: 'out' })).rejects.toMatchObject({ code: 'nonce-taken' })
      await expect(scan({ direction: 'out', nonce: 'in' })).rejects.toMatchObject({ code: 'nonce-taken' })
      expect(await figures()).toEqual({ inside: 3, arrived: 4 })
    })

    test('an exit and a return are undone, but not what people have done since', async () => {
      const backend = await signIn()
      const { id, scan, figures } = await createFamily(backend, 4)
      await scan({ admit: 2, nonce: 'in' })
      await scan({ direction: 'out', admit: 1, nonce: 'out' })
      await expect(undoAdmission(backend, id, 'in')).rejects.toMatchObject({ code: 'moved-on' })
      await scan({ admit: 2, nonce: 'back' })
      expect(await figures()).toEqual({ inside: 3, arrived: 3 })
      await expect(undoAdmission(backend, id, 'out')).rejects.toMatchObject({ code: 'moved-on' })
      await undoAdmission(backend, id, 'back')
      expect(await figures()).toEqual({ inside: 1, arrived: 2 })
      await undoAdmission(backend, id, 'out')
      expect(await figures()).toEqual({ inside: 2, arrived: 2 })
      await runConcurrently(3, n => undoAdmission(backend, id, 'out', { nonce: `again ${n}` }))
      expect(await figures()).toEqual({ inside: 2, arrived: 2 })
      expect((await backend.invitations.history({ id })).filter(({ kind }) => kind === 'exit')).toMatchObject([
        { people: 1, isUndone: true },
      ])
    })

    test('people leave also with a card that was cancelled or replaced since', async () => {
      const backend = await signIn()
      const { id, scan, figures } = await createFamily(backend, 2)
      await scan({ admit: 2 })
      await backend.invitations.cancel({ id })
      expect(await scan({ direction: 'out' })).toMatchObject({ outcome: 'exited' })
      await backend.invitations.restore({ id })
      await backend.invitations.reissue({ id })
      expect(await scan({ direction: 'out' })).toMatchObject({ outcome: 'exited' })
      expect(await figures()).toEqual({ inside: 0, arrived: 2 })
    })

    test('offline exits of people who are not inside are a conflict until their admissions arrive', async () => {
      const backend = await signIn()
      const { uploadOffline, figures } = await createFamily(backend, 2)
      expect(await uploadOffline({ direction: 'out', admit: 2, nonce: 'out' })).toMatchObject({ success: true, outcome: 'exited' })
      expect(await figures()).toEqual({ inside: 0, arrived: 0 })
      const { rows } = await backend.checkIn.conflicts({})
      expect(rows).toMatchObject([{ kind: 'exit', guestName: 'سارة', people: 2, entries: [{ gate: null }] }])
      await uploadOffline({ admit: 2, nonce: 'in' })
      expect(await backend.checkIn.conflicts({})).toMatchObject({ total: 0 })
      expect(await figures()).toMatchObject({ inside: 0 })
    })

    test('a conflict of too many people ends when the exit of some arrives', async () => {
      const backend = await signIn()
      const { scan, uploadOffline, figures } = await createFamily(backend, 1)
      await scan({})
      await uploadOffline({ nonce: 'second' })
      expect((await backend.checkIn.conflicts({})).rows).toMatchObject([{ kind: 'double' }])
      await uploadOffline({ direction: 'out' })
      expect(await backend.checkIn.conflicts({})).toMatchObject({ total: 0 })
      expect(await figures()).toEqual({ inside: 1, arrived: 1 })
    })

    test('any order of admissions, exits, undos, deletions, uploads and repetitions keeps the figures the sums of the rows', async () => {
      const backend = await signIn()
      const guests = await backend.invitations.create({
        invitations: [3, 1, 2].map((maxScans, n) => ({ ...testEvent, guestName: `ضيف ${n}`, maxScans, generationType: 'custom' as const })),
      })
      const eventId = guests[0]!.eventId!
      await backend.events.update({ id: eventId, countsExits: true, capacity: 2 })
      const counted: CountedMovement[] = []
      await fc.assert(
        fc.asyncProperty(fc.array(stepArbitrary, { minLength: 1, maxLength: 12 }), async steps => {
          for (const step of steps)
            await runStep(
              backend,
              guests.map(({ id }) => id),
              counted,
              step,
            )
          await expectSumsOfMovements(backend, eventId, counted)
        }),
        { numRuns: 8 },
      )
      const [deleted] = guests
      await backend.invitations.remove({ id: deleted!.id })
      const exit = { qr_code: deleted!.id, nonce: newId(), direction: 'out' as const, happened: true, scannedAt: deviceTimeAt(0) }
      expect(await backend.checkIn.check(exit)).toMatchObject({ success: true, invitation: null })
      await expectSumsOfMovements(backend, eventId, counted)
    })
  })
}
