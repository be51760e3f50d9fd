import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maxPendingInvitations } from '../../accounts/rules.ts'
import { idFromBytes } from '../../id.ts'
import { Refusal } from '../../refusals.ts'
import * as texts from '../../texts.ts'
import type { Invitation } from '../invitation.ts'
import { createdInvitation } from './created-invitation.ts'
import { type CreationStore, createInvitations, decideCreation } from './decide.ts'
import { type CreationRequest, eventStateKey, parseCreationRequest } from './request.ts'
import type { CreationState, OwnerQuota, RequestedEvent } from './state.ts'

const NOW = new Date('2026-11-20T18:00:00.000Z')
const event = { eventName: 'زفاف', eventDate: '2027-01-14' }
const idOfGuest = (n: number) => idFromBytes(Uint8Array.from({ length: 20 }, (_, place) => (place === 19 ? n + 1 : 7)))

const OWNER_IDS = ['a', 'b']
const ADMIN = { id: 'admin', isAdmin: true }

/** Returns a request for one invitation. Every third invitation is of the second owner. */
const requestedInvitation = (n: number, more = {}) => ({
  ...{ ...event, guestName: `ضيف ${n}`, generationType: 'names' as const, maxScans: 1 },
  ...{ id: idOfGuest(n), userId: OWNER_IDS[n % 3 === 0 ? 1 : 0]!, ...more },
})

type GivenRequest = { invitations: ReturnType<typeof requestedInvitation>[]; key?: string | undefined; offline?: boolean }

const parsedRequestOf = ({ invitations, key, offline = false }: GivenRequest): CreationRequest =>
  parseCreationRequest(
    { invitations, nonce: key, happened: offline },
    {
      actor: ADMIN,
      newId: () => {
        throw new Error('every guest here has an id')
      },
    },
  )

/** Returns the events of a request by `eventStateKey`. An event is new unless it is in `known`. */
const eventsOfRequest = ({ invitations }: CreationRequest, known: ReadonlyMap<string, RequestedEvent> = new Map()) =>
  new Map(
    invitations.map(requested => {
      const reference = eventStateKey(requested)
      const { eventName: name = '', eventDate: date = '' } = requested
      return [reference, known.get(reference) ?? { id: `event ${reference}`, name, date, designId: null, isNew: !known.has(reference) }]
    }),
  )

/** Returns an in-memory store with its contents, and `ask`, which returns the created invitations or the code of the refusal. */
function createMemoryStore(quota: Partial<OwnerQuota>) {
  const contents = {
    invitations: new Map<string, Invitation>(),
    keys: new Map<string, { fingerprint: string; ids: string[] }>(),
    owners: new Map(OWNER_IDS.map(id => [id, { generationLimit: 10, usedGenerations: 0, pending: 0, ...quota }])),
    events: new Set<string>(),
  }
  const store: CreationStore = {
    load: async request => ({
      earlier: contents.keys.get(request.idempotencyKey ?? ''),
      existing: contents.invitations,
      tombstones: new Set(),
      owners: contents.owners,
      events: new Map(
        [...eventsOfRequest(request)].map(([reference, one]) => [reference, { ...one, isNew: !contents.events.has(one.id!) }]),
      ),
    }),
    async save({ idempotencyKey, fingerprint, invitations }, { add, addEvents, charges }) {
      for (const { id } of addEvents) {
        expect(contents.events.has(id)).toBe(false)
        contents.events.add(id)
      }
      for (const invitation of add) {
        contents.invitations.set(invitation.id, invitation)
        if (invitation.isPending) contents.owners.get(invitation.userId)!.pending += 1
      }
      for (const [userId, count] of charges) contents.owners.get(userId)!.usedGenerations += count
      if (idempotencyKey !== undefined && add.length > 0)
        contents.keys.set(idempotencyKey, { fingerprint, ids: invitations.map(({ id }) => id) })
    },
  }
  const requestInvitations = (given: GivenRequest) =>
    createInvitations(store, parsedRequestOf(given), NOW).catch((error: unknown) => {
      if (error instanceof Refusal) return error.code
      throw error
    })
  return { ...contents, ask: requestInvitations }
}

