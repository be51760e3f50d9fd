import { maxPendingInvitations, remainingBalance } from '../../accounts/rules.ts'
import { isSameEvent } from '../../events/rules.ts'
import { groupBy } from '../../group-by.ts'
import { Refusal } from '../../refusals.ts'
import * as texts from '../../texts.ts'
import type { Invitation } from '../invitation.ts'
import { createdInvitation } from './created-invitation.ts'
import { type CreationRequest, eventStateKey, type RequestedInvitation } from './request.ts'
import type { CreationChanges, CreationState, OwnerQuota, RequestedEvent } from './state.ts'

type CreationDecision = { answer: Invitation[]; changes: CreationChanges } | { refusal: Refusal }

const CONTENT_FIELDS = ['userId', 'guestName', 'generationType', 'maxScans'] as const

/** Returns whether an existing invitation has the requested content. A repeated request then returns it. */
const hasSameContent = (existing: Invitation, requested: RequestedInvitation, event: RequestedEvent | undefined) =>
  CONTENT_FIELDS.every(field => existing[field] === requested[field]) &&
  event !== undefined &&
  (existing.eventId === null || event.id === null
    ? isSameEvent(existing, { eventName: event.name, eventDate: event.date })
    : existing.eventId === event.id)

const NO_CHANGES: CreationChanges = { add: [], addEvents: [], charges: new Map() }

/**
 * Returns how many of an owner's new invitations, or of their people, are charged to the quota; the others become pending. Returns a
 * refusal where the owner has no account, where an online request exceeds the quota, and where an offline request would give the owner too
 * many pending invitations.
 */
function chargeOrRefusal(owner: OwnerQuota | undefined, requested: number, offline: boolean): number | Refusal {
  if (!owner) return new Refusal('bad-input', { fields: { userId: texts.notFound } })
  const remainingQuota = remainingBalance(owner)
  if (requested <= remainingQuota) return requested
  const overBalance = owner.countsPeople ? texts.link.overAllotment : texts.generator.overBalance
  if (!offline) return new Refusal('over-balance', { text: overBalance(requested, remainingQuota) })
  const maximum = maxPendingInvitations(owner)
  if (owner.pending + requested - remainingQuota > maximum)
    return new Refusal('too-many-pending', { text: texts.generator.tooManyPending(maximum) })
  return remainingQuota
}

/** Returns a function that finds the event of a requested invitation. */
function createEventFinder(events: CreationState['events']) {
  // Most invitations of a request are for one event. The result is cached by the unfolded name, because folding a name costs more than the
  // rest of the decision.
  const byText = new Map<string, RequestedEvent | undefined>()
  return (requested: RequestedInvitation) => {
    const text = `${requested.userId}\n${requested.eventId ?? `${requested.eventDate}\n${requested.eventName}`}`
    if (!byText.has(text)) byText.set(text, events.get(eventStateKey(requested)))
    return byText.get(text)
  }
}

/** Returns the invitations to be stored. Those of an owner beyond the charged number are pending. */
function invitationsToAdd(
  newInvitations: readonly (readonly [RequestedInvitation, RequestedEvent])[],
  charges: CreationChanges['charges'],
  now: Date,
) {
  const remainingCharges = new Map(charges)
  const createdAt = now.toISOString()
  return newInvitations.map(([requested, event]) => {
    const charged = remainingCharges.get(requested.userId) ?? 0
    remainingCharges.set(requested.userId, charged - 1)
    return createdInvitation(requested, event, createdAt, { isPending: charged <= 0 })
  })
}

/** Returns the events that do not exist yet, each once. */
function eventsToAdd(newInvitations: readonly (readonly [RequestedInvitation, RequestedEvent])[]): CreationChanges['addEvents'] {
  const added = new Map<RequestedEvent, CreationChanges['addEvents'][number]>()
  for (const [{ userId }, event] of newInvitations)
    if (event.isNew && event.id !== null) added.set(event, { ...event, id: event.id, userId })
  return [...added.values()]
}

/**
 * Decides which invitations a request creates, on a server or on a device: all of them or none. Those that exist already with the same
 * content are returned unchanged and not charged again. Never throws. Refuses, in this order: `id-taken` where the request has an id twice;
 * `nonce-taken`; `id-taken` where another or a deleted invitation has the id; for the owners, sorted by id, `bad-input` without an account,
 * `over-balance` and `too-many-pending`; `not-found` where an event is named by an id that does not exist.
 */
export function decideCreation(
  request: CreationRequest,
  { earlier, existing, tombstones, owners, events }: CreationState,
  now: Date,
): CreationDecision {
  const { invitations, fingerprint, offline } = request
  if (new Set(invitations.map(({ id }) => id)).size < invitations.length) return { refusal: new Refusal('id-taken') }
  if (earlier) {
    if (earlier.fingerprint !== fingerprint) return { refusal: new Refusal('nonce-taken') }
    return { answer: earlier.ids.flatMap(id => existing.get(id) ?? []), changes: NO_CHANGES }
  }

  const eventOf = createEventFinder(events)
  const newInvitations: (readonly [RequestedInvitation, RequestedEvent])[] = []
  let hasGoneEvent = false
  for (const requested of invitations) {
    const [found, event] = [existing.get(requested.id), eventOf(requested)]
    if (found ? !hasSameContent(found, requested, event) : tombstones.has(requested.id)) return { refusal: new Refusal('id-taken') }
    if (!found && event) newInvitations.push([requested, event])
    hasGoneEvent ||= !event
  }

  const charges = new Map<string, number>()
  const byOwner = groupBy(newInvitations, ([{ userId }]) => userId)
  for (const userId of [...byOwner.keys()].sort()) {
    const [owner, ofOwner] = [owners.get(userId), byOwner.get(userId)!]
    const requested = owner?.countsPeople ? ofOwner.reduce((sum, [{ maxScans }]) => sum + maxScans, 0) : ofOwner.length
    const charged = chargeOrRefusal(owner, requested, offline)
    if (charged instanceof Refusal) return { refusal: charged }
    if (charged > 0) charges.set(userId, charged)
  }
  if (hasGoneEvent) return { refusal: new Refusal('not-found', { text: texts.event.gone, fields: { eventId: texts.event.gone } }) }
  const add = invitationsToAdd(newInvitations, charges, now)
  const added = new Map(add.map(invitation => [invitation.id, invitation]))
  const changes = { add, addEvents: eventsToAdd(newInvitations), charges }
  return { answer: invitations.map(({ id }) => existing.get(id) ?? added.get(id)!), changes }
}

/** The storage of invitations. The state from `load` must not change until `save` has ended: both run inside one write. */
export type CreationStore = {
  load: (request: CreationRequest) => Promise<CreationState>
  /** Saves all changes or throws. */
  save: (request: CreationRequest, changes: CreationChanges) => Promise<void>
}

/** Creates invitations inside one write. Returns one for each requested one. Throws the decision's refusal. */
export async function createInvitations(store: CreationStore, request: CreationRequest, now: Date): Promise<Invitation[]> {
  const decision = decideCreation(request, await store.load(request), now)
  if ('refusal' in decision) throw decision.refusal
  await store.save(request, decision.changes)
  return decision.answer
}
