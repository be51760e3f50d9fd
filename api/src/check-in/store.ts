import { randomUUIDv7 } from 'node:crypto'
import { dayInTimeZone } from '@hudur/core/calendar'
import {
  type CheckInStore,
  checkInScans,
  type ResolvedScan,
  type ScanChange,
  type ScanDecision,
  scanFingerprint,
  scannedCodeOrId,
  scannedInvitationId,
} from '@hudur/core/check-in/scan'
import {
  type CheckInState,
  emptyCheckInState,
  findVisibleInvitation,
  findVisibleTombstone,
  type RecordedAdmission,
  type StoredAdmission,
  scopedIdempotencyKey,
  UNDONE_ADMISSION,
} from '@hudur/core/check-in/state'
import type { UndoRequest } from '@hudur/core/check-in/undo'
import type { Kysely } from 'kysely'
import { recordChange, recordChanges } from '../database/changes.ts'
import { WriteConflict } from '../database/database.ts'
import { selectInOneTrip } from '../database/row-set-statement.ts'
import type { Tables } from '../database/schema.ts'
import type { Session } from '../deps.ts'
import { chargeRefundAgain } from '../invitations/refunds.ts'
import { toInvitation } from '../invitations/rows.ts'
import { repeatsIn } from './repeats-repository.ts'
import {
  admittedCountOf,
  findAdmissions,
  findIdempotencyKeys,
  findTombstones,
  findUndoneAdmissions,
  insertConflicts,
  lockInvitations,
  markConflictsUnseen,
  markInvitationsChanged,
  type NewScan,
  saveAdmissions,
  updateIdempotencyKeys,
  withEventColumns,
} from './repository.ts'
import { scansIn } from './scans-repository.ts'
import { type RecordedAttempt, recordUnchargedAttempts, type UnchargedAttempt } from './uncharged-rows.ts'

/** A scan of a set that shares one write, and the session that sent it; undefined for a late admission that the owner accepts. */
export type ScanOfSession = { request: ResolvedScan; session: Pick<Session, 'name'> | undefined }

const uniqueSorted = (values: Iterable<string | null | undefined>) => [...new Set(values)].filter(value => value != null).sort()

type IdempotencyKey = { user_id: string; idempotency_key: string }

/** Locks and reads the invitations with these ids and codes, or their tombstones, and then reads the idempotency keys. */
async function loadInvitations(
  trx: Kysely<Tables>,
  idsAndCodes: readonly string[],
  requestKeys: readonly IdempotencyKey[],
): Promise<CheckInState> {
  const state = emptyCheckInState()
  const { invitations, codes, keys, tombstones, eventsWithHiddenNames, eventsCountingExits } = state
  const known = new Set<string>()
  const [locked, stored] = await selectInOneTrip(trx, [
    lockInvitations.withRows(trx, toIdRows(idsAndCodes)),
    findIdempotencyKeys.withRows(trx, requestKeys),
  ])
  for (const row of locked.rows.map(withEventColumns)) {
    const { name, id } = row
    known.add(name)
    if (row.hides_names === 1) eventsWithHiddenNames.add(row.event_id)
    if (row.counts_exits === 1) eventsCountingExits.add(row.event_id)
    invitations.set(id, toInvitation(row))
    if (name !== id) codes.set(name, id)
  }
  for (const { user_id, idempotency_key, fingerprint, answer } of stored.rows)
    keys.set(scopedIdempotencyKey(user_id, idempotency_key), { fingerprint, admission: answer === null ? undefined : JSON.parse(answer) })
  const missing = idsAndCodes.filter(name => !known.has(name))
  for (const { name, id, hides_names, ...row } of (await findTombstones(trx, toIdRows(missing))).rows) {
    if (name !== id) codes.set(name, id)
    if (hides_names === 1 && row.event_id !== null) eventsWithHiddenNames.add(row.event_id)
    tombstones.set(id, {
      userId: row.user_id,
      eventId: row.event_id,
      guestName: row.guest_name,
      eventName: row.event_name,
      eventDate: row.event_date,
    })
  }
  return state
}

