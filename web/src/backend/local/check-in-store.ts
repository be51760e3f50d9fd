import { type Actor, isInScope, scopeOfActor } from '@hudur/core/actor'
import { readCode } from '@hudur/core/check-in/code'
import type { AdmissionSummary, ScanAnswer } from '@hudur/core/check-in/contract'
import {
  type CheckInStore,
  parseScanRequest,
  type ResolvedScan,
  type ScanInput,
  type ScanRequest,
  scanFingerprint,
  scannedInvitationId,
} from '@hudur/core/check-in/scan'
import { emptyCheckInState, scopedIdempotencyKey } from '@hudur/core/check-in/state'
import type { UndoRequest } from '@hudur/core/check-in/undo'
import { isDoorId } from '@hudur/core/id'
import type { DoorGuest } from '@hudur/core/links/contract'
import { doorIdOf } from '@hudur/core/links/sealed'
import type { Device } from '../store/device.ts'
import { outboxInTransaction } from '../store/outbox.ts'
import { replicaInTransaction, toStoredScan } from '../store/replica.ts'
import { isUnadmittedScan, removeEntryByKey, scanEntryOf } from '../store/scan-entries.ts'
import { type DeviceScan, metaInTransaction, runWriteTransaction, type WriteTransaction } from '../store/store.ts'

export const CHECK_IN_OBJECT_STORES = ['accounts', 'invitations', 'events', 'scans', 'outbox', 'meta'] as const
type CheckInTransaction = WriteTransaction<(typeof CHECK_IN_OBJECT_STORES)[number]>

type KeyedScanRequest = ScanRequest & { idempotencyKey: string }

