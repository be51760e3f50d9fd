import type { ActorLink } from '@hudur/core/actor'
import { isLinkOpen } from '@hudur/core/links/link-end'
import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/schema.ts'
import { linksIn } from './repository.ts'

/** Locks the family link of a call whose owner is locked, and returns its allotment. Throws `link-ended`. */
export async function lockOpenLink(trx: Kysely<Tables>, { id }: ActorLink, { now, timeZone }: { now: Date; timeZone: string }) {
  const allotment = await linksIn(trx).lockAllotment(id)
  const link = allotment && (await linksIn(trx).find(id, { userId: undefined }))
  if (!link || !isLinkOpen(link, now, timeZone)) throw new Refusal('link-ended')
  return allotment
}

/** Returns the description of an action for the activity log, with the name of the link with which it was done. */
export const withLinkName = (description: string, link: ActorLink | undefined) =>
  link ? texts.activity.byLink(description, link.name) : description
