import type { Actor } from '../endpoint.ts'

/** Whose rows an actor may see: one owner's, or everybody's where `userId` is undefined. */
export type Scope = { userId: string | undefined }

/** Returns what the actor may see: an administrator everybody's or a chosen user's; others their own, whatever they ask for. */
export const scopeOf = ({ id, isAdmin }: Actor, userId?: string): Scope => ({ userId: isAdmin ? userId : id })

/** Returns whether a row of this owner is visible. */
export const visibleTo = (scope: Scope, { userId }: { userId: string }) => scope.userId === undefined || scope.userId === userId
