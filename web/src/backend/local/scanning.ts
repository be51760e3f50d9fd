import { foldSpelling } from '@hudur/core/arabic'
import { readCode } from '@hudur/core/check-in/code'
import type { AdmissionSummary, ScanAnswer } from '@hudur/core/check-in/contract'
import { decideScans, type ScanDecision, scannedInvitationId } from '@hudur/core/check-in/decide'
import {
  parseScanRequest,
  type ScanInput,
  type ScanRequest,
  type ScanTarget,
  scanFingerprint,
  scanTargetOf,
  scanTargetOfName,
} from '@hudur/core/check-in/request'
import * as rules from '@hudur/core/check-in/rules'
import { emptyCheckInState, scopedIdempotencyKey } from '@hudur/core/check-in/state'
import { decideUndo, parseUndoRequest, type UndoRequest } from '@hudur/core/check-in/undo'
import type { contract } from '@hudur/core/contract'
import type { Actor } from '@hudur/core/endpoint'
import type * as eventRules from '@hudur/core/events/rules'
import { countArrivals } from '@hudur/core/invitations/figures'
import type { Invitation } from '@hudur/core/invitations/invitation'
import type { DoorGuest } from '@hudur/core/links/contract'
import { isDoorId } from '@hudur/core/links/door-id'
import { doorIdOf, openSealedGuest } from '@hudur/core/links/sealed'
import { Refusal } from '@hudur/core/refusals'
import { scopeOfActor } from '@hudur/core/scope'
import { newIdempotencyKey } from '../../device/idempotency-key.ts'
import type { Device } from '../store/device.ts'
import { outboxInTransaction, scanEntryOf } from '../store/outbox.ts'
import { replicaInTransaction, toStoredScan } from '../store/replica.ts'
import { type DeviceScan, metaInTransaction, runWriteTransaction, type WriteTransaction } from '../store/store.ts'
import type { DeviceHandlers } from './handlers.ts'
import { createEventFilter, searchGuests } from './search.ts'

const SCANNING_STORES = ['accounts', 'invitations', 'events', 'scans', 'outbox', 'meta'] as const
type ScanningTransaction = WriteTransaction<(typeof SCANNING_STORES)[number]>

/** A scan request that has an idempotency key. */
type KeyedScanRequest = ScanRequest & { idempotencyKey: string }

/**
 * Returns the first and the last admission of an invitation on this device. When there is none, `last` is the time of the last admission at
 * another gate. Its gate and user are null, because the replica does not contain them.
 */
async function findFirstAndLastAdmission(
  trx: ScanningTransaction,
  invitation: Invitation,
  scans: readonly DeviceScan[],
): Promise<{ first?: AdmissionSummary; last?: AdmissionSummary }> {
  const admissions = scans.filter(({ undo }) => !undo).sort((a, b) => (a.at < b.at ? -1 : 1))
  const admissionSummaryOf = async (scan: DeviceScan | undefined) =>
    scan && { at: scan.at, gate: scan.gate, by: (await trx.objectStore('accounts').get(scan.account))?.fullName ?? null }
  const [first, last] = [await admissionSummaryOf(admissions[0]), await admissionSummaryOf(admissions.at(-1))]
  if (first && last) return { first, last }
  return invitation.scannedAt === null ? {} : { last: { at: invitation.scannedAt, gate: null, by: null } }
}

/**
 * Loads the state that `decideScans` needs for a scan. Returns it with the scans that this device made of the same invitation. `guest`
 * contains the guest data that a door link decrypted with the scanned code.
 */
