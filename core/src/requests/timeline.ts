import * as z from 'zod/mini'
import { IdempotencyKey, Moment, Reference, requiredParagraph } from '../inputs.ts'
import { Currency } from '../sales/currency.ts'
import { PaymentMethod } from '../sales/payments.ts'
import * as texts from '../texts.ts'

/** The statuses of an order that an administrator can set. */
export const OrderStatus = z.enum(['pending', 'processing', 'approved', 'completed', 'cancelled', 'rejected'], texts.badInput)
export type OrderStatus = z.infer<typeof OrderStatus>

/** The maximum length of the notes of an order or a request, and of a noted reply, in characters. */
export const MAX_NOTES_LENGTH = 2000

/** The program in which an administrator writes to a customer. */
export const ReplyChannel = z.enum(['whatsapp', 'mail'], texts.badInput)
export type ReplyChannel = z.infer<typeof ReplyChannel>

/** The kinds of entries that are stored as events. The others are read from the order, the ledger of credits and the payments. */
export type StoredTimelineKind = 'status' | 'notes' | 'reply'

/** The maximum number of stored events of an order or a request. A further event deletes the oldest one. */
export const MAX_TIMELINE_EVENTS = 200

const entryFields = {
  id: z.string(),
  at: Moment,
  /** The username of the account that acted; null for a visitor and for a deleted account. */
  by: z.nullable(z.string()),
}

/**
 * Something that happened to an order or a request. `body` is the new notes of the office, or the text of a reply; `amount` is a number of
 * credits, or of minor units of a currency in a payment; negative for a correction or a reversal.
 */
export const TimelineEntry = z.discriminatedUnion('kind', [
  z.object({ ...entryFields, kind: z.literal('created') }),
  z.object({ ...entryFields, kind: z.literal('status'), status: OrderStatus, formerStatus: OrderStatus }),
  z.object({ ...entryFields, kind: z.literal('notes'), body: z.string() }),
  z.object({ ...entryFields, kind: z.literal('reply'), channel: ReplyChannel, body: z.string() }),
  z.object({ ...entryFields, kind: z.literal('grant'), amount: z.int(), reason: z.string() }),
  z.object({ ...entryFields, kind: z.literal('payment'), amount: z.int(), currency: Currency, method: PaymentMethod, note: z.string() }),
])
export type TimelineEntry = z.infer<typeof TimelineEntry>

/** Names an order or a request: exactly one of both ids. */
const subjectFields = { orderId: z.optional(Reference), requestId: z.optional(Reference) }

export const TimelineInput = z.object(subjectFields)

export const ReplyInput = z.object({
  ...subjectFields,
  channel: ReplyChannel,
  body: requiredParagraph(MAX_NOTES_LENGTH, texts.requiredFields),
  nonce: z.optional(IdempotencyKey),
})

type Changeable = { status: OrderStatus; notes: string | null; officeNotes: string | null }

/** An event of the timeline before it is stored. */
export type TimelineChange =
  | { kind: 'status'; status: OrderStatus; formerStatus: OrderStatus }
  | { kind: 'notes'; body: string }
  | { kind: 'reply'; channel: ReplyChannel; body: string }

/** Returns what an update by the office has changed: the status, the notes (its own or those of a user's request), both or nothing. */
export function changesBetween(before: Changeable, after: Changeable): TimelineChange[] {
  const changes: TimelineChange[] = []
  if (before.status !== after.status) changes.push({ kind: 'status', status: after.status, formerStatus: before.status })
  const changed = (['officeNotes', 'notes'] as const).find(field => (before[field] ?? '') !== (after[field] ?? ''))
  if (changed) changes.push({ kind: 'notes', body: after[changed] ?? '' })
  return changes
}

/** Returns entries in the order of their times, the newest last. Entries of the same time stay in the given order. */
export const inOrderOfTime = (entries: readonly TimelineEntry[]) => entries.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
