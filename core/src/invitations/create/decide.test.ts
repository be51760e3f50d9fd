import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maxPending } from '../../accounts/rules.ts'
import { idFrom } from '../../id.ts'
import { Refusal } from '../../refusals.ts'
import { texts } from '../../texts.ts'
import { draftOf } from '../draft.ts'
import type { Invitation } from '../invitation.ts'
import { eventKey } from '../rules.ts'
import { decideCreate } from './decide.ts'
import { type CreateRequest, createRequest } from './request.ts'
import type { CreateOwner, CreateState } from './state.ts'
import { type CreateStore, createInvitations } from './store.ts'

const NOW = new Date('2026-11-20T18:00:00.000Z')
const event = { eventName: 'زفاف', eventDate: '2027-01-14' }
const idAt = (n: number) => idFrom(Uint8Array.from({ length: 20 }, (_, place) => (place === 19 ? n + 1 : 7)))

const OWNERS = ['a', 'b']
const ADMIN = { id: 'admin', isAdmin: true }

/** Returns a request for one invitation. Every third invitation is of the second owner. */
const guest = (n: number, more = {}) => ({
  ...{ ...event, guestName: `ضيف ${n}`, generationType: 'names' as const, maxScans: 1 },
  ...{ id: idAt(n), userId: OWNERS[n % 3 === 0 ? 1 : 0]!, ...more },
})

type GivenRequest = { invitations: ReturnType<typeof guest>[]; key?: string | undefined; offline?: boolean }

const requestOf = ({ invitations, key, offline = false }: GivenRequest): CreateRequest =>
  createRequest(
    { invitations, nonce: key, happened: offline },
    {
      actor: ADMIN,
      newId: () => {
        throw new Error('every guest here has an id')
      },
    },
  )

/** Returns an in-memory store with its contents, and `ask`, which returns the created invitations or the code of the refusal. */
function createMemoryStore(quota: Partial<CreateOwner>) {
  const contents = {
    invitations: new Map<string, Invitation>(),
    keys: new Map<string, { fingerprint: string; ids: string[] }>(),
    owners: new Map(
      OWNERS.map(id => [id, { generationLimit: 10, usedGenerations: 0, pending: 0, designs: new Map<string, string>(), ...quota }]),
    ),
  }
  const store: CreateStore = {
    load: async ({ idempotencyKey = '' }) => ({
      earlier: contents.keys.get(idempotencyKey),
      existing: contents.invitations,
      tombstones: new Set(),
      owners: contents.owners,
    }),
    async save({ idempotencyKey, fingerprint, invitations }, { add, charges }) {
      for (const invitation of add) {
        contents.invitations.set(invitation.id, invitation)
        if (invitation.isPending) contents.owners.get(invitation.userId)!.pending += 1
      }
      for (const [userId, count] of charges) contents.owners.get(userId)!.usedGenerations += count
      if (idempotencyKey !== undefined && add.length > 0)
        contents.keys.set(idempotencyKey, { fingerprint, ids: invitations.map(({ id }) => id) })
    },
  }
  const ask = (given: GivenRequest) =>
    createInvitations(store, requestOf(given), NOW).catch((error: unknown) => {
      if (error instanceof Refusal) return error.code
      throw error
    })
  return { ...contents, ask }
}

const GUESTS = 24
const guestNumbers = Array.from({ length: GUESTS }, (_, n) => n)

/** Requests for all guests, split anywhere and in any order; each four times: twice under one key, under another key, and without one. */
const splits = fc
  .tuple(fc.shuffledSubarray(guestNumbers, { minLength: GUESTS }), fc.array(fc.integer({ min: 1, max: 9 }), { minLength: GUESTS }))
  .chain(([order, sizes]) => {
    const ends = sizes.map((_, n) => sizes.slice(0, n + 1).reduce((sum, size) => sum + size))
    const requests = ends
      .map((end, n) => order.slice(ends[n - 1] ?? 0, end))
      .filter(part => part.length > 0)
      .flatMap((part, n) =>
        [`key ${n}`, `key ${n}`, `again ${n}`, undefined].map((key): GivenRequest => ({ invitations: part.map(one => guest(one)), key })),
      )
    return fc.shuffledSubarray(requests, { minLength: requests.length })
  })

