import * as z from 'zod/mini'
import { defineResource } from '../endpoint.ts'
import { textLine } from '../inputs.ts'

export const FoundKind = z.enum(['guest', 'event', 'user', 'order', 'request', 'message'])
export type FoundKind = z.infer<typeof FoundKind>

/** One result of a search in everything that the caller may see. */
export const Found = z.object({
  kind: FoundKind,
  id: z.string(),
  title: z.string(),
  /** What tells results with equal titles apart. */
  detail: z.string(),
  /** The day of the event, `YYYY-MM-DD`; null for users and messages. */
  day: z.nullable(z.string()),
  /** The path of the screen that shows the result, with its query string. */
  path: z.string(),
})
export type Found = z.infer<typeof Found>

export const find = defineResource({
  /**
   * Finds guests and events by their name, the end of a telephone number or the code of an invitation, at most five of each kind; for
   * administrators also users, orders, requests and messages. Returns nothing for fewer than two letters or four digits. A device without
   * a server finds the guests and events of its replica.
   */
  list: {
    method: 'GET',
    path: '/find.php',
    access: 'user',
    query: ['q'],
    input: z.object({ q: textLine(100) }),
    output: z.array(Found),
    offline: 'answer',
  },
})
