import type { Actor, Scope } from '@hudur/core/actor'
import { readCode } from '@hudur/core/check-in/code'
import { parseScanRequest } from '@hudur/core/check-in/scan'
import { parseUndoRequest, type UndoInput } from '@hudur/core/check-in/undo'
import { isDoorId } from '@hudur/core/id'
import { Refusal } from '@hudur/core/refusals'
import type { Deps } from '../deps.ts'
import { conflictsIn } from './conflicts-repository.ts'
import { insertScans } from './repository.ts'
import { scansIn } from './scans-repository.ts'
import { decideAndSaveScans, type ScanOfSession } from './store.ts'
import { toUndoRow } from './undo.ts'

/**
 * Undoes an admission that a door link uploaded after it had ended. Throws `too-late` for every other admission, and for one that the owner
 * has accepted or marked as seen. Devices treat `too-late` as final and upload the next entry of their outbox.
 */
export async function undoLateAdmission({ db, now }: Pick<Deps, 'db' | 'now'>, actor: Actor, input: UndoInput) {
  const request = parseUndoRequest(actor, input)
  await db.write(async trx => {
    const scan = request && (await scansIn(trx).lateAdmission(actor, request.admission))
    if (!scan) throw new Refusal('too-late')
    if (scan.isUndone) return
    if (!(await scansIn(trx).dropLateConflict(scan, actor))) throw new Refusal('too-late')
    await insertScans(trx, [toUndoRow(request, { invitationId: scan.invitationId, people: 0, receivedAt: now().toISOString() })])
  })
  return { success: true as const, invitation: null }
}

/** Counts a conflict's late admissions and marks it as seen. Throws `not-found` when it has none to count. */
export async function acceptLateAdmissions(
  { db, now, timeZone }: Pick<Deps, 'db' | 'now' | 'timeZone'>,
  { id, scope }: { id: string; scope: Scope },
) {
  await db.write(async trx => {
    const admissions = await conflictsIn(trx).takeLate(id, scope, now())
    if (admissions.length === 0) throw new Refusal('not-found')
    for (const decision of await decideAndSaveScans(trx, admissions.map(toOwnerScan), { now, timeZone }))
      if ('refusal' in decision) throw new Refusal(decision.refusal)
  })
}

type LateAdmission = Awaited<ReturnType<ReturnType<typeof conflictsIn>['takeLate']>>[number]

/** Returns a late admission as an offline scan of the owner, with an idempotency key from its id, so that it counts once. */
function toOwnerScan({
  id,
  invitationId,
  code,
  ownerId,
  people,
  outcome,
  gate,
  scannedAt,
  clockOffset,
  receivedAt,
}: LateAdmission): ScanOfSession {
  const read = readCode(code)
  // A stored code is passed on, so that a former code becomes a conflict `replaced`. When the guest was found by name, the stored text is
  // a typed name or a digest (door id), so the invitation's id is passed on.
  const target = read.is === 'id' && !isDoorId(read.id) ? { code: read.id } : { id: invitationId! }
  const request = parseScanRequest(
    { id: ownerId, isAdmin: false },
    {
      code: target.code ?? target.id,
      nonce: `late ${id}`,
      admit: people,
      ...(outcome === 'late-exit' && { direction: 'out' }),
      happened: true,
      scannedAt: scannedAt ?? receivedAt,
      ...(clockOffset !== null && { clockOffset }),
      ...(gate !== null && { gate }),
    },
  )
  return { request: { ...request, target }, session: undefined }
}
