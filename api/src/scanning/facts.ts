import { type Actor, type Invitation, scanningRules as rules, type ScanAnswer } from '@hudur/core'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/schema.ts'
import { reachOf } from '../invitations/reach.ts'
import { takeRefundBack } from '../invitations/refunds.ts'
import { invitationsIn } from '../invitations/repository.ts'
import type { Gesture } from './gesture.ts'
import { scansIn } from './repository.ts'

/** What an attempt did: the answer, the invitation within reach that it belongs to, and the conflict it made, with whoever is to look at it. */
export type Counted = {
  answer: ScanAnswer
  invitationId?: string | undefined
  conflict?: Omit<Tables['conflicts'], 'id' | 'scan_id' | 'seen_at'>
}

/** Counts what happened at a door without a server. Nothing refuses it; what exceeds is a conflict for the owner. */
export async function countFact(
  trx: Kysely<Tables>,
  actor: Actor,
  invitationId: string | undefined,
  { admit, scannedAt, clockOffset }: Gesture,
  now: Date,
  isTakenBack: boolean,
): Promise<Counted> {
  const invitations = invitationsIn(trx)
  const at = rules.happenedAt({ scannedAt: scannedAt ?? null, clockOffset: clockOffset ?? null, receivedAt: now.toISOString() })
  for (;;) {
    const before: Invitation | undefined = invitationId === undefined ? undefined : await invitations.find(invitationId, reachOf(actor))
    if (!before) return withoutInvitation(trx, actor, invitationId, admit, isTakenBack)
    // Taken back before it arrived: the history keeps both, the count neither.
    if (isTakenBack) return { answer: rules.admitted(before, admit), invitationId: before.id }
    const { invitation, conflict } = rules.fact(before, admit, at)
    if (!(await invitations.replaceCount(before, invitation, now))) continue
    const answer = rules.admitted(invitation, admit)
    return { answer, invitationId: before.id, ...(conflict && { conflict: { kind: conflict, owner_id: invitation.userId } }) }
  }
}

async function withoutInvitation(
  trx: Kysely<Tables>,
  actor: Actor,
  id: string | undefined,
  people: number,
  isTakenBack: boolean,
): Promise<Counted> {
  const gone = id === undefined ? undefined : await scansIn(trx).tombstone(id, reachOf(actor))
  if (id !== undefined && gone) await takeRefundBack(trx, id, gone.userId)
  const answer = rules.admittedUnknown(people)
  if (isTakenBack) return { answer, ...(gone && { invitationId: id }) }
  if (gone) return { answer, invitationId: id, conflict: { kind: 'deleted', owner_id: gone.userId } }
  // What is not within reach is unknown, also if it is somebody else's: their history must not hear of it.
  return { answer, conflict: { kind: 'unknown', owner_id: actor.id } }
}