/** Reads the state for the decisions on a set of scans, and locks the invitations concerned. */
async function loadScanState(trx: Kysely<Tables>, requests: readonly ResolvedScan[]): Promise<CheckInState> {
  const requestKeys = requests.flatMap(({ actor, idempotencyKey }) =>
    idempotencyKey === undefined ? [] : { user_id: actor.id, idempotency_key: idempotencyKey },
  )
  const state = await loadInvitations(trx, uniqueSorted(requests.map(({ target }) => scannedCodeOrId(target))), requestKeys)
  const { invitations, keys } = state
  // A repeated scan by name returns the invitation of its first answer, which a search for the name may no longer find.
  const admitted = uniqueSorted(
    [...keys.values()].map(({ admission }) => (admission === UNDONE_ADMISSION ? undefined : admission?.invitationId)),
  )
  const otherIds = admitted.filter(id => !invitations.has(id))
  for (const row of (await lockInvitations(trx, toIdRows(otherIds))).rows) invitations.set(row.id, toInvitation(withEventColumns(row)))
  await loadHistory(trx, requests, state)
  return state
}

/** Reads the state for the decision on an undo, and locks its invitation. The returned request has the invitation's id in place of a code. */
export async function loadUndo(trx: Kysely<Tables>, given: UndoRequest): Promise<{ state: CheckInState; request: UndoRequest }> {
  const { actor, idempotencyKey, admission } = given
  const keys = uniqueSorted([idempotencyKey, admission]).map(key => ({ user_id: actor.id, idempotency_key: key }))
  const state = await loadInvitations(trx, [given.id], keys)
  const id = state.codes.get(given.id) ?? given.id
  if (findVisibleInvitation(state, id, actor) || findVisibleTombstone(state, id, actor)) await scansIn(trx).giveKey(id, admission)
  const one = [{ invitation_id: id, idempotency_key: admission }]
  const [undone, admitted] = await selectInOneTrip(trx, [findUndoneAdmissions.withRows(trx, one), findAdmissions.withRows(trx, one)])
  if (undone.rows.length > 0) state.undone.add(scopedIdempotencyKey(id, admission))
  const [recorded] = admitted.rows
  if (recorded) {
    const isKeyUndone = state.keys.get(scopedIdempotencyKey(actor.id, admission))?.admission === UNDONE_ADMISSION
    const isShared = isKeyUndone && (await repeatsIn(trx).isShared(id, admission))
    state.admissions.set(scopedIdempotencyKey(id, admission), { ...toRecordedAdmission(recorded), isShared })
  }
  const unexplained = recorded ? undefined : await scansIn(trx).admissionWithoutInvitation(actor.id, admission)
  if (unexplained) state.admissions.set(scopedIdempotencyKey(actor.id, admission), { people: 0, at: unexplained })
  return { state, request: { ...given, id } }
}

type AdmissionRow = Awaited<ReturnType<typeof findAdmissions>>['rows'][number]

const toRecordedAdmission = ({
  outcome,
  people,
  returned,
  scanned_at,
  clock_offset,
  received_at,
  link_id,
}: AdmissionRow): RecordedAdmission => ({
  people,
  linkId: link_id,
  ...(outcome === 'exited' && { direction: 'out' }),
  ...(returned > 0 && { returned }),
  at: { scannedAt: scanned_at, clockOffset: clock_offset, receivedAt: received_at },
})

const toIdRows = (ids: readonly string[]) => ids.map(id => ({ id }))

/** Reads which repeated admissions were undone, and which offline scans are in the history although their idempotency keys have expired. */
async function loadHistory(trx: Kysely<Tables>, requests: readonly ResolvedScan[], state: CheckInState) {
  const { keys, undone, admissions } = state
  const repeated: { invitation_id: string; idempotency_key: string }[] = []
  const withoutKey: typeof repeated = []
  for (const request of requests) {
    const { actor, idempotencyKey, offline, target } = request
    if (idempotencyKey === undefined) continue
    const admission = keys.get(scopedIdempotencyKey(actor.id, idempotencyKey))?.admission
    const id = scannedInvitationId(state, target)
    const answered = admission === UNDONE_ADMISSION ? id : admission?.invitationId
    if (answered != null) repeated.push({ invitation_id: answered, idempotency_key: idempotencyKey })
    if (offline && id !== undefined && (admission === undefined || admission === UNDONE_ADMISSION))
      withoutKey.push({ invitation_id: id, idempotency_key: idempotencyKey })
  }
  const [undoneRows, admissionRows] = await selectInOneTrip(trx, [
    findUndoneAdmissions.withRows(trx, repeated),
    findAdmissions.withRows(trx, withoutKey),
  ])
  for (const row of undoneRows.rows) undone.add(scopedIdempotencyKey(row.invitation_id, row.idempotency_key))
  for (const row of admissionRows.rows)
    admissions.set(scopedIdempotencyKey(row.invitation_id, row.idempotency_key), toRecordedAdmission(row))
}

