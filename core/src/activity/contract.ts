import * as z from 'zod/mini'
import { defineResource } from '../endpoint.ts'
import { EmptyResult, Moment, wholeNumberInQuery } from '../inputs.ts'

/** What accounts do that is recorded as an activity; the list also has admissions, as `scan`. */
export const ActivityVerb = z.enum(['create', 'update', 'delete'])
export type ActivityVerb = z.infer<typeof ActivityVerb>

/** An entry of the activity list. Filters use `action`. */
export const Activity = z.object({
  id: z.string(),
  userId: z.string(),
  /** One of create, update, delete and scan, an underscore, and the kind of the target: `create_user`, `scan_invitation`. */
  action: z.string(),
  userName: z.string(),
  username: z.string(),
  description: z.string(),
  targetType: z.enum(['user', 'invitation', 'event', 'link', 'order', 'message']),
  targetId: z.string(),
  createdAt: Moment,
})
export type Activity = z.infer<typeof Activity>

export const activity = defineResource({
  /** Accepts reports of clients about their own actions and writes nothing, because the server records every action itself. */
  create: {
    method: 'POST',
    path: '/notifications/create.php',
    access: 'user',
    input: z.object({}),
    output: EmptyResult,
    offline: 'refuse',
  },
  list: {
    method: 'GET',
    path: '/notifications/list.php',
    access: 'admin',
    query: ['limit', 'offset', 'filter'],
    input: z.object({
      limit: z._default(wholeNumberInQuery(1, 200), 50),
      offset: z._default(wholeNumberInQuery(0), 0),
      filter: z._default(z.enum(['all', ...ActivityVerb.options, 'scan']), 'all'),
    }),
    output: z.object({ notifications: z.array(Activity), total: z.int() }),
    offline: 'refuse',
  },
})
