import type { Actor } from './endpoint.ts'

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
