import type { Actor } from '@hudur/core/actor'
import { dayInTimeZone } from '@hudur/core/calendar'
import { scanFingerprint } from '@hudur/core/check-in/scan'
import { UNDONE_ADMISSION } from '@hudur/core/check-in/state'
import { decideUndo, parseUndoRequest, type UndoChange, type UndoInput, type UndoRequest, undoFingerprint } from '@hudur/core/check-in/undo'
import type { Invitation } from '@hudur/core/invitations/invitation'
import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import type { Kysely } from 'kysely'
import { editBudgetOf } from '../accounts/edit-budget.ts'
import { recordChanges } from '../database/changes.ts'
import type { Tables } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { recordActivity } from '../invitations/writes.ts'
import {
  admittedCountOf,
  insertIdempotencyKeys,
  markInvitationsChanged,
  type NewScan,
  setAdmittedCounts,
  setStoredAnswers,
} from './repository.ts'
import { scansIn } from './scans-repository.ts'
import { loadUndo, requireAllKeysSaved } from './store.ts'
import { recordUnchargedUndo, recordUndo } from './uncharged-rows.ts'

const UNDONE_ANSWER = JSON.stringify(UNDONE_ADMISSION)

type UndoRecord = { invitationId: string | null; people: number; receivedAt: string }

/** Returns the row of an undo in the history. */
export const toUndoRow = (request: UndoRequest, { invitationId, people, receivedAt }: UndoRecord): NewScan => ({
  user_id: request.actor.id,
  link_id: request.actor.link?.id ?? null,
  invitation_id: invitationId,
  code: request.code,
  idempotency_key: request.idempotencyKey,
  gate: request.gate,
  scanned_at: request.undoneAt,
  received_at: receivedAt,
  clock_offset: request.clockOffset,
  outcome: 'undone',
  people,
  offline: 0,
  undoes: request.admission,
  reason: request.reason ?? null,
})

/** Undoes an admission once, also before it arrives. Throws the refusal of `decideUndo`, or `not-found` for an unusable request. */
export async function undoAdmission({ db, now, timeZone }: Pick<Deps, 'db' | 'now' | 'timeZone'>, actor: Actor, input: UndoInput) {
  const parsed = parseUndoRequest(actor, input)
  if (!parsed) throw new Refusal('not-found')
  return db.write(async trx => {
    const at = now()
    const { state, request } = await loadUndo(trx, parsed)
    const decision = decideUndo(request, state)
    if ('refusal' in decision) throw new Refusal(decision.refusal)
    const { invitation, change } = decision
    if (change) await saveUndo(trx, change, invitation, { at: at.toISOString(), day: dayInTimeZone(timeZone, at) })
    return { success: true as const, invitation }
  })
}

/** Saves an undo: its row or its count with another row, the invitation's count, and the idempotency keys. */
async function saveUndo(trx: Kysely<Tables>, change: UndoChange, after: Invitation | null, { at, day }: { at: string; day: string }) {
  const { request, invitationId, people, isRecorded, isKeyStored, hasArrived } = change
  const { actor, id, admission, idempotencyKey, reason } = request
  // `invitationId` is null also for another owner's invitation: an undo by an actor who cannot see it must not appear in its history.
  const scan = toUndoRow(request, { invitationId, people, receivedAt: at })
  const { undoStored, admissionStored, markedFor } = isRecorded
    ? await saveUndoOfRecordedAdmission()
    : await saveUndoOfUnrecordedAdmission()
  const added: Tables['idempotency_keys'][] = []
  const addKey = (idempotency_key: string, fingerprint: string) =>
    added.push({ user_id: actor.id, idempotency_key, fingerprint, answer: UNDONE_ANSWER, created_at: at })
  if (undoStored) addKey(idempotencyKey, undoFingerprint(request))
  if (admissionStored && !isKeyStored) addKey(admission, scanFingerprint({ is: 'id', id }))
  // A refused scan has stored its idempotency key without an answer. The answer «undone» is set, so that a later upload does not count.
  if (isKeyStored && !hasArrived) markedFor.add(actor.id)
  await setStoredAnswers(
    trx,
    [...markedFor].map(user_id => ({ user_id, idempotency_key: admission, answer: UNDONE_ANSWER })),
  )
  requireAllKeysSaved((await insertIdempotencyKeys(trx, added)).numAffectedRows, added.length)
  if (reason !== undefined && after) {
    await editBudgetOf(trx, actor.id, day).take()
    const text = (guest: string, event: string) => texts.activity.undone(guest, event, reason)
    await recordActivity(trx, actor, after, { verb: 'update', text, at: new Date(at) })
  }

  /** Saves the undo of an admission that has a row in `scans`, or is counted with the row of another scan. */
  async function saveUndoOfRecordedAdmission() {
    const scans = scansIn(trx)
    const row = change.scanId === undefined ? await scans.admission(id, admission) : await scans.scanById(change.scanId)
    if (after) {
      await setAdmittedCounts(trx, [admittedCountOf(after)])
      await markInvitationsChanged(trx, [{ id, at }])
      recordChanges([after])
    }
    const hasRow = row !== undefined && (await recordUndo(trx, { ...scan, invitation_id: id }, row, day))
    const sharesRow = !hasRow || row.idempotency_key !== admission
    // Without a row, only idempotency keys record that the admission was undone: those of the actor and of the account that admitted.
    const markedFor = new Set(sharesRow ? [actor.id, row?.userId ?? actor.id] : [])
    // The key of an undo with a reason shows that the request was repeated, as more admissions of the row may be undone.
    return { undoStored: !sharesRow || reason !== undefined, admissionStored: !hasArrived, markedFor }
  }

  /** Saves the undo of an admission that has not arrived yet, or that belongs to no invitation in scope. */
  async function saveUndoOfUnrecordedAdmission() {
    const { isFirst, needsNoKey } = await recordUnchargedUndo(trx, scan, day)
    if (invitationId === null) await scansIn(trx).dropConflict(actor.id, admission)
    const undoStored = !needsNoKey && (isFirst || hasArrived)
    return { undoStored, admissionStored: !hasArrived && !needsNoKey, markedFor: new Set<string>() }
  }
}