const GUEST_COUNT = 24
const guestNumbers = Array.from({ length: GUEST_COUNT }, (_, n) => n)

/** Requests for all guests, split anywhere and in any order; each four times: twice under one key, under another key, and without one. */
const splitRequests = fc
  .tuple(
    fc.shuffledSubarray(guestNumbers, { minLength: GUEST_COUNT }),
    fc.array(fc.integer({ min: 1, max: 9 }), { minLength: GUEST_COUNT }),
  )
  .chain(([order, sizes]) => {
    const ends = sizes.map((_, n) => sizes.slice(0, n + 1).reduce((sum, size) => sum + size))
    const requests = ends
      .map((end, n) => order.slice(ends[n - 1] ?? 0, end))
      .filter(part => part.length > 0)
      .flatMap((part, n) =>
        [`key ${n}`, `key ${n}`, `again ${n}`, undefined].map(
          (key): GivenRequest => ({ invitations: part.map(one => requestedInvitation(one)), key }),
        ),
      )
    return fc.shuffledSubarray(requests, { minLength: requests.length })
  })

describe('requests in any order, split anywhere and repeated', () => {
  test.each([
    { offline: false, limit: GUEST_COUNT },
    { offline: true, limit: 5 },
    { offline: true, limit: 0 },
  ])('split requests create guests once (offline: $offline, quota: $limit)', async ({ offline, limit }) => {
    await fc.assert(
      fc.asyncProperty(splitRequests, async requests => {
        const { ask, invitations, owners } = createMemoryStore({ generationLimit: limit })
        for (const one of requests) expect(await ask({ ...one, offline })).toMatchObject(one.invitations.map(({ id }) => ({ id })))
        expect([...invitations.keys()].sort()).toEqual(guestNumbers.map(idOfGuest).sort())
        for (const [userId, { usedGenerations, pending }] of owners) {
          const ownerInvitations = [...invitations.values()].filter(one => one.userId === userId)
          expect(usedGenerations).toBe(Math.min(limit, ownerInvitations.length))
          expect(pending).toBe(ownerInvitations.length - usedGenerations)
          expect(ownerInvitations.filter(one => one.isPending)).toHaveLength(pending)
        }
      }),
    )
  })

  test('random requests never exceed the quota or the pending maximum', async () => {
    const quota = fc.record({
      generationLimit: fc.integer({ min: 0, max: GUEST_COUNT }),
      usedGenerations: fc.constant(0),
      pending: fc.integer({ min: 0, max: 500 }),
    })
    await fc.assert(
      fc.asyncProperty(splitRequests, fc.infiniteStream(fc.boolean()), quota, async (requests, offline, before) => {
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
            expect(owner.pending).toBeLessThanOrEqual(maxPendingInvitations(owner))
            const ownerInvitations = [...invitations.values()].filter(invitation => invitation.userId === userId)
            expect(ownerInvitations).toHaveLength(owner.usedGenerations + owner.pending - before.pending)
          }
        }
      }),
    )
  })
})

