import type { Actor } from '@hudur/core'
import type { Reach } from './repository.ts'

/** What the actor may see: an administrator everybody's or a chosen user's; others their own, whatever they ask for. */
export const reachOf = (actor: Actor, userId?: string): Reach => ({ userId: actor.isAdmin ? userId : actor.id })
