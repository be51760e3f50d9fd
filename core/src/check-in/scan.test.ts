import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SAMPLE_ID } from '../id.ts'
import type { Invitation } from '../invitations/invitation.ts'
import * as texts from '../texts.ts'
import {
  decideScans,
  parseScanRequest,
  type ResolvedScan,
  type ScanDecision,
  type ScanInput,
  type ScanTarget,
  scanTargetOf,
  scanTargetOfName,
} from './scan.ts'
import { type CheckInState, emptyCheckInState, scopedIdempotencyKey, UNDONE_ADMISSION } from './state.ts'
import { decideUndo, parseUndoRequest, undoFingerprint } from './undo.ts'

const NOW = new Date('2026-11-20T18:00:00.000Z')
const owner = { id: 'hana', isAdmin: false }
const otherOwner = { id: 'salma', isAdmin: false }
const invitationIds = ['A', 'B'].map(letter => letter + SAMPLE_ID.slice(1))

const sampleInvitation = (id: string, changes: Partial<Invitation> = {}): Invitation => ({
  id,
  code: id,
  state: 'valid',
  userId: owner.id,
  eventId: 'event',
  eventName: 'زفاف',
  eventDate: '2026-11-20',
  guestName: 'سارة',
  qrCode: '',
  generationType: 'custom',
  maxScans: 2,
  currentScans: 0,
  isScanned: false,
  scannedAt: null,
  createdAt: NOW.toISOString(),
  phone: null,
  designId: null,
  ...{ children: 0, table: null, note: null, isVip: false, side: null },
  isPending: false,
  sentAt: null,
  sentVia: null,
  openedAt: null,
  answer: null,
  thankedAt: null,
  skippedIn: null,
  isOutdated: false,
  whatsapp: null,
  told: null,
  ...changes,
})

const stateWithInvitations = (...invitations: Invitation[]): CheckInState => ({
  ...emptyCheckInState(),
  invitations: new Map(invitations.map(one => [one.id, one])),
})

const resolvedScan = (code: string, input: Partial<ScanInput> = {}, actor = owner): ResolvedScan => {
  const request = parseScanRequest(actor, { code, admit: 1, happened: false, ...input })
  return { ...request, target: scanTargetOf(request) as ScanTarget }
}

const messageOf = (decision: ScanDecision | undefined) =>
  decision === undefined || 'refusal' in decision ? decision?.refusal : decision.answer.message

test('decideScans counts the earlier scans of the same batch', () => {
  const state = stateWithInvitations(sampleInvitation(invitationIds[0]!))
  const decisions = decideScans(
    [resolvedScan(invitationIds[0]!), resolvedScan(invitationIds[0]!), resolvedScan(invitationIds[0]!)],
    state,
    NOW,
  )
  expect(decisions.map(messageOf)).toEqual([texts.scan.admitted, texts.scan.admitted, texts.scan.used])
  expect(state.invitations.get(invitationIds[0]!)?.currentScans).toBe(2)
})

test('decideScans returns nonce-taken for a key used for another code', () => {
  const state = stateWithInvitations(...invitationIds.map(id => sampleInvitation(id)))
  const decisions = decideScans(
    [resolvedScan(invitationIds[0]!, { nonce: 'n' }), resolvedScan(invitationIds[1]!, { nonce: 'n' }), resolvedScan(invitationIds[1]!)],
    state,
    NOW,
  )
  expect(decisions.map(messageOf)).toEqual([texts.scan.admitted, 'nonce-taken', texts.scan.admitted])
})

test('decideScans treats equal keys of two accounts as different keys', () => {
  const state = stateWithInvitations(sampleInvitation(invitationIds[0]!), sampleInvitation(invitationIds[1]!, { userId: otherOwner.id }))
  const decisions = decideScans(
    [resolvedScan(invitationIds[0]!, { nonce: 'n' }), resolvedScan(invitationIds[1]!, { nonce: 'n' }, otherOwner)],
    state,
    NOW,
  )
  expect(decisions.map(messageOf)).toEqual([texts.scan.admitted, texts.scan.admitted])
})

test('decideScans answers another account’s invitation as unknown', () => {
  const state = stateWithInvitations(sampleInvitation(invitationIds[0]!))
  const [online, offline] = decideScans(
    [resolvedScan(invitationIds[0]!, {}, otherOwner), resolvedScan(invitationIds[0]!, { happened: true }, otherOwner)],
    state,
    NOW,
  )
  expect(messageOf(online)).toBe(texts.scan.unknown)
  expect(offline).toMatchObject({ change: { invitationId: undefined, conflict: { kind: 'unknown', ownerId: otherOwner.id } } })
  expect(state.invitations.get(invitationIds[0]!)?.currentScans).toBe(0)
})

