import { type Actor, fold, type Invitation, readCode, scanningRules as rules, type ScanAnswer } from '@hudur/core'
import type { Kysely } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Tables } from '../database/schema.ts'
import { reachOf } from '../invitations/reach.ts'
import { invitationsIn, type Which } from '../invitations/repository.ts'
import { searchIn } from '../invitations/search-repository.ts'
import type { Gesture } from './gesture.ts'
import { scansIn } from './repository.ts'

type Found = { is: 'invitation'; invitation: Invitation } | { is: 'answer'; answer: ScanAnswer }

const answer = (given: ScanAnswer): Found => ({ is: 'answer', answer: given })

/** Guests whom a typed text finds, at most 10: those that fit before those with a typing slip. */
export const guestsLike = ({ slowReads }: Database, typed: string, where: Which) =>
  searchIn(slowReads, typed, where, { guestsOnly: true }).page(where, rules.MAX_CANDIDATES, 0)

/** Guests whom a typed text finds where no guest has it as a whole name. It is a long search, so it is made before the write, as a slow read. */
export async function guess(db: Database, actor: Actor, { code, source, happened, eventName, eventDate, userId }: Gesture) {
  const typed = readCode(code)
  if (typed.is === 'id' || source === 'camera' || happened || fold(typed.text).length < rules.MIN_CANDIDATE_LETTERS) return []
  const where = { ...reachOf(actor, userId), eventName, eventDate }
  const isWhole = (await invitationsIn(db.read).named(typed.text, where, 1)).length > 0
  return isWhole ? [] : guestsLike(db, typed.text, where)
}

/** What is said of an id without an invitation: another owner's deleted one is as unknown as one that never was. */
async function whereNone(trx: Kysely<Tables>, actor: Actor, id: string): Promise<ScanAnswer> {
  const tombstone = await scansIn(trx).tombstone(id, reachOf(actor))
  return tombstone ? rules.deleted(tombstone) : rules.unknown()
}

/** Whom a code or a typed name means, within the actor's reach. */
export async function lookUp(
  trx: Kysely<Tables>,
  actor: Actor,
  { code, source, eventName, eventDate, userId }: Gesture,
  guesses: Invitation[],
): Promise<Found> {
  const invitations = invitationsIn(trx)
  const read = readCode(code)
  if (read.is === 'id') {
    const invitation = await invitations.find(read.id, reachOf(actor))
    if (!invitation) return answer(await whereNone(trx, actor, read.id))
    const isHere = rules.isOfEvent(invitation, { eventName, eventDate, ...reachOf(actor, userId) })
    return isHere ? { is: 'invitation', invitation } : answer(rules.otherEvent(invitation))
  }
  if (read.text === '') return answer(rules.unreadable())
  // A name inside a QR code opens nothing: anybody can draw one.
  if (source === 'camera') return answer(rules.unknown())

  const named = await invitations.named(read.text, { ...reachOf(actor, userId), eventName, eventDate }, rules.MAX_CANDIDATES)
  if (named.length === 1) return { is: 'invitation', invitation: named[0]! }
  if (named.length > 1) return answer(rules.severalFit(named))
  return answer(guesses.length ? rules.severalFit(guesses) : rules.unknown())
}