async function loadScanState(trx: ScanningTransaction, request: KeyedScanRequest & { target: ScanTarget }, guest: DoorGuest | undefined) {
  const { actor, idempotencyKey, target, read } = request
  const state = emptyCheckInState()
  const replica = replicaInTransaction(trx)
  const earlier = await trx.objectStore('scans').get([actor.id, idempotencyKey])
  if (earlier) {
    const { invitationId, people, code, isSent, undo } = earlier
    // After the upload a scan is stored without its typed name. A repeated request with a typed name then cannot be compared with it, and
    // counts as the same request.
    const fingerprint = isSent && read.is === 'text' ? request.fingerprint : scanFingerprint(readCode(code))
    state.keys.set(scopedIdempotencyKey(actor.id, idempotencyKey), { fingerprint, admission: { invitationId, people } })
    if (undo) state.undone.add(scopedIdempotencyKey(invitationId, idempotencyKey))
  }
  if ('code' in target) {
    const named = await replica.idOfCode(target.code)
    if (named !== target.code) state.codes.set(target.code, named)
  }
  const id = earlier?.invitationId ?? scannedInvitationId(state, target)
  const found = id === undefined ? undefined : await replica.find(id, scopeOfActor(actor))
  if (found) state.invitations.set(found.invitation.id, { ...found.invitation, ...guest })
  const deleted = id === undefined || found ? undefined : await replica.findDeleted(id, scopeOfActor(actor))
  if (deleted) state.tombstones.set(deleted.id, deleted)
  const eventId = found?.invitation.eventId ?? deleted?.eventId
  const event = eventId ? await trx.objectStore('events').get(eventId) : undefined
  if (event?.hidesNames) state.eventsWithHiddenNames.add(event.id)
  return { state, own: found?.scans ?? [] }
}

/** Loads the state that `decideUndo` needs for undoing a scan of this device. */
async function loadUndoState(
  trx: ScanningTransaction,
  { actor, id, admission }: UndoRequest,
  { people, scannedAt, clockOffset, at, undo }: DeviceScan,
) {
  const state = emptyCheckInState()
  const found = await replicaInTransaction(trx).find(id, scopeOfActor(actor))
  if (found) state.invitations.set(id, found.invitation)
  // This device can undo its own admission also when the invitation is not in the replica. A tombstone without texts stands for the
  // invitation.
  else state.tombstones.set(id, { userId: actor.id, guestName: '', eventName: '', eventDate: '' })
  state.admissions.set(scopedIdempotencyKey(id, admission), { people, at: { scannedAt, clockOffset, receivedAt: at } })
  if (undo) state.undone.add(scopedIdempotencyKey(id, admission))
  return state
}

/** Stores an admission, and adds an entry for its upload to the outbox. */
async function storeAdmission(trx: ScanningTransaction, scan: DeviceScan, now: Date) {
  await trx.objectStore('scans').put(toStoredScan(scan))
  await outboxInTransaction(trx).add(scanEntryOf(scan, now))
}

