import type { Contract } from '@hudur/core/contract'
import type { Backend } from '@hudur/core/endpoint'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ENGINES, emptyDatabase, startDatabase } from '../../testing/engines.ts'
import { addAccount, startServer } from '../../testing/server.ts'
import type { Database } from '../database/database.ts'

const event = { eventName: 'زفاف', eventDate: '2026-11-20' }
const GUEST_PLACES = [1, 2, 4]
const RUNS = 12

const guestIndex = fc.nat({ max: GUEST_PLACES.length - 1 })
/** Generates an action: a scan of one of a guest's codes (0 is the latest code), an undo of an earlier admission, or a change of a card. */
const randomAction = fc.oneof(
  fc.record({
    is: fc.constant('scan' as const),
    guest: guestIndex,
    code: fc.nat({ max: 2 }),
    isOffline: fc.boolean(),
    people: fc.integer({ min: 1, max: 2 }),
  }),
  fc.record({ is: fc.constant('undo' as const), number: fc.nat({ max: 9 }) }),
  fc.record({ is: fc.constantFrom('reissue' as const, 'cancel' as const, 'restore' as const), guest: guestIndex }),
)
type Action = typeof randomAction extends fc.Arbitrary<infer A> ? A : never

type GuestModel = { places: number; count: number; isCancelled: boolean; codes: string[] }

let servers: { db: Database; server: Awaited<ReturnType<typeof startServer>> }[]
beforeAll(async () => {
  servers = await Promise.all(
    ENGINES.map(async engine => {
      const db = await startDatabase(engine)
      return { db, server: await startServer(db) }
    }),
  )
})
beforeEach(async () => {
  for (const { db } of servers) await emptyDatabase(db)
})
afterAll(async () => {
  for (const { db, server } of servers) {
    await server.close()
    await db.close()
  }
})

/** Runs the actions as a host and in a model of three guests. Expects equal outcomes and totals, and returns the totals. */
async function runActions(backend: Backend<Contract>, actions: readonly Action[]) {
  const invited = await backend.invitations.create({
    invitations: GUEST_PLACES.map(maxScans => ({ ...event, guestName: 'ضيف', generationType: 'custom', maxScans })),
  })
  const guests: GuestModel[] = invited.map(({ code, maxScans }) => ({ places: maxScans, count: 0, isCancelled: false, codes: [code] }))
  const admissions: { nonce: string; code: string; guest: GuestModel; people: number; isUndone: boolean }[] = []
  const at = new Date().toISOString()

  for (const [n, one] of actions.entries()) {
    if (one.is === 'undo') {
      const admission = admissions[one.number % Math.max(1, admissions.length)]
      if (!admission) continue
      const { nonce, code, people } = admission
      await backend.checkIn.undo({ qr_code: code, admission: nonce, nonce: `undo ${n}`, admittedAt: at, undoneAt: at })
      if (!admission.isUndone) admission.guest.count -= people
      admission.isUndone = true
    } else if (one.is === 'scan') {
      const model = guests[one.guest]!
      const code = model.codes[one.code % model.codes.length]!
      const { people, isOffline: happened } = one
      const nonce = `scan ${n}`
      const answer = await backend.checkIn.check({ qr_code: code, nonce, admit: people, happened, scannedAt: at })
      const withdrawn = code !== model.codes[0] ? 'replaced' : model.isCancelled ? 'cancelled' : undefined
      const isAdmitted = happened || (!withdrawn && model.count + people <= model.places)
      const outcome = isAdmitted ? 'admitted' : withdrawn ? 'refused' : 'used'
      expect([answer.outcome, answer.refused?.reason]).toEqual([outcome, isAdmitted ? undefined : withdrawn])
      if (!isAdmitted) continue
      model.count += people
      admissions.push({ nonce, code, guest: model, people, isUndone: false })
    } else {
      const model = guests[one.guest]!
      const { code } = await backend.invitations[one.is]({ id: invited[one.guest]!.id })
      if (one.is === 'reissue') model.codes.unshift(code)
      else model.isCancelled = one.is === 'cancel'
    }
  }

  const { arrived, invited: people, exceeding } = await backend.checkIn.arrivals({ eventId: invited[0]!.eventId! })
  const sumOverGuests = (value: (model: GuestModel) => number) => guests.reduce((total, model) => total + value(model), 0)
  const expected = {
    arrived: sumOverGuests(({ count, places }) => Math.min(count, places)),
    people: sumOverGuests(({ count, places, isCancelled }) => (isCancelled ? Math.min(count, places) : places)),
    exceeding: sumOverGuests(({ count, places }) => Math.max(0, count - places)),
  }
  expect({ arrived, people, exceeding }).toEqual(expected)
  const byId = new Map((await backend.invitations.list({})).rows.map(row => [row.id, row]))
  expect(invited.map(({ id }) => byId.get(id)).map(row => [row?.currentScans, row?.state, row?.code])).toEqual(
    guests.map(({ count, isCancelled, codes }) => [count, isCancelled ? 'cancelled' : 'valid', codes[0]]),
  )
  const kinds = (await backend.checkIn.conflicts({ eventId: invited[0]!.eventId! })).rows.map(({ kind, count }) => `${kind} ${count}`)
  return { ...expected, kinds: kinds.sort() }
}

test('random scans, undos and reissues match a model on both databases', async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(randomAction, { maxLength: 25 }), async actions => {
      run++
      const totals = []
      for (const { db, server } of servers) {
        const account = await addAccount(db, { username: `host-${run}` })
        totals.push(await runActions((await server.callerFor(account)).backend, actions))
      }
      expect(totals[1]).toEqual(totals[0])
    }),
    { numRuns: RUNS },
  )
})