async function loadScanState(trx: CheckInTransaction, request: ResolvedScan, idempotencyKey: string, guest: DoorGuest | undefined) {
  const { actor, target, read } = request
  const state = { ...emptyCheckInState(), isReplica: true }
  const replica = replicaInTransaction(trx)
  const earlier = await trx.objectStore('scans').get([actor.id, idempotencyKey])
  if (earlier) {
    const { invitationId, people, direction, code, isSent, undo } = earlier
    // The typed name is deleted after the upload. A repeated request can then not be compared with it, and counts as the same request.
    const fingerprint = isSent && read.is === 'text' ? request.fingerprint : scanFingerprint(readCode(code))
    state.keys.set(scopedIdempotencyKey(actor.id, idempotencyKey), { fingerprint, admission: { invitationId, people, direction } })
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
  if (event?.countsExits) state.eventsCountingExits.add(event.id)
  return state
}

type UnadmittedOutcome = NonNullable<ScanRequest['outcome']>

/** Returns the outbox entry that uploads a scan with which this device counted nobody. `event`: the event of the scanner. */
const unadmittedScanEntryOf = (
  scan: DeviceScan,
  { outcome, invitationId, eventId }: { outcome: UnadmittedOutcome; invitationId: string | undefined; eventId: string | undefined },
  now: Date,
) => {
  const entry = scanEntryOf(scan, now)
  return { ...entry, input: { ...entry.input, outcome, invitationId, eventId } }
}

/**
 * Returns the `CheckInStore` for one scan on this device, inside one transaction. An admitted, exited, used or refused scan adds an entry to the
 * outbox. `guest`: the guest data that a door link decrypted with the scanned code.
 */
export const checkInStoreInTransaction = (
  trx: CheckInTransaction,
  scan: DeviceScan,
  guest: DoorGuest | undefined,
  now: Date,
): CheckInStore => ({
  load: ([request]) => loadScanState(trx, request!, scan.idempotencyKey, guest),
  async save([decision]) {
    if (!decision || 'refusal' in decision || !decision.change) return
    const { request, outcome, invitationId, counted, people, returned } = decision.change
    const outbox = outboxInTransaction(trx)
    if (
      (outcome === 'used' || outcome === 'refused' || outcome === 'not-inside') &&
      !(await outbox.find(scan.account, scan.idempotencyKey))
    )
      await outbox.add(unadmittedScanEntryOf(scan, { outcome, invitationId, eventId: request.event.eventId }, now))
    if (!counted) return
    const admission = { ...scan, invitationId: counted.id, people, ...(returned > 0 && { returned }) }
    await trx.objectStore('scans').put(toStoredScan(admission))
    await outbox.add(scanEntryOf(admission, now))
  },
})

/** Loads the state that `decideUndo` needs for undoing a scan of this device. */
export async function loadUndoState(
  trx: CheckInTransaction,
  { actor, id, admission }: UndoRequest,
  { people, direction, returned, scannedAt, clockOffset, at, undo }: DeviceScan,
) {
  const state = emptyCheckInState()
  const found = await replicaInTransaction(trx).find(id, scopeOfActor(actor))
  if (found) state.invitations.set(id, found.invitation)
  // This device can also undo an admission whose invitation is not in the replica. An empty tombstone stands for it.
  else state.tombstones.set(id, { userId: actor.id, guestName: '', eventName: '', eventDate: '' })
  state.admissions.set(scopedIdempotencyKey(id, admission), { people, direction, returned, at: { scannedAt, clockOffset, receivedAt: at } })
  if (undo) state.undone.add(scopedIdempotencyKey(id, admission))
  return state
}

/**
 * Returns the first and the last admission on this device. Without an admission on this device, `last` has only the time of one at another
 * gate.
 */
export async function findFirstAndLastAdmission(
  trx: CheckInTransaction,
  actor: Actor,
  id: string,
  { isDoor }: Pick<Device, 'isDoor'>,
): Promise<{ first?: AdmissionSummary; last?: AdmissionSummary }> {
  const found = await replicaInTransaction(trx).find(id, scopeOfActor(actor))
  const admissions = (found?.scans ?? [])
    .filter(({ undo, direction }) => !undo && direction !== 'out')
    .sort((a, b) => (a.at < b.at ? -1 : 1))
  // The account of a door link has the name of the gate, which the summary has already.
  const nameOf = async (account: string) => (isDoor ? undefined : await trx.objectStore('accounts').get(account))?.fullName ?? null
  const admissionSummaryOf = async (scan: DeviceScan | undefined) =>
    scan && { at: scan.at, gate: scan.gate, by: await nameOf(scan.account) }
  const [first, last] = [await admissionSummaryOf(admissions[0]), await admissionSummaryOf(admissions.at(-1))]
  if (first && last) return { first, last }
  const at = found?.invitation.scannedAt ?? null
  return at === null ? {} : { last: { at, gate: null, by: null } }
}

/** Returns a scan in the form in which this device stores it. `invitationId` is empty until the scan is decided. */
export function newDeviceScan({ clock, now }: Device, request: KeyedScanRequest): DeviceScan {
  const scannedAt = request.scannedAt ?? now().toISOString()
  const clockOffset = request.clockOffset ?? clock.offset()
  return {
    account: request.actor.id,
    idempotencyKey: request.idempotencyKey,
    code: request.code,
    invitationId: '',
    people: request.people,
    ...(request.direction === 'out' && { direction: 'out' }),
    scannedAt,
    clockOffset,
    at: clock.corrected(scannedAt, clockOffset),
    gate: request.gate,
    isSent: false,
    isListed: false,
  }
}

/**
 * Stores an admission that a download listed before the answer to its request arrived. The count in the replica already includes the
 * admission.
 */
export async function storeDownloadedAdmission(trx: WriteTransaction<'scans' | 'meta'>, scan: DeviceScan) {
  const early = (await metaInTransaction(trx).get('early-scans'))?.admissions.find(({ nonce }) => nonce === scan.idempotencyKey)
  if (!early || (await trx.objectStore('scans').getKey([scan.account, scan.idempotencyKey]))) return
  const { invitationId, people } = early
  await trx.objectStore('scans').put(toStoredScan({ ...scan, invitationId, people, isSent: true, isListed: true }))
}

/** Stores an undo that a download listed before the answer to its request arrived. The count in the replica already includes the undo. */
export async function storeDownloadedUndo(trx: WriteTransaction<'scans' | 'meta'>, actor: Actor, input: UndoInput) {
  const isEarly = (await metaInTransaction(trx).get('early-scans'))?.undos.includes(input.nonce) ?? false
  const scan = isEarly ? await trx.objectStore('scans').get([actor.id, input.admission]) : undefined
  if (scan && !scan.undo) await trx.objectStore('scans').put(toStoredScan({ ...scan, undo: { input, isSent: true, isListed: true } }))
}

type UndoInput = NonNullable<DeviceScan['undo']>['input']

/**
 * Stores an admission or an exit that the server confirmed. The device adds it to the count until a download includes it, and uploads it again to a
 * server that was restored from a backup. If this device had admitted the guest before, its outbox entry is removed.
 */
async function storeServerAdmission(
  device: Device,
  actor: Actor,
  input: ScanInput & { nonce: string },
  { invitation, admitted, exited }: ScanAnswer,
) {
  const people = admitted ?? exited
  if (!invitation || people === undefined) return
  const scan = newDeviceScan(device, { ...parseScanRequest(actor, input), idempotencyKey: input.nonce })
  await runWriteTransaction(device.store, ['scans', 'outbox', 'meta'], async trx => {
    await removeEntryByKey(trx, actor.id, input.nonce)
    await storeDownloadedAdmission(trx, scan)
    const scans = trx.objectStore('scans')
    const earlier = await scans.get([actor.id, input.nonce])
    await scans.put(toStoredScan({ ...(earlier ?? { ...scan, invitationId: invitation.id, people }), isSent: true }))
  })
}

/** Stores an undo that the server confirmed, for the same purposes as `storeServerAdmission`. */
export async function storeServerUndo({ store }: Device, actor: Actor, input: UndoInput) {
  await runWriteTransaction(store, ['scans', 'meta'], async trx => {
    await storeDownloadedUndo(trx, actor, input)
    const scan = await trx.objectStore('scans').get([actor.id, input.admission])
    if (scan && !scan.undo) await trx.objectStore('scans').put(toStoredScan({ ...scan, undo: { input, isSent: true, isListed: false } }))
  })
}

/** Stores that the server refused a card because it was cancelled, reissued or deleted after the last download. */
async function storeServerRefusal({ store, isDoor }: Device, actor: Actor, input: ScanInput, { refused }: ScanAnswer) {
  const read = readCode(input.code)
  if (read.is !== 'id' || !refused || (isDoor && !globalThis.crypto?.subtle)) return
  const code = isDoor && !isDoorId(read.id) ? await doorIdOf(read.id) : read.id
  await runWriteTransaction(store, ['invitations', 'events', 'scans', 'meta'], async trx => {
    const replica = replicaInTransaction(trx)
    const row = await trx.objectStore('invitations').get(await replica.idOfCode(code))
    if (!row || !isInScope(scopeOfActor(actor), row.invitation)) return
    const { id, invitation } = row
    if (refused.reason === 'deleted') {
      const { guestName, eventName, eventDate } = refused
      await replica.remove([id])
      return replica.putDeleted([{ id, userId: invitation.userId, eventId: invitation.eventId, guestName, eventName, eventDate }])
    }
    // The new code of a reissued card comes with the next download.
    const change = refused.reason === 'cancelled' ? { state: 'cancelled' as const } : invitation.code === code && { code: '' }
    await trx.objectStore('invitations').put({ ...row, invitation: { ...invitation, ...change } })
    await replica.changed([id])
  })
}

/** Stores what the server has answered to a scan: an admission, or the refusal of a card. Returns whether it refused the card. */
export async function storeServerScan(device: Device, actor: Actor, input: ScanInput & { nonce: string }, answer: ScanAnswer) {
  const { refused, outcome } = answer
  const isRefused = refused !== undefined && refused.reason !== 'other-event'
  if (isRefused) await storeServerRefusal(device, actor, input, answer)
  if (outcome === 'admitted' || outcome === 'exited') await storeServerAdmission(device, actor, input, answer)
  // An admission of this device that the server refused stays in the outbox. Its upload becomes a conflict.
  else await runWriteTransaction(device.store, ['outbox'], trx => removeEntryByKey(trx, actor.id, input.nonce, isUnadmittedScan))
  return isRefused
}
