/**
 * What people with a link may do: `door` scans guests, `live` watches the live figures, `family` creates invitations within its allotment.
 */
export type LinkRole = 'door' | 'live' | 'family'

/** The link by which somebody without an account makes a call. */
export type ActorLink = {
  id: string
  role: LinkRole
  /** The name of the link. For the role `door` it is also the name of the gate. */
  name: string
  eventId: string
  showsNames: boolean
  /** Whether devices with the role `door` may search guests by name. */
  maySearch: boolean
  /** The time at which the link expires, in ISO 8601. */
  endsAt: string
  /** Present where the link has ended: its device may only upload offline scans. */
  endedAt?: string | undefined
}

/** An event of another account on which an actor may act as a partner. */
export type PartnerEvent = { eventId: string; ownerId: string }

/**
 * The user who makes a call, as proved by the session. With `link` the caller has no account: `id` is the owner of the link, and the scope
 * is limited to the link's event. `partnerOf`: the events of other accounts to which the user was added as a partner.
 */
export type Actor = { id: string; isAdmin: boolean; link?: ActorLink | undefined; partnerOf?: readonly PartnerEvent[] | undefined }

/**
 * The rows that an actor may see: the rows of one owner, or of all owners where `userId` is undefined, and the rows of `partnerEventIds`.
 * `onlyEventId` limits them to one event, and `onlyLinkId` to the invitations that one link has made.
 */
export type Scope = { userId: string | undefined; partnerEventIds?: readonly string[]; onlyEventId?: string; onlyLinkId?: string }

/**
 * Returns the scope of what only owners and administrators may do, such as deleting an event: for an administrator all rows or the rows of
 * `userId`; for other users their own rows, whatever `userId` is. For a link: the rows of its event; for a family link only the invitations
 * that it made.
 */
export const ownScopeOfActor = ({ id, isAdmin, link }: Actor, userId?: string): Scope => ({
  userId: isAdmin ? userId : id,
  ...(link && { onlyEventId: link.eventId }),
  ...(link?.role === 'family' && { onlyLinkId: link.id }),
})

/** Returns the scope of an actor: that of `ownScopeOfActor`, and the rows of the events whose partner the actor is. */
export const scopeOfActor = (actor: Actor, userId?: string): Scope => {
  const own = ownScopeOfActor(actor, userId)
  const isPartner = !actor.isAdmin && actor.link === undefined && actor.partnerOf !== undefined && actor.partnerOf.length > 0
  return isPartner ? { ...own, partnerEventIds: actor.partnerOf!.map(({ eventId }) => eventId) } : own
}

/** Returns the owner of an event whose partner the actor is; undefined for other events. */
export const ownerOfPartnerEvent = ({ partnerOf }: Actor, eventId: string | undefined) =>
  partnerOf?.find(one => one.eventId === eventId)?.ownerId

/** Returns a text that is the same for two scopes of accounts with the same rows. */
export const keyOfScope = ({ userId = 'everybody', partnerEventIds = [] }: Scope) =>
  ['user', userId, ...partnerEventIds.toSorted()].join(' ')

/**
 * Returns the id under which limits count the use of a link. Clients choose the ids of links, so without the prefix one could be the id of
 * another account.
 */
export const linkCounterId = (linkId: string) => `link ${linkId}`

/** Returns the id under which limits count an actor's use of the server. The use of a link is counted separately from its owner's use. */
export const usageCounterId = ({ id, link }: Actor) => (link ? linkCounterId(link.id) : id)

/**
 * Returns whether a row of this owner and event is in the scope. A row without an event is in no scope of one event. `onlyLinkId` is not
 * checked.
 */
export const isInScope = (scope: Scope, { userId, eventId }: { userId: string; eventId?: string | null | undefined }) =>
  (scope.userId === undefined || scope.userId === userId || scope.partnerEventIds?.includes(eventId ?? '') === true) &&
  (scope.onlyEventId === undefined || scope.onlyEventId === eventId)
