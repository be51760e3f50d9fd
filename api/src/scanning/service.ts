import {
  type Actor,
  type contract,
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
import { noncesIn } from '../database/nonces.ts'
import type { Tables } from '../database/schema.ts'
import type { Deps, Services } from '../deps.ts'
import { reachOf } from '../invitations/reach.ts'
import { invitationsIn } from '../invitations/repository.ts'
import { type Counted, countFact } from './facts.ts'
import type { Gesture } from './gesture.ts'
import { scansIn } from './repository.ts'
import { takeBack } from './undo.ts'

type Found = { is: 'invitation'; invitation: Invitation } | { is: 'answer'; answer: ScanAnswer }

const answer = (given: ScanAnswer): Found => ({ is: 'answer', answer: given })

/** Whom a code or a typed name means, within the actor's reach. */
async function lookUp(trx: Kysely<Tables>, actor: Actor, { code, source, eventName, eventDate }: Gesture): Promise<Found> {
  const invitations = invitationsIn(trx)
  const reach = reachOf(actor)
  const read = readCode(code)
  if (read.is === 'id') {
    const invitation = await invitations.find(read.id, reach)
    if (!invitation) return answer(rules.unknown())
    const isElsewhere =
      (eventName !== undefined && fold(eventName) !== fold(invitation.eventName)) ||
      (eventDate !== undefined && eventDate !== invitation.eventDate)
    return isElsewhere ? answer(rules.otherEvent(invitation)) : { is: 'invitation', invitation }
  }
  if (read.text === '') return answer(rules.unreadable())
  // A name inside a QR code opens nothing: anybody can draw one.
  if (source === 'camera') return answer(rules.unknown())

  const named = await invitations.named(read.text, { ...reach, eventName, eventDate }, rules.MAX_CANDIDATES)
  if (named.length === 1) return { is: 'invitation', invitation: named[0]! }
  if (named.length > 1) return answer(rules.severalFit(named))
  const partly =
    fold(read.text).length < rules.MIN_CANDIDATE_LETTERS
      ? []
      : await invitations.partlyNamed(read.text, { ...reach, eventName, eventDate }, rules.MAX_CANDIDATES)
  return answer(partly.length ? rules.severalFit(partly) : rules.unknown())
}

/** Lets the guest in, or says since when the invitation is used. */
async function admit(
  trx: Kysely<Tables>,
  actor: Actor,
  invitation: Invitation,
  { admit: people, nonce }: Gesture,
  now: Date,
): Promise<ScanAnswer> {
  const invitations = invitationsIn(trx)
  // Taken back before it arrived: the history keeps both, the count neither.
  if (nonce !== undefined && (await scansIn(trx).isUndone(invitation.id, nonce))) return rules.admitted(invitation, people)
  for (let before: Invitation | undefined = invitation; before; before = await invitations.find(invitation.id, reachOf(actor))) {
    if (before.isPending) return rules.pending()
    const admission = rules.admit(before, people, now)
    if (admission.outcome === 'used') return rules.used(before, await scansIn(trx).entriesOf(before.id))
    if (await invitations.replaceCount(before, admission.invitation, now)) return rules.admitted(admission.invitation, people)
  }
  return rules.unknown()
}

/** What is kept of an admission under its nonce: enough to say it again. */
type Admitted = { invitation: Invitation | null; people: number }

const admittedBefore = ({ invitation, people }: Admitted) =>
  rules.admittedAgain(invitation ? rules.admitted(invitation, people) : rules.admittedUnknown(people))

/** Where the attempt stands before it is written down: the answer, and what else there is to write. */
async function decide(trx: Kysely<Tables>, actor: Actor, gesture: Gesture, now: Date): Promise<Counted> {
  const read = readCode(gesture.code)
  if (gesture.happened) return countFact(trx, actor, read.is === 'id' ? read.id : undefined, gesture, now)
  const found = await lookUp(trx, actor, gesture)
  const answer = found.is === 'answer' ? found.answer : await admit(trx, actor, found.invitation, gesture, now)
  return { answer, invitationId: found.is === 'invitation' ? found.invitation.id : undefined }
}

/** One rule behind three doors. Every attempt is written down; an admission that is sent again counts once. */
export const scanningService = ({ db, now }: Deps): Services<typeof contract.scanning> => {
  const judge = (actor: Actor, gesture: Gesture): Promise<ScanAnswer> =>
    db.write(async trx => {
      const at = now()
      const { nonce } = gesture
      const read = readCode(gesture.code)
      const nonces = noncesIn(trx, actor.id)
      const first = nonce === undefined ? undefined : await nonces.take(nonce, `scan ${read.is === 'id' ? read.id : fold(read.text)}`, at)
      if (first !== undefined) return admittedBefore(first as Admitted)

      const { answer, conflict, invitationId } = await decide(trx, actor, gesture, at)
      const scans = scansIn(trx)
      const scanId = await scans.record({
        user_id: actor.id,
        invitation_id: invitationId ?? null,
        code: gesture.code,
        nonce: nonce ?? null,
        gate: gesture.gate ?? null,
        scanned_at: gesture.scannedAt ?? null,
        received_at: at.toISOString(),
        clock_offset: gesture.clockOffset ?? null,
        outcome: answer.outcome,
        people: answer.admitted ?? 0,
        happened: gesture.happened ? 1 : 0,
        undoes: null,
      })
      if (conflict) await scans.addConflict({ scan_id: scanId, ...conflict })
      if (answer.outcome === 'admitted') {
        if (nonce !== undefined)
          await nonces.keep(nonce, { invitation: answer.invitation, people: answer.admitted ?? 0 } satisfies Admitted)
        if (answer.invitation) await tell(trx, actor, answer.invitation, at)
      }
      return answer
    })

  return {
    verify: ({ actor, input: { qrData, ...gesture } }) => judge(actor, { code: qrData, ...gesture }),
    check: ({ actor, input: { qr_code, ...gesture } }) => judge(actor, { code: qr_code, ...gesture }),
    async scan({ actor, input: { id, ...gesture } }) {
      const given = await judge(actor, { code: id, ...gesture })
      return { ...given.invitation, ...given }
    },

    async undo({ actor, input }) {
      return db.write(trx => takeBack(trx, actor, input, now()))
    },

    async candidates({ actor, input: { search, ...event } }) {
      if (fold(search).length < rules.MIN_CANDIDATE_LETTERS) return []
      const found = await invitationsIn(db.read).partlyNamed(search, { ...reachOf(actor), ...event }, rules.MAX_CANDIDATES)
      return found.map(rules.asCandidate)
    },

    conflicts: ({ actor }) => scansIn(db.read).conflicts(reachOf(actor)),

    async settleConflict({ actor, input: { id } }) {
      if (!(await db.write(trx => scansIn(trx).settle(id, reachOf(actor), now())))) throw new Refusal('not-found')
      return { success: true }
    },
  }
}

async function tell(trx: Kysely<Tables>, actor: Actor, { id, guestName, eventName }: Invitation, at: Date) {
  const description = texts.activity.scanned(guestName || texts.activity.anyGuest, eventName)
  await activityIn(trx).record({ userId: actor.id, verb: 'scan', target: 'invitation', targetId: id, description, at })
}
