import * as z from 'zod/mini'
import { IdempotencyKey, Moment, PageFields, Reference, requiredLine, wholeNumber } from '../inputs.ts'
import * as texts from '../texts.ts'

/**
 * The kinds of entries of an account's ledger. `opening`, `grant` and `correction` change the quota (`generationLimit`); `charge` and
 * `refund` change its use (`usedGenerations`).
 */
export const CreditKind = z.enum(['opening', 'grant', 'charge', 'refund', 'correction'])
export type CreditKind = z.infer<typeof CreditKind>

/**
 * An entry of the ledger of an account's credits. Entries are never changed or deleted while the account exists; an error is corrected by
 * a further entry. `amount` is the change of the balance, so a charge is negative. The quota is the sum of the kinds that change it, and
 * its use is the sum of the others with the sign reversed.
 */
export const CreditEntry = z.object({
  id: z.string(),
  at: Moment,
  /** The username of the account that caused the entry; null for a link, for the server and for a deleted account. */
  by: z.nullable(z.string()),
  kind: CreditKind,
  amount: z.int(),
  reason: z.string(),
  orderId: z.nullable(z.string()),
  requestId: z.nullable(z.string()),
})
export type CreditEntry = z.infer<typeof CreditEntry>

/** The largest grant or correction in one entry, in credits. */
export const MAX_GRANT = 1_000_000
export const MAX_CREDIT_REASON_LENGTH = 200

export const CreditListInput = z.object({ userId: Reference, ...PageFields })

/** The input of a grant. A negative `amount` reduces the quota. */
export const CreditGrantInput = z.object({
  userId: Reference,
  amount: wholeNumber(-MAX_GRANT, MAX_GRANT).check(z.refine(amount => amount !== 0, texts.credits.zero)),
  reason: requiredLine(MAX_CREDIT_REASON_LENGTH, texts.credits.reasonMissing),
  orderId: z.optional(Reference),
  requestId: z.optional(Reference),
  nonce: z.optional(IdempotencyKey),
})