test('an offline scan of a used, pending or deleted invitation is a conflict', () => {
  const state = stateWithInvitations(
    sampleInvitation(invitationIds[0]!, { currentScans: 2 }),
    sampleInvitation(invitationIds[1]!, { isPending: true }),
  )
  const deletedId = `C${SAMPLE_ID.slice(1)}`
  state.tombstones.set(deletedId, { userId: owner.id, guestName: '', eventName: '', eventDate: '' })
  const decisions = decideScans(
    [...invitationIds, deletedId].map(id => resolvedScan(id, { happened: true })),
    state,
    NOW,
  )
  expect(decisions).toMatchObject(
    ['double', 'pending', 'deleted'].map(kind => ({
      answer: { outcome: 'admitted' },
      change: { conflict: { kind, ownerId: owner.id } },
    })),
  )
})

test('decideScans does not count an admission whose undo arrived earlier', () => {
  const state = stateWithInvitations(sampleInvitation(invitationIds[0]!))
  state.keys.set(scopedIdempotencyKey(owner.id, 'n'), { fingerprint: `scan ${invitationIds[0]}`, admission: UNDONE_ADMISSION })
  state.undone.add(scopedIdempotencyKey(invitationIds[0]!, 'n'))
  const [decision] = decideScans([resolvedScan(invitationIds[0]!, { nonce: 'n' })], state, NOW)
  expect(decision).toMatchObject({ answer: { outcome: 'refused' }, change: { outcome: 'admitted', counted: undefined } })
  expect(messageOf(decision)).toBe(texts.scan.undoneBefore)
})

test('scanTargetOfName finds one guest, several candidates or nobody', () => {
  const [first, second] = invitationIds.map(id => sampleInvitation(id)) as [Invitation, Invitation]
  expect(scanTargetOfName([first], [second])).toEqual({ id: first.id })
  expect(scanTargetOfName([first, second], [])).toMatchObject({ answer: { outcome: 'candidates' } })
  expect(scanTargetOfName([], [second])).toMatchObject({ answer: { outcome: 'candidates' } })
  expect(scanTargetOfName([], [])).toMatchObject({ answer: { outcome: 'refused' } })
  expect(scanTargetOf(parseScanRequest(owner, { code: 'سارة', admit: 1, happened: false }))).toEqual({ name: 'سارة' })
  expect(scanTargetOf(parseScanRequest(owner, { code: 'سارة', source: 'camera', admit: 1, happened: false }))).toMatchObject({
    answer: { outcome: 'refused' },
  })
})

type ScanStep = { guest: number; key: number; people: number; offline: boolean }
const scanSteps = fc.array(fc.record({ guest: fc.nat(1), key: fc.nat(5), people: fc.integer({ min: 1, max: 2 }), offline: fc.boolean() }), {
  minLength: 1,
  maxLength: 30,
})
// Each idempotency key belongs to one code, as on a device.
const scanOfStep = ({ guest, key, people, offline }: ScanStep) =>
  resolvedScan(invitationIds[guest]!, { nonce: `${guest} ${key}`, admit: people, happened: offline })
const admittedCounts = (state: CheckInState) => invitationIds.map(id => state.invitations.get(id)!.currentScans)

test('decideScans gives the same answers for batches of any size', () => {
  fc.assert(
    fc.property(scanSteps, fc.infiniteStream(fc.integer({ min: 1, max: 7 })), (all, sizes) => {
      const [single, split] = [0, 1].map(() => stateWithInvitations(...invitationIds.map(id => sampleInvitation(id)))) as [
        CheckInState,
        CheckInState,
      ]
      const expected = all.flatMap(step => decideScans([scanOfStep(step)], single, NOW))
      const scans = all.map(scanOfStep)
      const actual: ScanDecision[] = []
      while (scans.length > 0) actual.push(...decideScans(scans.splice(0, sizes.next().value as number), split, NOW))
      expect(actual.map(messageOf)).toEqual(expected.map(messageOf))
      expect(admittedCounts(split)).toEqual(admittedCounts(single))
    }),
  )
})

test('decideScans counts a repeated offline scan once, in any order', () => {
  fc.assert(
    fc.property(scanSteps, fc.array(fc.nat(29), { maxLength: 30 }), (all, repeated) => {
      const offline = all.map(step => scanOfStep({ ...step, people: 1, offline: true }))
      const state = stateWithInvitations(...invitationIds.map(id => sampleInvitation(id)))
      decideScans([...offline, ...repeated.flatMap(n => offline[n] ?? [])], state, NOW)
      const countDistinctKeys = (guest: number) => new Set(all.filter(step => step.guest === guest).map(({ key }) => key)).size
      expect(admittedCounts(state)).toEqual([countDistinctKeys(0), countDistinctKeys(1)])
    }),
  )
})

