import { type Actor, type Invitation, Refusal, readCode, scanningRules as rules } from '@hudur/core'
import type { Kysely } from 'kysely'
import { noncesIn } from '../database/nonces.ts'
import type { Tables } from '../database/schema.ts'
import { reachOf } from '../invitations/reach.ts'
import { invitationsIn } from '../invitations/repository.ts'
import { recordFree, recordUndo, UNDONE } from './free-rows.ts'
import { type Admitted, type AdmittedBeside, admittedId, type DeviceTime, isBeside, scanOf, TAKEN_BACK } from './gesture.ts'
import { scansIn } from './repository.ts'

type Undo = {
  admission: string
  nonce: string
  qr_code: string
  admittedAt: string
  undoneAt: string
  gate?: string | undefined
  clockOffset?: number | undefined
  happened: boolean
}

/** Takes an admission back, once: a row of its own, and the count as it was before. It may come before the admission itself. */
export async function takeBack(
  trx: Kysely<Tables>,
  actor: Actor,
  undo: Undo,
  { now, day }: { now: Date; day: string },
): Promise<{ success: true; invitation: Invitation | null }> {
  const read = readCode(undo.qr_code)
  if (read.is !== 'id') throw new Refusal('not-found')
  const { id } = read
  const scans = scansIn(trx)
  const invitation = (await invitationsIn(trx).find(id, reachOf(actor))) ?? null
  // What happened with an invitation that has gone since can be taken back as well.
  const isKnown = invitation !== null || (await scans.tombstone(id, reachOf(actor))) !== undefined
  const nonces = noncesIn(trx, actor.id)
  const isDone = (await nonces.take(undo.nonce, `undo ${undo.admission} ${id}`, now)) !== undefined
  if (isDone) return { success: true, invitation }

  // The admission's own nonce is held first: one that is on its way is waited for, and one that is still to come finds that it was taken back.
  const { answer } = await nonces.hold(undo.admission, scanOf(read), now)
  if (answer === TAKEN_BACK || (isKnown && (await scans.isUndone(id, undo.admission)))) {
    for (const nonce of [undo.admission, undo.nonce]) await nonces.release(nonce)
    return { success: true, invitation: invitation && ((await invitationsIn(trx).find(id, reachOf(actor))) ?? null) }
  }
  // It let somebody in with another invitation than is said, or with one that is out of reach since.
  const admittedWith = admittedId(answer)
  if (admittedWith !== undefined && (admittedWith !== id || !isKnown)) throw new Refusal('not-found')
  if (!isKnown && !undo.happened && answer === undefined) throw new Refusal('not-found')
  if (answer === undefined) await nonces.keep(undo.admission, TAKEN_BACK)
  await nonces.keep(undo.nonce, TAKEN_BACK)
  const admission = isKnown ? await scans.admission(id, undo.admission) : undefined
  const kept = answer as Admitted | AdmittedBeside | undefined
  const beside = kept && isBeside(kept) ? kept : undefined
  const stored = admission ?? (isKnown ? beside?.at : await scans.unexplained(actor.id, undo.admission))
  const clockOffset = undo.clockOffset ?? null
  // Only of an admission that has not arrived yet does the caller name the time.
  const admittedAt = stored ? momentOf(stored) : { at: undo.admittedAt, clockOffset }
  if (!rules.canUndo(admittedAt, { at: undo.undoneAt, clockOffset })) throw new Refusal('too-late')
  const people = admission?.people ?? beside?.people ?? 0
  const row = {
    user_id: actor.id,
    // What is not within reach is unknown, also if it is somebody else's: their history must not hear of it.
    invitation_id: isKnown ? id : null,
    code: undo.qr_code,
    nonce: undo.nonce,
    gate: undo.gate ?? null,
    scanned_at: undo.undoneAt,
    received_at: now.toISOString(),
    clock_offset: undo.clockOffset ?? null,
    outcome: 'undone' as const,
    people,
    happened: 0,
    undoes: undo.admission,
  }
  const shown = admission ?? (beside && (await scans.admissionIn(beside.scanId)))
  // The invitation is changed first, as where an admission counts: two writes never wait for each other.
  const after = shown ? await uncount(trx, id, people, now) : invitation
  if (shown) {
    const isSaid = await recordUndo(trx, { ...row, invitation_id: id }, shown, day)
    if (!isSaid || shown.nonce !== undo.admission) {
      for (const userId of new Set([actor.id, shown.userId])) await noncesIn(trx, userId).keep(undo.admission, TAKEN_BACK)
      await nonces.release(undo.nonce)
    }
    return { success: true, invitation: after }
  }
  const { isFirst, isForgettable } = await recordFree(trx, row, { session: undefined, code: undo.qr_code, kind: UNDONE, day })
  if (isForgettable) await nonces.release(undo.admission)
  if (isForgettable || (!isFirst && answer === undefined)) await nonces.release(undo.nonce)
  if (!isKnown) await scans.dropConflict(actor.id, undo.admission)
  return { success: true, invitation }
}

/** When an admission happened: by its device's clock, or by the server's where the device named no time. */
const momentOf = ({ scannedAt, clockOffset, receivedAt }: DeviceTime): rules.DeviceMoment =>
  scannedAt === null ? { at: receivedAt, clockOffset: 0 } : { at: scannedAt, clockOffset }

async function uncount(trx: Kysely<Tables>, id: string, people: number, now: Date): Promise<Invitation | null> {
  const invitations = invitationsIn(trx)
  for (;;) {
    const before = await invitations.find(id, { userId: undefined })
    if (!before) return null
    const after = rules.undone(before, people)
    if (await invitations.replaceCount(before, after, now)) return after
  }
}