const toScanRow = ({ request, outcome, people, returned, invitationId }: ScanChange, at: string): NewScan => ({
  user_id: request.actor.id,
  link_id: request.actor.link?.id ?? null,
  invitation_id: invitationId ?? null,
  code: request.code,
  idempotency_key: request.idempotencyKey ?? null,
  gate: request.gate,
  scanned_at: request.scannedAt,
  received_at: at,
  clock_offset: request.clockOffset,
  outcome,
  people,
  returned,
  offline: request.offline ? 1 : 0,
  undoes: null,
})

type NewConflict = Omit<Tables['conflicts'], 'id' | 'seen_at'>

/**
 * Returns whether a scan admitted somebody within the rules. Such a scan always gets a row of its own. Exits and people who come back do
 * not: an invitation may have any number of them.
 */
const isRegularAdmission = ({ admission, conflict, outcome, returned }: ScanChange) =>
  admission?.currentScans !== undefined && !conflict && outcome === 'admitted' && returned === 0

type ChangedKey = IdempotencyKey & { fingerprint: string; before: string | null; answer: string }

/** Throws `WriteConflict` unless all idempotency keys were saved: another process has used one of them since the state was loaded. */
export function requireAllKeysSaved(saved: number | bigint | undefined, wanted: number) {
  if (Number(saved) !== wanted) throw new WriteConflict('another process has used an idempotency key')
}