/** Returns an in-memory store whose `scan` and `undo` decide one request each, on the state that the earlier requests left. */
function createMemoryStore(...invitations: Invitation[]) {
  const state = stateWithInvitations(...invitations)
  return {
    state,
    scan(request: ResolvedScan) {
      const [decision] = decideScans([request], state, NOW) as [ScanDecision]
      const change = 'refusal' in decision ? undefined : decision.change
      if (change?.admission && change.invitationId !== undefined && request.idempotencyKey !== undefined)
        state.admissions.set(scopedIdempotencyKey(change.invitationId, request.idempotencyKey), {
          people: change.people,
          at: { scannedAt: null, clockOffset: null, receivedAt: NOW.toISOString() },
        })
      return decision
    },
    undo(code: string, admission: string, offline = true, nonce = `undo ${admission}`) {
      const at = NOW.toISOString()
      const input = { qr_code: code, nonce, admission, admittedAt: at, undoneAt: at, happened: offline }
      const request = parseUndoRequest(owner, input)!
      const decision = decideUndo(request, state)
      if ('refusal' in decision || !decision.change) return decision
      state.keys.set(scopedIdempotencyKey(owner.id, request.idempotencyKey), {
        fingerprint: undoFingerprint(request),
        admission: UNDONE_ADMISSION,
      })
      if (!decision.change.hasArrived)
        state.keys.set(scopedIdempotencyKey(owner.id, admission), { fingerprint: `scan ${code}`, admission: UNDONE_ADMISSION })
      state.undone.add(scopedIdempotencyKey(code, admission))
      return decision
    },
  }
}

test('only admissions that were not undone count, in any order of arrival', () => {
  const guests = fc.array(fc.record({ guest: fc.nat(1), people: fc.integer({ min: 1, max: 3 }), isUndone: fc.boolean() }), { maxLength: 8 })
  fc.assert(
    fc.property(guests, fc.infiniteStream(fc.nat()), (all, random) => {
      const { state, scan: admitOffline, undo } = createMemoryStore(...invitationIds.map(id => sampleInvitation(id)))
      const events = all.flatMap(({ guest, people, isUndone }, n) => {
        const admit = () => admitOffline(resolvedScan(invitationIds[guest]!, { nonce: `n-${n}`, admit: people, happened: true }))
        const undoAdmission = () => undo(invitationIds[guest]!, `n-${n}`)
        return [admit, admit, ...(isUndone ? [undoAdmission, undoAdmission] : [])]
      })
      const order = events.map(event => ({ event, at: random.next().value as number })).sort((a, b) => a.at - b.at)
      for (const { event } of order) event()
      const countStillAdmitted = (guest: number) =>
        all.reduce((sum, one) => sum + (one.guest === guest && !one.isUndone ? one.people : 0), 0)
      expect(admittedCounts(state)).toEqual([countStillAdmitted(0), countStillAdmitted(1)])
    }),
  )
})

test('decideUndo reverts an admission once, within fifteen minutes', () => {
  const { state, scan: admit, undo } = createMemoryStore(...invitationIds.map(id => sampleInvitation(id)))
  admit(resolvedScan(invitationIds[0]!, { nonce: 'n' }))
  expect(undo(invitationIds[1]!, 'n')).toEqual({ refusal: 'not-found' })
  expect(undo(invitationIds[0]!, 'n', true, 'n')).toEqual({ refusal: 'nonce-taken' })
  expect(undo(invitationIds[0]!, 'n')).toMatchObject({ invitation: { currentScans: 0 } })
  expect(undo(invitationIds[0]!, 'n')).toMatchObject({ invitation: { currentScans: 0 } })
  expect(messageOf(admit(resolvedScan(invitationIds[0]!, { nonce: 'n' })))).toBe(texts.scan.undoneBefore)
  admit(resolvedScan(invitationIds[0]!, { nonce: 'later' }))
  const lateTime = { scannedAt: null, clockOffset: null, receivedAt: new Date(NOW.getTime() - 16 * 60_000).toISOString() }
  state.admissions.set(scopedIdempotencyKey(invitationIds[0]!, 'later'), { people: 1, at: lateTime })
  expect(undo(invitationIds[0]!, 'later')).toEqual({ refusal: 'too-late' })
  expect(admittedCounts(state)).toEqual([1, 0])
})

test('decideScans never admits more people online than maxScans', () => {
  fc.assert(
    fc.property(scanSteps, all => {
      const state = stateWithInvitations(...invitationIds.map(id => sampleInvitation(id)))
      decideScans(
        all.map(step => scanOfStep({ ...step, offline: false })),
        state,
        NOW,
      )
      for (const total of admittedCounts(state)) expect(total).toBeLessThanOrEqual(2)
    }),
  )
})
