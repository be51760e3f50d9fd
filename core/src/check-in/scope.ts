import type { Actor } from '../endpoint.ts'

/** The rows that an actor may see: those of one owner, or of all owners where `userId` is undefined. */
export type Scope = { userId: string | undefined }

/**
 * Returns the scope of an actor: for an administrator all rows or those of `userId`; for other users their own rows, whatever `userId` is.
 */
export const scopeOf = ({ id, isAdmin }: Actor, userId?: string): Scope => ({ userId: isAdmin ? userId : id })

/** Returns whether a row of this owner is in the scope. */
export const visibleTo = (scope: Scope, { userId }: { userId: string }) => scope.userId === undefined || scope.userId === userId