/** Saves the decisions. Throws `WriteConflict` when another process has used an idempotency key since the state was loaded. */
async function saveScanDecisions(
  trx: Kysely<Tables>,
  members: readonly ScanOfSession[],
  decisions: readonly ScanDecision[],
  { state, now, timeZone }: { state: CheckInState; now: Date; timeZone: string },
) {
  const at = now.toISOString()
  const scans: (NewScan & { id?: string })[] = []
  const countedIds = new Set<string>()
  const touched: { id: string; at: string }[] = []
  const added: Tables['idempotency_keys'][] = []
  const changed: ChangedKey[] = []
  /** New idempotency keys that need not be stored. The decisions on later scans of the set assume that they are stored. */
  const unstoredKeys = new Set<string>()

  /** Stores the idempotency key of a scan. Without a row of its own, it gets the short fingerprint of its invitation. */
  function storeIdempotencyKey({ request, stored, invitationId }: ScanChange, admission: StoredAdmission | undefined) {
    const { actor, idempotencyKey } = request
    if (idempotencyKey === undefined) return
    const sharesRow = admission?.scanId !== undefined && invitationId !== undefined
    const fingerprint = sharesRow ? scanFingerprint({ is: 'id', id: invitationId }) : (stored?.fingerprint ?? request.fingerprint)
    const key = { user_id: actor.id, idempotency_key: idempotencyKey, fingerprint }
    const answer = admission ? JSON.stringify(admission) : null
    if (!stored || unstoredKeys.delete(scopedIdempotencyKey(actor.id, idempotencyKey))) added.push({ ...key, answer, created_at: at })
    else if (answer !== null)
      changed.push({ ...key, before: stored.admission === undefined ? null : JSON.stringify(stored.admission), answer })
  }

  const irregular: { change: ScanChange; attempt: UnchargedAttempt }[] = []
  for (const [n, decision] of decisions.entries()) {
    if ('refusal' in decision || !decision.change?.isRecorded || isRegularAdmission(decision.change)) continue
    const { change } = decision
    const { conflict, invitationId, outcome } = change
    const scan = toScanRow(change, at)
    // Conflicts of different invitations never share a row, so that the list of conflicts shows each invitation.
    const kind = conflict
      ? `${conflict.kind} ${conflict.ownerId} ${invitationId ?? ''}`
      : `${outcome} ${change.counted ? invitationId : scan.offline}`
    irregular.push({ change, attempt: { scan, session: members[n]!.session?.name(), kind } })
  }
  const attempts = irregular.map(({ attempt }) => attempt)
  const recorded = attempts.length === 0 ? [] : await recordUnchargedAttempts(trx, attempts, dayInTimeZone(timeZone, now))
  const recordedOf = new Map(irregular.map(({ change, attempt }, n) => [change, { ...recorded[n]!, scan: attempt.scan }]))
  const newConflicts: NewConflict[] = []
  const repeatedConflicts = new Set<string>()

  /** Saves a conflict or an attempt that admits nobody, which has a row of its own or is counted with the row of another scan. */
  function saveIrregularScan(change: ScanChange, { rowId, isFirst, needsNoKey, scan }: RecordedAttempt & { scan: NewScan }) {
    const { request, conflict, invitationId, people, returned, admission } = change
    if (isFirst) scans.push({ id: rowId, ...scan })
    if (conflict && !isFirst) repeatedConflicts.add(rowId)
    if (conflict && isFirst) {
      newConflicts.push({ scan_id: rowId, kind: conflict.kind, owner_id: conflict.ownerId })
      recordChange({ userId: conflict.ownerId, eventId: state.invitations.get(invitationId ?? '')?.eventId ?? undefined })
    }
    if (!isFirst && change.counted) touched.push({ id: change.counted.id, at })
    if (needsNoKey) {
      if (!change.stored && request.idempotencyKey !== undefined)
        unstoredKeys.add(scopedIdempotencyKey(request.actor.id, request.idempotencyKey))
      return
    }
    const device = { scannedAt: scan.scanned_at, clockOffset: scan.clock_offset, receivedAt: at }
    const { direction } = admission ?? {}
    const shared = {
      invitationId: invitationId ?? null,
      people,
      ...(direction && { direction }),
      ...(returned > 0 && { returned }),
      scanId: rowId,
      at: device,
    }
    storeIdempotencyKey(change, !isFirst && invitationId !== undefined && admission ? shared : admission)
  }

  for (const decision of decisions) {
    if ('refusal' in decision) continue
    const { change, deletedOf } = decision
    if (deletedOf) await chargeRefundAgain(trx, deletedOf.id, deletedOf.ownerId, now)
    if (!change) continue
    if (change.counted) countedIds.add(change.counted.id)
    const irregularRow = recordedOf.get(change)
    if (irregularRow) saveIrregularScan(change, irregularRow)
    else {
      if (change.isRecorded) scans.push(toScanRow(change, at))
      storeIdempotencyKey(change, change.admission)
    }
  }

  const counted = [...countedIds].map(id => state.invitations.get(id)!)
  requireAllKeysSaved(await saveAdmissions(trx, { scans, keys: added, counts: counted.map(admittedCountOf) }), added.length)
  // A statement of its own: a key of `changed` may have been added by an earlier scan of this set.
  requireAllKeysSaved((await updateIdempotencyKeys(trx, changed)).numAffectedRows, changed.length)
  await insertConflicts(
    trx,
    newConflicts.map(conflict => ({ id: randomUUIDv7(), seen_at: null, ...conflict })),
  )
  await markConflictsUnseen(
    trx,
    [...repeatedConflicts].map(scan_id => ({ scan_id })),
  )
  await markInvitationsChanged(trx, touched)
  recordChanges(counted)
}

/** Decides on scans inside a write, and saves the decisions. Returns them in the order of `members`. */
export function decideAndSaveScans(
  trx: Kysely<Tables>,
  members: readonly ScanOfSession[],
  { now, timeZone }: { now: () => Date; timeZone: string },
) {
  const store: CheckInStore = {
    load: requests => loadScanState(trx, requests),
    save: (decisions, state, at) => saveScanDecisions(trx, members, decisions, { state, now: at, timeZone }),
  }
  const requests = members.map(({ request }) => request)
  return checkInScans(store, requests, now)
}
