import {
  type Actor,
  dayIn,
  decideUndo,
  fingerprintOf,
  type Invitation,
  Refusal,
  UNDONE,
  type UndoChange,
  type UndoInput,
  undoFingerprint,
  undoRequest,
} from '@hudur/core'
import type { Kysely } from 'kysely'
import { noteChanges } from '../database/changes.ts'
import type { Tables } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { scansIn } from '../scanning/repository.ts'
import { type NewScan, setAnswers, setCounts, touchInvitations } from './repository.ts'
import { loadUndo, storeKeys } from './sql-store.ts'
import { BEYOND_UNDONE, recordUncharged, recordUndo } from './uncharged-rows.ts'

const STORED = JSON.stringify(UNDONE)

/**
 * Undoes an admission once: records the undo and restores the invitation's count. The undo may arrive before the admission. Throws the
 * `Refusal` of `decideUndo`, or `not-found` for an unusable request.
 */
export async function undo({ db, now, timeZone }: Pick<Deps, 'db' | 'now' | 'timeZone'>, actor: Actor, input: UndoInput) {
  const parsed = undoRequest(actor, input)
  if (!parsed) throw new Refusal('not-found')
  return db.write(async trx => {
    const at = now()
    const { state, request } = await loadUndo(trx, parsed)
    const decision = decideUndo(request, state)
    if ('refusal' in decision) throw new Refusal(decision.refusal)
    const { invitation, change } = decision
    if (change) await save(trx, change, invitation, { at: at.toISOString(), day: dayIn(timeZone, at) })
    return { success: true as const, invitation }
  })
}

/** Saves an undo: its row or its count with another row, the invitation's count, and the idempotency keys. */
async function save(trx: Kysely<Tables>, change: UndoChange, after: Invitation | null, { at, day }: { at: string; day: string }) {
  const { request, invitationId, people, isRecorded, isKeyStored, hasArrived } = change
  const { actor, id, admission, idempotencyKey, code } = request
  const scan: NewScan = {
    user_id: actor.id,
    link_id: actor.link?.id ?? null,
    // Null also for another owner's invitation: an undo by an actor who cannot see it must not appear in its history.
    invitation_id: invitationId,
    code,
    nonce: idempotencyKey,
    gate: request.gate,
    scanned_at: request.undoneAt,
    received_at: at,
    clock_offset: request.clockOffset,
    outcome: 'undone',
    people,
    happened: 0,
    undoes: admission,
  }
  const { undoStored, admissionStored, markedFor } = isRecorded ? await saveRecorded() : await saveUnrecorded()
  const added = [
    ...(undoStored ? [{ user_id: actor.id, nonce: idempotencyKey, names: undoFingerprint(request), answer: STORED, created_at: at }] : []),
    ...(admissionStored && !isKeyStored
      ? [{ user_id: actor.id, nonce: admission, names: fingerprintOf({ is: 'id', id }), answer: STORED, created_at: at }]
      : []),
  ]
  // A refused scan has stored its idempotency key without an answer.
  if (isKeyStored && !hasArrived) markedFor.add(actor.id)
  await setAnswers(
    trx,
    [...markedFor].map(user_id => ({ user_id, nonce: admission, answer: STORED })),
  )
  await storeKeys(trx, added, [])

  /** Saves the undo of an admission that is in the history, or is counted with a row of it. */
  async function saveRecorded() {
    const scans = scansIn(trx)
    const row = change.scanId === undefined ? await scans.admission(id, admission) : await scans.scanById(change.scanId)
    if (after) {
      await setCounts(trx, [{ id, count: after.currentScans, scanned_at: after.scannedAt }])
      await touchInvitations(trx, [{ id, at }])
      noteChanges([after])
    }
    const hasRow = row !== undefined && (await recordUndo(trx, { ...scan, invitation_id: id }, row, day))
    const sharesRow = !hasRow || row.nonce !== admission
    // Without a row, only idempotency keys record that the admission was undone: those of the actor and of the account that admitted.
    const markedFor = new Set(sharesRow ? [actor.id, row?.userId ?? actor.id] : [])
    return { undoStored: !sharesRow, admissionStored: !hasArrived, markedFor }
  }

  /** Saves the undo of an admission that has not arrived yet, or that belongs to no invitation in scope. */
  async function saveUnrecorded() {
    const { isFirst, needsNoKey } = await recordUncharged(trx, scan, { session: undefined, code, kind: BEYOND_UNDONE, day })
    if (invitationId === null) await scansIn(trx).dropConflict(actor.id, admission)
    const undoStored = !needsNoKey && (isFirst || hasArrived)
    return { undoStored, admissionStored: !hasArrived && !needsNoKey, markedFor: new Set<string>() }
  }
}
