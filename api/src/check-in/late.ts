import { type Actor, isDoorId, Refusal, readCode, type Scope, scanRequest, type UndoInput, undoRequest } from '@hudur/core'
import type { Deps } from '../deps.ts'
import { conflictsIn } from '../scanning/conflicts-repository.ts'
import { scansIn } from '../scanning/repository.ts'
import { decideWithin } from './check-in.ts'
import { insertScans } from './repository.ts'
import type { Member } from './sql-store.ts'

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
 * Counts the late admissions of a conflict and marks it as seen, so that they can no longer be undone; both happen or neither. Each is an
 * offline scan of the owner with an idempotency key of its own, so that it counts once. Throws `not-found` when nothing can be counted.
 */
export async function acceptLate(
  { db, now, timeZone }: Pick<Deps, 'db' | 'now' | 'timeZone'>,
  { id, scope }: { id: string; scope: Scope },
) {
  await db.write(async trx => {
    const admissions = await conflictsIn(trx).takeLate(id, scope, now())
    if (admissions.length === 0) throw new Refusal('not-found')
    for (const decision of await decideWithin(trx, admissions.map(asOwnersScan), { now, timeZone }))
      if ('refusal' in decision) throw new Refusal(decision.refusal)
  })
}

type LateAdmission = Awaited<ReturnType<ReturnType<typeof conflictsIn>['takeLate']>>[number]

/** Returns a late admission as an offline scan of the owner. */
function asOwnersScan({ id, invitationId, code, ownerId, people, gate, scannedAt, clockOffset, receivedAt }: LateAdmission): Member {
  const read = readCode(code)
  // A real code is passed on, so that a former code becomes a conflict `replaced`. Where a guest was found by name, the stored text is a
  // door id or the typed name, so the invitation's id is used.
  const target = read.is === 'id' && !isDoorId(read.id) ? { code: read.id } : { id: invitationId! }
  const request = scanRequest(
    { id: ownerId, isAdmin: false },
    {
      code: target.code ?? target.id,
      nonce: `late ${id}`,
      admit: people,
      happened: true,
      scannedAt: scannedAt ?? receivedAt,
      ...(clockOffset !== null && { clockOffset }),
      ...(gate !== null && { gate }),
    },
  )
  return { request: { ...request, target }, session: undefined }
}