test('decideCreation refuses for the first fault in the documented order', () => {
  const wedding = { id: 'event', name: event.eventName, date: event.eventDate, designId: null }
  const other: Invitation = { ...createdInvitation(requestedInvitation(1), wedding, NOW.toISOString()), guestName: 'هدى' }
  const account = { generationLimit: 0, usedGenerations: 0, pending: 500 }
  const faulty = {
    request: {
      invitations: [requestedInvitation(1), requestedInvitation(2), requestedInvitation(3), requestedInvitation(3)],
      key: 'key',
      offline: false,
    },
    state: {
      earlier: { fingerprint: 'undo', ids: [] },
      existing: new Map([[other.id, other]]),
      tombstones: new Set([idOfGuest(2)]),
      owners: new Map(),
      events: new Map(),
    } as CreationState,
  }
  const outcomeOf = ({ request, state }: typeof faulty) => {
    const decision = decideCreation(parsedRequestOf(request), { ...state, events: eventsOfRequest(parsedRequestOf(request)) }, NOW)
    return 'refusal' in decision ? [decision.refusal.code, decision.refusal.message, decision.refusal.fields] : decision.changes.add.length
  }
  const idTakenRefusal = ['id-taken', texts.idTaken, undefined]
  expect(outcomeOf(faulty)).toEqual(idTakenRefusal)
  faulty.request.invitations.pop()
  expect(outcomeOf(faulty)).toEqual(['nonce-taken', texts.nonceTaken, undefined])
  faulty.state.earlier = undefined
  expect(outcomeOf(faulty)).toEqual(idTakenRefusal)
  faulty.state.existing = new Map()
  expect(outcomeOf(faulty)).toEqual(idTakenRefusal)
  faulty.state.tombstones = new Set()
  expect(outcomeOf(faulty)).toEqual(['bad-input', texts.badInput, { userId: texts.notFound }])
  faulty.state.owners = new Map(OWNER_IDS.map(id => [id, account]))
  expect(outcomeOf(faulty)).toEqual(['over-balance', texts.generator.overBalance(2, 0), undefined])
  faulty.request.offline = true
  expect(outcomeOf(faulty)).toEqual(['too-many-pending', texts.generator.tooManyPending(500), undefined])
  faulty.state.owners = new Map(OWNER_IDS.map(id => [id, { ...account, pending: 498 }]))
  expect(outcomeOf(faulty)).toBe(3)
})

test('decideCreation marks invitations beyond the quota as pending', () => {
  const { owners } = createMemoryStore({ generationLimit: 2 })
  const invitations = [
    requestedInvitation(1, { eventName: 'زفاف ساره' }),
    requestedInvitation(3),
    requestedInvitation(2, { eventName: 'زفاف سارة', designId: idOfGuest(31) }),
    requestedInvitation(4, { eventName: 'زفاف سارة', eventDate: '2027-01-15' }),
  ]
  const request = parsedRequestOf({ invitations, offline: true })
  const known = { id: 'event', name: 'زفاف سارَة', date: event.eventDate, designId: idOfGuest(30), isNew: false }
  const events = eventsOfRequest(request, new Map([[eventStateKey(request.invitations[0]!), known]]))
  const decision = decideCreation(request, { existing: new Map(), tombstones: new Set(), owners, events }, NOW)
  const { answer, changes } = decision as Extract<typeof decision, { changes: unknown }>
  expect(answer).toEqual(changes.add)
  expect(answer.map(({ eventId, eventName, designId, isPending }) => ({ eventId, eventName, designId, isPending }))).toEqual([
    { eventId: 'event', eventName: 'زفاف سارَة', designId: idOfGuest(30), isPending: false },
    { eventId: expect.stringContaining('زفاف'), eventName: 'زفاف', designId: null, isPending: false },
    { eventId: 'event', eventName: 'زفاف سارَة', designId: idOfGuest(31), isPending: false },
    { eventId: expect.stringContaining('2027-01-15'), eventName: 'زفاف سارة', designId: null, isPending: true },
  ])
  expect(changes.addEvents.map(({ name, date, userId }) => ({ name, date, userId }))).toEqual([
    { name: 'زفاف', date: '2027-01-14', userId: 'b' },
    { name: 'زفاف سارة', date: '2027-01-15', userId: 'a' },
  ])
  expect(changes.charges).toEqual(
    new Map([
      ['a', 2],
      ['b', 1],
    ]),
  )
})

test('decideCreation returns `not-found` for an event that does not exist', () => {
  const { owners } = createMemoryStore({})
  const request = parsedRequestOf({ invitations: [requestedInvitation(1), requestedInvitation(2, { eventId: 'deleted' })] })
  const events = new Map([...eventsOfRequest(request)].filter(([reference]) => !reference.endsWith('deleted')))
  const decision = decideCreation(request, { existing: new Map(), tombstones: new Set(), owners, events }, NOW)
  expect(decision).toMatchObject({ refusal: { code: 'not-found', fields: { eventId: texts.event.gone } } })
})