/** Returns the handlers of the scan endpoints, which apply the rules of `core` to the replica. */
export function createScanningHandlers(device: Device): DeviceHandlers<typeof contract.checkIn> {
  const { store, replica, now } = device

  async function findGuests(actor: Actor, text: string, event: eventRules.EventFilter) {
    const key = foldSpelling(text)
    if (key === '') return { whole: [], partly: [] }
    const { userId, ...ofAnyOwner } = event
    const rows = (await replica.rows(scopeOfActor(actor, userId))).filter(createEventFilter(ofAnyOwner))
    const partly = key.length < rules.MIN_CANDIDATE_LETTERS ? [] : searchGuests(rows, text)
    return {
      whole: rows.filter(({ guestKey }) => guestKey === key).map(({ invitation }) => invitation),
      partly: partly.map(({ invitation }) => invitation),
    }
  }

  /** Finds the invitation of a scan. Runs before the transaction starts, because a search by name is slow. */
  async function resolveTarget(request: ScanRequest): Promise<ScanTarget> {
    const target = scanTargetOf(request)
    if (!('name' in target)) return target
    const { whole, partly } = await findGuests(request.actor, target.name, request.event)
    return scanTargetOfName(whole, partly)
  }

  /**
   * Returns the SHA-256 of a code, by which the replica of a door link identifies an invitation, and the guest data decrypted with the
   * code.
   */
  async function identifyDoorCode(code: string) {
    if (isDoorId(code)) return { code, guest: undefined }
    // Pages without https have no `crypto.subtle` to hash the code, so only the server can answer there.
    if (!globalThis.crypto?.subtle) throw new Refusal('offline')
    const digest = await doorIdOf(code)
    const row = (await store.get('invitations', digest)) ?? (await store.getFromIndex('invitations', 'codes', digest))
    // The guest data is encrypted with the present code, so a former code cannot decrypt it.
    const sealed = row?.invitation.code === digest ? row.sealed : undefined
    return { code: digest, guest: sealed === undefined ? undefined : await openSealedGuest(code, sealed) }
  }

  async function checkIn(actor: Actor, input: ScanInput): Promise<ScanAnswer> {
    const given = parseScanRequest(actor, input)
    const request = { ...given, idempotencyKey: given.idempotencyKey ?? newIdempotencyKey() }
    const named = await resolveTarget(request)
    const opened = device.isDoor && 'code' in named ? await identifyDoorCode(named.code) : undefined
    const target = opened ? { code: opened.code } : named
    return runWriteTransaction(store, SCANNING_STORES, async trx => {
      const scan = newDeviceScan(device, request)
      await storeDownloadedAdmission(trx, scan)
      const { state, own } = await loadScanState(trx, { ...request, target }, opened?.guest)
      const [decision] = decideScans([{ ...request, target }], state, new Date(scan.at)) as [ScanDecision]
      if ('refusal' in decision) throw new Refusal(decision.refusal)
      const { answer, usedId, change } = decision
      if (change?.counted) await storeAdmission(trx, { ...scan, invitationId: change.counted.id, people: change.people }, now())
      const invitation = state.invitations.get(usedId ?? '')
      return invitation ? { ...answer, ...(await findFirstAndLastAdmission(trx, invitation, own)) } : answer
    })
  }

  return {
    verify: ({ actor, input: { qrData, ...input } }) => checkIn(actor, { code: qrData, ...input }),
    check: ({ actor, input: { qr_code, ...input } }) => checkIn(actor, { code: qr_code, ...input }),
    async scan({ actor, input: { id, ...input } }) {
      const given = await checkIn(actor, { code: id, isId: true, ...input })
      return { ...given.invitation, ...given }
    },

    async undo({ actor, input }) {
      const parsed = parseUndoRequest(actor, { ...input, clockOffset: input.clockOffset ?? device.clock.offset() ?? undefined })
      if (!parsed) throw new Refusal('not-found')
      const name = device.isDoor ? (await identifyDoorCode(parsed.id)).code : parsed.id
      return runWriteTransaction(store, SCANNING_STORES, async trx => {
        const request = { ...parsed, id: await replicaInTransaction(trx).idOfCode(name) }
        await storeDownloadedUndo(trx, actor, input)
        const scan = await trx.objectStore('scans').get([actor.id, input.admission])
        // This device did not make the admission, so only the server can undo it.
        if (scan?.invitationId !== request.id) throw new Refusal('not-found')
        const decision = decideUndo(request, await loadUndoState(trx, request, scan))
        if ('refusal' in decision) throw new Refusal(decision.refusal)
        if (decision.change) {
          await trx.objectStore('scans').put(toStoredScan({ ...scan, undo: { input, isSent: false, isListed: false } }))
          await outboxInTransaction(trx).add({
            account: actor.id,
            operation: 'undo',
            input,
            idempotencyKey: input.nonce,
            at: input.undoneAt,
          })
        }
        return { success: true, invitation: decision.invitation }
      })
    },

    async candidates({ actor, input: { search, ...event } }) {
      if (foldSpelling(search).length < rules.MIN_CANDIDATE_LETTERS) return []
      const { partly } = await findGuests(actor, search, event)
      return partly.slice(0, rules.MAX_CANDIDATES).map(rules.toCandidate)
    },

    async arrivals({ actor, input: { userId, ...event } }) {
      const rows = (await replica.rows(scopeOfActor(actor, userId))).filter(createEventFilter(event))
      return countArrivals(
        rows.map(({ invitation }) => invitation),
        {},
      )
    },
  }
}

