import { type Actor, type contract, fold, type Invitation, readCode, scanningRules as rules, type ScanAnswer, texts } from '@hudur/core'
import type { Kysely } from 'kysely'
import { activityIn } from '../activity/repository.ts'
import type { Deps } from '../app.ts'
import { noncesIn } from '../database/nonces.ts'
import type { Tables } from '../database/schema.ts'
import type { Services } from '../http/serve.ts'
import { reachOf } from '../invitations/reach.ts'
import { invitationsIn } from '../invitations/repository.ts'
import { scansIn } from './repository.ts'

type Gesture = {
  code: string
  nonce?: string | undefined
  source?: 'camera' | 'typed' | undefined
  admit: number
  gate?: string | undefined
  scannedAt?: string | undefined
  clockOffset?: number | undefined
}

type Found = { is: 'invitation'; invitation: Invitation } | { is: 'answer'; answer: ScanAnswer }

const answer = (given: ScanAnswer): Found => ({ is: 'answer', answer: given })

/** Whom a code or a typed name means, within the actor's reach. */
async function lookUp(trx: Kysely<Tables>, actor: Actor, { code, source }: Gesture): Promise<Found> {
  const invitations = invitationsIn(trx)
  const reach = reachOf(actor)
  const read = readCode(code)
  if (read.is === 'id') {
    const invitation = await invitations.find(read.id, reach)
    return invitation ? { is: 'invitation', invitation } : answer(rules.unknown())
  }
  if (read.text === '') return answer(rules.unreadable())
  // A name inside a QR code opens nothing: anybody can draw one.
  if (source === 'camera') return answer(rules.unknown())

  const named = await invitations.named(read.text, reach, rules.MAX_CANDIDATES)
  if (named.length === 1) return { is: 'invitation', invitation: named[0]! }
  if (named.length > 1) return answer(rules.severalFit(named))
  const partly =
    fold(read.text).length < rules.MIN_CANDIDATE_LETTERS ? [] : await invitations.partlyNamed(read.text, reach, rules.MAX_CANDIDATES)
  return answer(partly.length ? rules.severalFit(partly) : rules.unknown())
}

/** Lets the guest in, or says since when the invitation is used. */
async function admit(trx: Kysely<Tables>, actor: Actor, invitation: Invitation, people: number, now: Date): Promise<ScanAnswer> {
  const invitations = invitationsIn(trx)
  for (let before: Invitation | undefined = invitation; before; before = await invitations.find(invitation.id, reachOf(actor))) {
    const admission = rules.admit(before, people, now)
    if (admission.outcome === 'used') return rules.used(before, await scansIn(trx).entriesOf(before.id))
    if (await invitations.replaceCount(before, admission.invitation)) return rules.admitted(admission.invitation, people)
  }
  return rules.unknown()
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
      if (first !== undefined) return rules.admittedAgain(first as ScanAnswer)

      const found = await lookUp(trx, actor, gesture)
      const given = found.is === 'answer' ? found.answer : await admit(trx, actor, found.invitation, gesture.admit, at)
      await scansIn(trx).record({
        user_id: actor.id,
        invitation_id: given.invitation?.id ?? null,
        code: gesture.code,
        nonce: nonce ?? null,
        gate: gesture.gate ?? null,
        scanned_at: gesture.scannedAt ?? null,
        received_at: at.toISOString(),
        clock_offset: gesture.clockOffset ?? null,
        outcome: given.outcome,
        people: given.admitted ?? 0,
      })
      if (given.outcome === 'admitted' && given.invitation) {
        const { id, guestName, eventName } = given.invitation
        if (nonce !== undefined) await nonces.keep(nonce, given)
        await activityIn(trx).record({
          userId: actor.id,
          verb: 'scan',
          target: 'invitation',
          targetId: id,
          description: texts.activity.scanned(guestName || texts.activity.anyGuest, eventName),
          at,
        })
      }
      return given
    })

  return {
    verify: ({ actor, input: { qrData, ...gesture } }) => judge(actor, { code: qrData, ...gesture }),
    check: ({ actor, input: { qr_code, ...gesture } }) => judge(actor, { code: qr_code, ...gesture }),
    async scan({ actor, input: { id, ...gesture } }) {
      const given = await judge(actor, { code: id, ...gesture })
      return { ...given.invitation, ...given }
    },
  }
}
