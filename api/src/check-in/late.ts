import { type Actor, isDoorId, Refusal, readCode, type Scope, type UndoInput, undoRequest } from '@hudur/core'
import type { Deps } from '../deps.ts'
import { conflictsIn } from '../scanning/conflicts-repository.ts'
import { scansIn } from '../scanning/repository.ts'
import type { checkIns } from './check-in.ts'
import { insertScans } from './repository.ts'

/**
 * Undoes an admission that a door uploaded after its link had ended. Throws `too-late` for every other admission, and when the owner has
 * accepted this one or marked it as seen: a refusal that is final, so that the device uploads what follows.
 */
export async function undoLate({ db, now }: Pick<Deps, 'db' | 'now'>, actor: Actor, input: UndoInput) {
  const request = undoRequest(actor, input)
  await db.write(async trx => {
    const scan = request && (await scansIn(trx).lateAdmission(actor, request.admission))
    if (!scan) throw new Refusal('too-late')
    if (scan.isUndone) return
    if (!(await scansIn(trx).dropLateConflict(scan, actor))) throw new Refusal('too-late')
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
 * Marks a conflict as seen, so that its admissions can no longer be undone, and counts its late admissions. Each is an offline scan of the
 * owner with an idempotency key of its own, so that it counts once. Throws `not-found` when nothing can be counted.
 */
export async function acceptLate(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  checkIn: ReturnType<typeof checkIns>,
  { id, scope }: { id: string; scope: Scope },
) {
  const admissions = await db.write(async trx => {
    const found = await conflictsIn(trx).lateAdmissions(id, scope)
    if (found.length > 0) await conflictsIn(trx).markSeen(id, scope, now())
    return found
  })
  if (admissions.length === 0) throw new Refusal('not-found')
  for (const { id: scanId, invitationId, code, ownerId, people, gate, scannedAt, clockOffset, receivedAt } of admissions)
    await checkIn({ id: ownerId, isAdmin: false }, undefined, {
      // A former code stays one; a guest who was chosen by name has no code here.
      ...(isCodeOfCard(code) ? { code } : { code: invitationId!, isId: true }),
      nonce: `late ${scanId}`,
      admit: people,
      happened: true,
      scannedAt: scannedAt ?? receivedAt,
      ...(clockOffset !== null && { clockOffset }),
      ...(gate !== null && { gate }),
    })
}

/** Returns whether a scanned text has the code of a card. */
function isCodeOfCard(text: string) {
  const read = readCode(text)
  return read.is === 'id' && !isDoorId(read.id)
}
