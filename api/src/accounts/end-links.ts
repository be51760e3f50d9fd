import * as texts from '@hudur/core/texts'
import type { Kysely } from 'kysely'
import { activityIn } from '../activity/repository.ts'
import type { Tables } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { TrailAuthor } from '../trail/repository.ts'

/**
 * The dependencies of calls that set a password. `endLinks` ends the open links of an owner whose row is locked, and returns their number;
 * the layer of links is above that of accounts.
 */
export type PasswordDeps = Deps & {
  endLinks: (trx: Kysely<Tables>, userId: string, clock: { now: Date; timeZone: string; by: TrailAuthor }) => Promise<number>
}

/** Ends the open links of a locked account whose password an actor has set, and records it in the activity log. */
export async function endLinksWithPassword(
  trx: Kysely<Tables>,
  { endLinks, now, timeZone }: PasswordDeps,
  { id, fullName }: { id: string; fullName: string },
  actorId: string,
) {
  const at = now()
  const ended = await endLinks(trx, id, { now: at, timeZone, by: { id: actorId } })
  const description = texts.activity.linksEnded(fullName, ended)
  if (ended > 0) await activityIn(trx).record({ userId: actorId, verb: 'update', target: 'user', targetId: id, description, at })
}
