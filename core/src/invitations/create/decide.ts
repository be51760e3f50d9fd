import { maxPending, remaining } from '../../accounts/rules.ts'
import { groupBy } from '../../group-by.ts'
import { Refusal } from '../../refusals.ts'
import { texts } from '../../texts.ts'
import { draftOf } from '../draft.ts'
import type { Invitation } from '../invitation.ts'
import { eventKey } from '../rules.ts'
import type { CreateRequest, RequestedInvitation } from './request.ts'
import type { CreateChanges, CreateOwner, CreateState } from './state.ts'

type CreateDecision = { answer: Invitation[]; changes: CreateChanges } | { refusal: Refusal }

const CONTENT_FIELDS = ['userId', 'eventName', 'eventDate', 'guestName', 'generationType', 'maxScans'] as const

/** Returns whether an existing invitation has the requested content, so that a repeated request returns it. */
const isSame = (existing: Invitation, requested: RequestedInvitation) => CONTENT_FIELDS.every(field => existing[field] === requested[field])

const NO_CHANGES: CreateChanges = { add: [], charges: new Map() }

/**
 * Returns how many of an owner's new invitations are charged to the quota; the others become pending. Returns a refusal where the request
 * is online and exceeds the quota, or has too many pending invitations.
 */
function chargeFor(owner: CreateOwner | undefined, requested: number, offline: boolean): number | Refusal {
  if (!owner) return new Refusal('bad-input', { fields: { userId: texts.notFound } })
  const remainingQuota = remaining(owner)
  if (requested <= remainingQuota) return requested
  if (!offline) return new Refusal('over-balance', { text: texts.generator.overBalance(requested, remainingQuota) })
  const maximum = maxPending(owner)
  if (owner.pending + requested - remainingQuota > maximum)
    return new Refusal('too-many-pending', { text: texts.generator.tooManyPending(maximum) })
  return remainingQuota
}

/** Returns a function that finds the design of a requested invitation's event. */
function findDesigns(owners: CreateState['owners']) {
  // Most invitations of a request are for one event, and folding its name costs more than the rest of the decision.
  const designByEvent = new Map<string, string | undefined>()
  return (requested: RequestedInvitation) => {
    const event = `${requested.userId}\n${requested.eventDate}\n${requested.eventName}`
    if (!designByEvent.has(event)) designByEvent.set(event, owners.get(requested.userId)?.designs.get(eventKey(requested)))
    return designByEvent.get(event)
  }
}

/** Returns the invitations to be stored. One without a design gets that of its event; those beyond their owner's charge are pending. */
function invitationsToAdd(
  newInvitations: readonly RequestedInvitation[],
  owners: CreateState['owners'],
  charges: CreateChanges['charges'],
  now: Date,
) {
  const remainingCharges = new Map(charges)
  const designOf = findDesigns(owners)
  const createdAt = now.toISOString()
  return newInvitations.map(requested => {
    const charged = remainingCharges.get(requested.userId) ?? 0
    remainingCharges.set(requested.userId, charged - 1)
    return draftOf(requested, createdAt, { designId: requested.designId ?? designOf(requested), isPending: charged <= 0 })
  })
}

/**
 * Decides which invitations a request creates, on a server or on a device: all of them or none. Those that exist already with the same
 * content are returned unchanged and not charged again. Never throws. Refuses, in this order: `id-taken` where the request has an id twice;
 * `nonce-taken`; `id-taken` where another or a deleted invitation has the id; for the owners, sorted by id, `bad-input` without an account,
 * `over-balance` and `too-many-pending`.
 */
export function decideCreate(request: CreateRequest, { earlier, existing, tombstones, owners }: CreateState, now: Date): CreateDecision {
  const { invitations, fingerprint, offline } = request
  if (new Set(invitations.map(({ id }) => id)).size < invitations.length) return { refusal: new Refusal('id-taken') }
  if (earlier) {
    if (earlier.fingerprint !== fingerprint) return { refusal: new Refusal('nonce-taken') }
    return { answer: earlier.ids.flatMap(id => existing.get(id) ?? []), changes: NO_CHANGES }
  }

  const newInvitations: RequestedInvitation[] = []
  for (const requested of invitations) {
    const found = existing.get(requested.id)
    if (found ? !isSame(found, requested) : tombstones.has(requested.id)) return { refusal: new Refusal('id-taken') }
    if (!found) newInvitations.push(requested)
  }

  const charges = new Map<string, number>()
  const byOwner = groupBy(newInvitations, ({ userId }) => userId)
  for (const userId of [...byOwner.keys()].sort()) {
    const charged = chargeFor(owners.get(userId), byOwner.get(userId)!.length, offline)
    if (charged instanceof Refusal) return { refusal: charged }
    if (charged > 0) charges.set(userId, charged)
  }
  const add = invitationsToAdd(newInvitations, owners, charges, now)
  const added = new Map(add.map(invitation => [invitation.id, invitation]))
  return { answer: invitations.map(({ id }) => existing.get(id) ?? added.get(id)!), changes: { add, charges } }
}