/** Returns a scan in the form in which this device stores it. `invitationId` is empty until the scan is decided. */
function newDeviceScan({ clock, now }: Device, request: KeyedScanRequest): DeviceScan {
  const scannedAt = request.scannedAt ?? now().toISOString()
  const clockOffset = request.clockOffset ?? clock.offset()
  return {
    account: request.actor.id,
    idempotencyKey: request.idempotencyKey,
    code: request.code,
    invitationId: '',
    people: request.people,
    scannedAt,
    clockOffset,
    at: clock.corrected(scannedAt, clockOffset),
    gate: request.gate,
    isSent: false,
    isListed: false,
  }
}

/**
 * Stores an admission that a download listed before the answer to its request arrived. The count in the replica already includes it. It is
 * uploaded again only to a server that was restored from a backup.
 */
async function storeDownloadedAdmission(trx: WriteTransaction<'scans' | 'meta'>, scan: DeviceScan) {
  const early = (await metaInTransaction(trx).get('early-scans'))?.admissions.find(({ nonce }) => nonce === scan.idempotencyKey)
  if (!early || (await trx.objectStore('scans').getKey([scan.account, scan.idempotencyKey]))) return
  const { invitationId, people } = early
  await trx.objectStore('scans').put(toStoredScan({ ...scan, invitationId, people, isSent: true, isListed: true }))
}

/** Stores an undo that a download listed before the answer to its request arrived, as `storeDownloadedAdmission` does for an admission. */
async function storeDownloadedUndo(trx: WriteTransaction<'scans' | 'meta'>, actor: Actor, input: UndoInput) {
  const isEarly = (await metaInTransaction(trx).get('early-scans'))?.undos.includes(input.nonce) ?? false
  const scan = isEarly ? await trx.objectStore('scans').get([actor.id, input.admission]) : undefined
  if (scan && !scan.undo) await trx.objectStore('scans').put(toStoredScan({ ...scan, undo: { input, isSent: true, isListed: true } }))
}

type UndoInput = NonNullable<DeviceScan['undo']>['input']

/**
 * Stores an admission that the server answered. Until a download lists it, it is added to the count in the replica. It is uploaded again to
 * a server that was restored from a backup.
 */
export async function storeServerAdmission(
  device: Device,
  actor: Actor,
  input: ScanInput & { nonce: string },
  { invitation, admitted }: ScanAnswer,
) {
  if (!invitation || admitted === undefined) return
  const scan = newDeviceScan(device, { ...parseScanRequest(actor, input), idempotencyKey: input.nonce })
  await runWriteTransaction(device.store, ['scans', 'meta'], async trx => {
    await storeDownloadedAdmission(trx, scan)
    const scans = trx.objectStore('scans')
    const earlier = await scans.get([actor.id, input.nonce])
    await scans.put(toStoredScan({ ...(earlier ?? { ...scan, invitationId: invitation.id, people: admitted }), isSent: true }))
  })
}

/** Stores an undo that the server answered, for the same purposes as `storeServerAdmission`. */
export async function storeServerUndo({ store }: Device, actor: Actor, input: UndoInput) {
  await runWriteTransaction(store, ['scans', 'meta'], async trx => {
    await storeDownloadedUndo(trx, actor, input)
    const scan = await trx.objectStore('scans').get([actor.id, input.admission])
    if (scan && !scan.undo) await trx.objectStore('scans').put(toStoredScan({ ...scan, undo: { input, isSent: true, isListed: false } }))
  })
}
