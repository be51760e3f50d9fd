import * as z from 'zod/mini'
import { defineResource } from '../endpoint.ts'
import { Moment, PageFields, Reference } from '../inputs.ts'

/** What has a trail. */
export const TrailSubject = z.enum(['invitation', 'event', 'user', 'link', 'order'])
export type TrailSubject = z.infer<typeof TrailSubject>

const TrailValue = z.nullable(z.union([z.string(), z.number(), z.boolean()]))
export type TrailValue = z.infer<typeof TrailValue>

/**
 * A changed field. Of a secret field, such as a password or a code, only the change is known: both values are null, and `isHidden` is set. Long
 * texts are cut.
 */
export const TrailChange = z.object({ field: z.string(), before: TrailValue, after: TrailValue, isHidden: z.optional(z.literal(true)) })
export type TrailChange = z.infer<typeof TrailChange>

/** Who changed something: an account, a link, the guest of the invitation, a visitor of the public page, or the server itself. */
const TrailAuthorKind = z.enum(['account', 'link', 'guest', 'visitor', 'server'])

/**
 * An entry of a trail. A created subject has no values before, and a deleted one none after; empty values are left out of both. What was deleted or
 * restored with its event has no changes.
 */
export const TrailEntry = z.object({
  id: z.string(),
  at: Moment,
  byKind: TrailAuthorKind,
  /** The name of the account or of the link; null for others, and where the account is unknown. */
  by: z.nullable(z.string()),
  kind: z.enum(['create', 'update', 'delete', 'restore']),
  changes: z.array(TrailChange),
})
export type TrailEntry = z.infer<typeof TrailEntry>

export const trail = defineResource({
  /**
   * Lists who changed what of an invitation, an event, a user, a link or an order, newest first: for administrators, for the owner and, of an
   * event and its invitations and links, for its partners. Users see the trail of their own account only, and only administrators that of an order.
   */
  list: {
    method: 'GET',
    path: '/trail/list.php',
    access: 'user',
    query: ['about', 'id', 'limit', 'offset'],
    input: z.object({ about: TrailSubject, id: Reference, ...PageFields }),
    output: z.array(TrailEntry),
    paged: true,
    offline: 'refuse',
  },
})
