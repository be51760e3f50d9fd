import {
  type Actor,
  type contract,
  dayIn,
  fold,
  type Invitation,
  Refusal,
  readCode,
  scanningRules as rules,
  type ScanAnswer,
  texts,
} from '@hudur/core'
import type { Kysely } from 'kysely'
import { activityIn } from '../activity/repository.ts'
import { listing } from '../database/listing.ts'
import { noncesIn } from '../database/nonces.ts'
import type { Tables } from '../database/schema.ts'
import type { Deps, Services } from '../deps.ts'
import { reachOf } from '../invitations/reach.ts'
import { invitationsIn } from '../invitations/repository.ts'
import { arrivalsOf } from './arrivals.ts'
import { conflictsIn } from './conflicts-repository.ts'
import { type Counted, countFact } from './facts.ts'
import { recordAdmission, recordFree } from './free-rows.ts'
import { type Admitted, type AdmittedBeside, type Gesture, isBeside, isSameAdmission, scanOf, TAKEN_BACK } from './gesture.ts'
import { guess, guestsLike, lookUp } from './look-up.ts'
import { scansIn } from './repository.ts'
import { takeBack } from './undo.ts'

/** Lets the guest in, or says since when the invitation is used. */
async function admit(trx: Kysely<Tables>, actor: Actor, invitation: Invitation, people: number, now: Date): Promise<ScanAnswer> {
  const invitations = invitationsIn(trx)
  for (let before: Invitation | undefined = invitation; before; before = await invitations.find(invitation.id, reachOf(actor))) {
    if (before.isPending) return rules.pending()
    const admission = rules.admit(before, people, now)
    if (admission.outcome === 'used') return rules.used(before, await scansIn(trx).entriesOf(before.id))
    if (await invitations.replaceCount(before, admission.invitation, now)) return rules.admitted(admission.invitation, people)
  }
  return rules.unknown()
}

/** The answer to a gesture that was counted before: as it was, unless it was taken back since. */
async function again(
  trx: Kysely<Tables>,
  actor: Actor,
  { nonce = '', happened }: Gesture,
  kept: Admitted | AdmittedBeside,
): Promise<ScanAnswer> {
  const { people } = kept
  const invitation = isBeside(kept) ? await invitationsIn(trx).find(kept.invitationId, reachOf(actor)) : kept.invitation
  if (!invitation) return rules.admittedAgain(rules.admittedUnknown(people))
  if (happened || !(await scansIn(trx).isUndone(invitation.id, nonce))) return rules.admittedAgain(rules.admitted(invitation, people))
  return rules.takenBack(await invitationsIn(trx).find(invitation.id, reachOf(actor)))
}

/** What a fact counted whose nonce has been forgotten since: the history still has it. */
async function countedBefore(
  trx: Kysely<Tables>,
  actor: Actor,
  { happened, nonce, code, invitationId }: Gesture,
): Promise<Admitted | undefined> {
  const read = readCode(code)
  const id = read.is === 'id' ? read.id : invitationId
  if (!happened || nonce === undefined || id === undefined) return undefined
  const known = await scansIn(trx).admission(id, nonce)
  const invitation = known && (await invitationsIn(trx).find(id, reachOf(actor)))
  return invitation && { invitation, people: known.people }
}

/** Where the attempt stands before it is written down: the answer, and what else there is to write. */
async function decide(
  trx: Kysely<Tables>,
  actor: Actor,
  gesture: Gesture,
  { guesses, isTakenBack, now }: { guesses: Invitation[]; isTakenBack: boolean; now: Date },
): Promise<Counted> {
  const read = readCode(gesture.code)
  if (gesture.happened) return countFact(trx, actor, read.is === 'id' ? read.id : gesture.invitationId, gesture, now, isTakenBack)
  const found = await lookUp(trx, actor, gesture, guesses)
  if (found.is === 'answer') return { answer: found.answer }
  const { invitation } = found
  // Taken back before it arrived: the history keeps both, the count neither.
  const answer = isTakenBack ? rules.admitted(invitation, gesture.admit) : await admit(trx, actor, invitation, gesture.admit, now)
  return { answer, invitationId: invitation.id }
}

