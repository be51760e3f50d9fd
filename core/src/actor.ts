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

/**
 * The user who makes a call, as proved by the session. With `link` the caller has no account: `id` is the owner of the link, and the scope
 * is limited to the link's event.
 */
export type Actor = { id: string; isAdmin: boolean; link?: ActorLink | undefined }

/**
 * The rows that an actor may see: the rows of one owner, or of all owners where `userId` is undefined. `onlyEventId` limits them to one
 * event, and `onlyLinkId` to the invitations that one link has made.
 */
export type Scope = { userId: string | undefined; onlyEventId?: string; onlyLinkId?: string }

/**
 * Returns the scope of an actor: for an administrator all rows or the rows of `userId`; for other users their own rows, whatever `userId`
 * is. For a link: the rows of its event; for a family link only the invitations that it made.
 */
export const scopeOfActor = ({ id, isAdmin, link }: Actor, userId?: string): Scope => ({
  userId: isAdmin ? userId : id,
  ...(link && { onlyEventId: link.eventId }),
  ...(link?.role === 'family' && { onlyLinkId: link.id }),
})

/** Returns the id under which limits count an actor's use of the server. The use of a link is counted separately from its owner's use. */
export const usageCounterId = ({ id, link }: Actor) => link?.id ?? id

/**
 * Returns whether a row of this owner and event is in the scope. A row without an event is in no scope of one event. `onlyLinkId` is not
 * checked.
 */
export const isInScope = (scope: Scope, { userId, eventId }: { userId: string; eventId?: string | null | undefined }) =>
  (scope.userId === undefined || scope.userId === userId) && (scope.onlyEventId === undefined || scope.onlyEventId === eventId)
