import { type Actor, type Scope, scopeOfActor } from '@hudur/core/actor'
import { groupBy } from '@hudur/core/group-by'
import type { Invitation } from '@hudur/core/invitations/invitation'
import * as invitationRules from '@hudur/core/invitations/rules'
import { Refusal } from '@hudur/core/refusals'
import type { Kysely } from 'kysely'
import { partnersIn } from '../accounts/partners-repository.ts'
import { accountsIn } from '../accounts/repository.ts'
import { activityIn } from '../activity/repository.ts'
import type { Tables } from '../database/schema.ts'
import { refuseChangedCount } from '../database/selection.ts'
import { lockOpenLink, withLinkName } from '../links/lock-open-link.ts'
import { answersIn } from './answers-repository.ts'
import type { SelectedInvitations } from './listing.ts'
import { invitationsIn, type KnownInvitation } from './repository.ts'

/**
 * Locks the owner of an invitation in scope, the actor's link and the invitation, in this order, so that two writes cannot deadlock.
 * Returns the invitation and its owner. Throws `not-found` and `link-ended`.
 */
export async function lockInvitation(trx: Kysely<Tables>, actor: Actor, id: string, at: { now: Date; timeZone: string }) {
  const scope = scopeOfActor(actor)
  const found = await invitationsIn(trx).find(id, scope)
  const owner = found && (await accountsIn(trx).lock(found.userId))
  if (actor.link) await lockOpenLink(trx, actor.link, at)
  if (found) await answersIn(trx).lock(id)
  // Another write may have changed or deleted the invitation, or ended the partnership, before it was locked.
  const invitation = found && (await invitationsIn(trx).find(id, await partnersIn(trx).refreshScope(scope)))
  if (!invitation) throw new Refusal('not-found')
  return { invitation, owner }
}

/** Locks the owners of the invitations that are in scope, in the order of their ids. */
async function lockOwners(trx: Kysely<Tables>, ids: readonly string[], scope: Scope) {
  for (const owner of [...(await invitationsIn(trx).ownersOf(ids, scope))].sort()) await accountsIn(trx).lock(owner)
}

/**
 * Locks the owners of the invitations that are in scope, in the order of their ids, and the actor's link. Returns the invitations and the
 * actor's present scope. Throws `not-found` when none is in scope, and `link-ended`.
 */
export async function lockInvitations(trx: Kysely<Tables>, actor: Actor, ids: readonly string[], at: { now: Date; timeZone: string }) {
  const scope = scopeOfActor(actor)
  await lockOwners(trx, ids, scope)
  if (actor.link) await lockOpenLink(trx, actor.link, at)
  const present = await partnersIn(trx).refreshScope(scope)
  const invitations = await invitationsIn(trx).findAll([...new Set(ids)], present)
  if (invitations.length === 0) throw new Refusal('not-found')
  return { invitations, scope: present }
}

/**
 * Locks selected invitations and, before them, their owners. Returns the invitations and the actor's present scope. Throws `not-found` when
 * none is in scope, and `count-changed` when one no longer matches the filters by which it was selected.
 */
export async function lockSelectedInvitations(trx: Kysely<Tables>, actor: Actor, { ids, known, filters }: SelectedInvitations) {
  const scope = scopeOfActor(actor)
  // An invitation never gets another owner.
  const owners = new Set([...known.values()].map(({ invitation }) => invitation.userId))
  const others = await invitationsIn(trx).ownersOf(
    ids.filter(id => !known.has(id)),
    scope,
  )
  for (const owner of [...new Set([...owners, ...others])].sort()) await accountsIn(trx).lock(owner)
  const refreshed = await partnersIn(trx).refreshScope(scope)
  const invitations = await invitationsIn(trx).lockAll(ids, { ...refreshed, ...filters }, known)
  if (filters) refuseChangedCount(ids.length, invitations.length)
  if (invitations.length === 0) throw new Refusal('not-found')
  return { invitations, scope: refreshed }
}

/** How many invitations are prepared before other work is done. */
const PREPARED_PER_TURN = 100

/**
 * Calls `prepare` for the known invitations of a selection, before the write, in which it would delay scans. Returns the results by
 * invitation. An invitation that has changed since is another object and has none.
 */
export async function prepareKnown<Prepared>({ known }: SelectedInvitations, prepare: (known: KnownInvitation) => Prepared) {
  const prepared = new Map<Invitation, Prepared>()
  for (const one of known.values()) {
    prepared.set(one.invitation, prepare(one))
    if (prepared.size % PREPARED_PER_TURN === 0) await new Promise(resolve => setImmediate(resolve))
  }
  return prepared
}

/** Records an actor's change or deletion of many invitations: an activity for each of their events, which names their number. */
export async function recordActivityOfMany(
  trx: Kysely<Tables>,
  actor: Actor,
  invitations: readonly Pick<Invitation, 'id' | 'eventId' | 'eventName'>[],
  { verb, text, at }: { verb: 'update' | 'delete'; text: (count: number, event: string) => string; at: Date },
) {
  for (const ofEvent of groupBy(invitations, ({ eventId }) => eventId ?? '').values()) {
    const { id, eventName } = ofEvent[0]!
    await activityIn(trx).record({
      ...{ userId: actor.id, verb, target: 'invitation', targetId: id, at },
      description: text(ofEvent.length, eventName),
    })
  }
}

type InvitationActivity = { verb: 'update' | 'delete'; text: (guest: string, event: string) => string; at: Date }

/** Records an actor's change of an invitation in the activity log. */
export const recordActivity = (trx: Kysely<Tables>, actor: Actor, invitation: Invitation, { verb, text, at }: InvitationActivity) =>
  activityIn(trx).record({
    userId: actor.id,
    verb,
    target: 'invitation',
    targetId: invitation.id,
    description: withLinkName(text(invitationRules.guestLabel(invitation), invitation.eventName), actor.link),
    at,
  })