/** One rule behind three doors. Every attempt is written down or counted; an admission that is sent again counts once. */
export const scanningService = ({ db, now, timeZone }: Deps): Services<typeof contract.scanning> => {
  const arrivals = arrivalsOf(db.slowReads)

  async function judge(actor: Actor, session: string | undefined, gesture: Gesture): Promise<ScanAnswer> {
    const guesses = await guess(db, actor, gesture)
    return db.write(async trx => {
      const at = now()
      const { nonce } = gesture
      const nonces = noncesIn(trx, actor.id)
      const first = nonce === undefined ? undefined : await nonces.take(nonce, scanOf(readCode(gesture.code)), at, isSameAdmission(gesture))
      const isTakenBack = first === TAKEN_BACK
      if (first !== undefined && !isTakenBack) return again(trx, actor, gesture, first as Admitted | AdmittedBeside)

      const before = await countedBefore(trx, actor, gesture)
      if (before && nonce !== undefined) {
        if (!isTakenBack) await nonces.keep(nonce, before)
        return again(trx, actor, gesture, before)
      }

      const { answer, conflict, invitationId } = await decide(trx, actor, gesture, { guesses, isTakenBack, now: at })
      // The undo came first, beyond the account's budget: only the nonce records it.
      if (isTakenBack && invitationId !== undefined && !(await scansIn(trx).isUndone(invitationId, nonce!)))
        return gesture.happened ? answer : rules.takenBack(answer.invitation ?? undefined)

      const { invitation, admitted: people = 0 } = answer
      const device = { scannedAt: gesture.scannedAt ?? null, clockOffset: gesture.clockOffset ?? null, receivedAt: at.toISOString() }
      const scan = {
        user_id: actor.id,
        invitation_id: invitationId ?? null,
        code: gesture.code,
        nonce: nonce ?? null,
        gate: gesture.gate ?? null,
        scanned_at: device.scannedAt,
        received_at: device.receivedAt,
        clock_offset: device.clockOffset,
        outcome: answer.outcome,
        people,
        happened: gesture.happened ? 1 : 0,
        undoes: null,
      }
      const day = dayIn(timeZone, at)
      if (answer.outcome === 'admitted' && invitation && !conflict) {
        if (nonce !== undefined) await nonces.keep(nonce, { invitation, people } satisfies Admitted)
        if (await recordAdmission(trx, { ...scan, invitation_id: invitation.id }, day)) await tell(trx, actor, invitation, at)
      } else {
        // The conflicts of each invitation that is known are shown, however many there are.
        const kind = conflict ? `${conflict.kind} ${conflict.owner_id} ${invitationId ?? ''}` : `${answer.outcome} ${scan.happened}`
        const { rowId, isFirst, isForgettable } = await recordFree(trx, scan, { session, code: gesture.code, kind, day })
        if (conflict) await (isFirst ? scansIn(trx).addConflict({ scan_id: rowId, ...conflict }) : scansIn(trx).showAgain(rowId))
        if (answer.outcome === 'admitted') {
          const isRow = isFirst || invitationId === undefined
          const kept: Admitted | AdmittedBeside = isRow ? { invitation, people } : { invitationId, people, scanId: rowId, at: device }
          if (nonce !== undefined) await nonces.keep(nonce, kept)
          // Its invitation names it as well as the text that was read, which may be long.
          if (nonce !== undefined && !isRow) await nonces.rename(nonce, scanOf({ is: 'id', id: invitationId }))
          if (invitation && isFirst) await tell(trx, actor, invitation, at)
        }
        if (nonce !== undefined && isForgettable) await nonces.release(nonce)
      }
      return isTakenBack && !gesture.happened ? rules.takenBack(answer.invitation ?? undefined) : answer
    })
  }

  return {
    verify: ({ actor, session, input: { qrData, ...gesture } }) => judge(actor, session.name, { code: qrData, ...gesture }),
    check: ({ actor, session, input: { qr_code, ...gesture } }) => judge(actor, session.name, { code: qr_code, ...gesture }),
    async scan({ actor, session, input: { id, ...gesture } }) {
      const given = await judge(actor, session.name, { code: id, ...gesture })
      return { ...given.invitation, ...given }
    },

    async undo({ actor, input }) {
      const at = now()
      return db.write(trx => takeBack(trx, actor, input, { now: at, day: dayIn(timeZone, at) }))
    },

    async candidates({ actor, input: { search, userId, ...event } }) {
      if (fold(search).length < rules.MIN_CANDIDATE_LETTERS) return []
      return (await guestsLike(db, search, { ...reachOf(actor, userId), ...event })).map(rules.asCandidate)
    },

    arrivals: ({ actor, input: { userId, ...event } }) => arrivals(reachOf(actor, userId), event),

    arrivalTimes: ({ actor, input }) => scansIn(db.slowReads).arrivalTimes(reachOf(actor, input.userId), input),

    conflicts: ({ actor, input: { limit, offset, ...which } }) =>
      listing(conflictsIn(db.slowReads), { ...reachOf(actor), ...which }, { limit, offset }),

    async settleConflict({ actor, input: { id } }) {
      if (!(await db.write(trx => conflictsIn(trx).settle(id, reachOf(actor), now())))) throw new Refusal('not-found')
      return { success: true }
    },
  }
}

async function tell(trx: Kysely<Tables>, actor: Actor, { id, guestName, eventName }: Invitation, at: Date) {
  const description = texts.activity.scanned(guestName || texts.activity.anyGuest, eventName)
  await activityIn(trx).record({ userId: actor.id, verb: 'scan', target: 'invitation', targetId: id, description, at })
}