describe('requests in any order, split anywhere and repeated', () => {
  test.each([
    { offline: false, limit: GUESTS },
    { offline: true, limit: 5 },
    { offline: true, limit: 0 },
  ])('create and charge the same as one request (offline: $offline, quota: $limit)', async ({ offline, limit }) => {
    await fc.assert(
      fc.asyncProperty(splits, async requests => {
        const { ask, invitations, owners } = createMemoryStore({ generationLimit: limit })
        for (const one of requests) expect(await ask({ ...one, offline })).toMatchObject(one.invitations.map(({ id }) => ({ id })))
        expect([...invitations.keys()].sort()).toEqual(guestNumbers.map(idAt).sort())
        for (const [userId, { usedGenerations, pending }] of owners) {
          const ownerInvitations = [...invitations.values()].filter(one => one.userId === userId)
          expect(usedGenerations).toBe(Math.min(limit, ownerInvitations.length))
          expect(pending).toBe(ownerInvitations.length - usedGenerations)
          expect(ownerInvitations.filter(one => one.isPending)).toHaveLength(pending)
        }
      }),
    )
  })

  test('never exceed the quota or the pending maximum; a refusal changes nothing; a repeated request gets the first response', async () => {
    const quota = fc.record({
      generationLimit: fc.integer({ min: 0, max: GUESTS }),
      usedGenerations: fc.constant(0),
      pending: fc.integer({ min: 0, max: 500 }),
    })
    await fc.assert(
      fc.asyncProperty(splits, fc.infiniteStream(fc.boolean()), quota, async (requests, offline, before) => {
        const { ask, invitations, keys, owners } = createMemoryStore(before)
        const answers = new Map<string | undefined, unknown>()
        for (const one of requests) {
          const stateBefore = structuredClone({ invitations, owners })
          const isRepeat = keys.has(one.key ?? '')
          const answer = await ask({ ...one, offline: offline.next().value! })
          if (isRepeat) expect(answer).toEqual(answers.get(one.key))
          if (isRepeat || typeof answer === 'string') expect({ invitations, owners }).toEqual(stateBefore)
          answers.set(one.key, answer)
          for (const [userId, owner] of owners) {
            expect(owner.usedGenerations).toBeLessThanOrEqual(owner.generationLimit)
            expect(owner.pending).toBeLessThanOrEqual(maxPending(owner))
            const ownerInvitations = [...invitations.values()].filter(invitation => invitation.userId === userId)
            expect(ownerInvitations).toHaveLength(owner.usedGenerations + owner.pending - before.pending)
          }
        }
      }),
    )
  })
})

test('a request with several faults is refused for the first fault in the documented order', () => {
  const other: Invitation = { ...draftOf(guest(1), NOW.toISOString()), guestName: 'هدى' }
  const account = { generationLimit: 0, usedGenerations: 0, pending: 500, designs: new Map() }
  const faulty = {
    request: { invitations: [guest(1), guest(2), guest(3), guest(3)], key: 'key', offline: false },
    state: {
      earlier: { fingerprint: 'undo', ids: [] },
      existing: new Map([[other.id, other]]),
      tombstones: new Set([idAt(2)]),
      owners: new Map(),
    } as CreateState,
  }
  const codeOf = ({ request, state }: typeof faulty) => {
    const decision = decideCreate(requestOf(request), state, NOW)
    return 'refusal' in decision ? [decision.refusal.code, decision.refusal.message, decision.refusal.fields] : decision.changes.add.length
  }
  const idTakenRefusal = ['id-taken', texts.idTaken, undefined]
  expect(codeOf(faulty)).toEqual(idTakenRefusal)
  faulty.request.invitations.pop()
  expect(codeOf(faulty)).toEqual(['nonce-taken', texts.nonceTaken, undefined])
  faulty.state.earlier = undefined
  expect(codeOf(faulty)).toEqual(idTakenRefusal)
  faulty.state.existing = new Map()
  expect(codeOf(faulty)).toEqual(idTakenRefusal)
  faulty.state.tombstones = new Set()
  expect(codeOf(faulty)).toEqual(['bad-input', texts.badInput, { userId: texts.notFound }])
  faulty.state.owners = new Map(OWNERS.map(id => [id, account]))
  expect(codeOf(faulty)).toEqual(['over-balance', texts.generator.overBalance(2, 0), undefined])
  faulty.request.offline = true
  expect(codeOf(faulty)).toEqual(['too-many-pending', texts.generator.tooManyPending(500), undefined])
  faulty.state.owners = new Map(OWNERS.map(id => [id, { ...account, pending: 498 }]))
  expect(codeOf(faulty)).toBe(3)
})

test('charges an owner’s first invitations, makes the others pending, and gives each the design of its event in any spelling', () => {
  const design = idAt(30)
  const { owners } = createMemoryStore({ generationLimit: 2, designs: new Map([[eventKey({ ...event, eventName: 'زفاف سارَة' }), design]]) })
  const invitations = [
    guest(1, { eventName: 'زفاف ساره' }),
    guest(3),
    guest(2, { eventName: 'زفاف سارة', designId: idAt(31) }),
    guest(4, { eventName: 'زفاف سارة', eventDate: '2027-01-15' }),
  ]
  const state = { existing: new Map(), tombstones: new Set<string>(), owners }
  const decision = decideCreate(requestOf({ invitations, offline: true }), state, NOW)
  const { answer, changes } = decision as Extract<typeof decision, { changes: unknown }>
  expect(answer).toEqual(changes.add)
  expect(answer.map(({ designId, isPending }) => ({ designId, isPending }))).toEqual([
    { designId: design, isPending: false },
    { designId: null, isPending: false },
    { designId: idAt(31), isPending: false },
    { designId: null, isPending: true },
  ])
  expect(changes.charges).toEqual(
    new Map([
      ['a', 2],
      ['b', 1],
    ]),
  )
})
