import { type Actor, Refusal, type Scope, type UndoInput, undoRequest } from '@hudur/core'
import type { Deps } from '../deps.ts'
import { conflictsIn } from '../scanning/conflicts-repository.ts'
import { scansIn } from '../scanning/repository.ts'
import type { checkIns } from './check-in.ts'
import { insertScans } from './repository.ts'

/**
 * Undoes an admission that a door uploaded after its link had ended. Throws `link-ended` for every other admission, and when the owner has
 * accepted this one or marked it as seen.
 */
export async function undoLate({ db, now }: Pick<Deps, 'db' | 'now'>, actor: Actor, input: UndoInput) {
  const request = undoRequest(actor, input)
  await db.write(async trx => {
    const scan = request && (await scansIn(trx).lateAdmission(actor, request.admission))
    if (!scan) throw new Refusal('link-ended')
    if (scan.isUndone) return
    if (!(await scansIn(trx).dropLateConflict(scan))) throw new Refusal('link-ended')
    await insertScans(trx, [
      {
        user_id: actor.id,
        link_id: actor.link?.id ?? null,
        invitation_id: scan.invitationId,
        code: request.code,
        nonce: request.idempotencyKey,
        gate: request.gate,
        scanned_at: request.undoneAt,
        received_at: now().toISOString(),
        clock_offset: request.clockOffset,
        outcome: 'undone',
        people: 0,
        happened: 0,
        undoes: request.admission,
      },
    ])
  })
  return { success: true as const, invitation: null }
}

/**
 * Counts the late admissions of a conflict and marks it as seen. Each is an offline scan of the owner with an idempotency key of its own, so
 * that a repeated acceptance counts once. Throws `not-found` when nothing can be counted.
 */
export async function acceptLate(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  checkIn: ReturnType<typeof checkIns>,
  { id, scope }: { id: string; scope: Scope },
) {
  const admissions = await conflictsIn(db.read).lateAdmissions(id, scope)
  if (admissions.length === 0) throw new Refusal('not-found')
  for (const { id: scanId, invitationId, ownerId, people, gate, scannedAt, clockOffset, receivedAt } of admissions)
    await checkIn({ id: ownerId, isAdmin: false }, undefined, {
      code: invitationId!,
      isId: true,
      nonce: `late ${scanId}`,
      admit: people,
      happened: true,
      scannedAt: scannedAt ?? receivedAt,
      ...(clockOffset !== null && { clockOffset }),
      ...(gate !== null && { gate }),
    })
  await db.write(trx => conflictsIn(trx).markSeen(id, scope, now()))
}
