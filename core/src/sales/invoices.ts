import * as z from 'zod/mini'
import { IdempotencyKey, Moment, Reference, requiredLine } from '../inputs.ts'
import * as texts from '../texts.ts'
import { Currency } from './currency.ts'
import { MAX_NOTE_LENGTH, PaperFacts } from './payments.ts'

/** The most invoices and credit notes of an order. */
export const MAX_INVOICES = 100

export const InvoiceKind = z.enum(['invoice', 'credit'])
export type InvoiceKind = z.infer<typeof InvoiceKind>

/**
 * An invoice for an order, or the credit note that reverses one. Neither is ever changed or deleted. Each kind is numbered by itself, from 1
 * in each year (in the time zone of the installation), without gaps.
 */
export const Invoice = z.object({
  id: z.string(),
  kind: InvoiceKind,
  year: z.int(),
  number: z.int(),
  orderId: z.string(),
  at: Moment,
  /** The username of the account that made it; null for a deleted account. */
  by: z.nullable(z.string()),
  /** The agreed sum in minor units; negative for a credit note. */
  amount: z.int(),
  currency: Currency,
  /** What had been paid in this currency when it was made. */
  paid: z.int(),
  /** The reason of a credit note; empty for an invoice. */
  note: z.string(),
  /** The invoice that a credit note reverses. */
  reverses: z.nullable(z.object({ id: z.string(), year: z.int(), number: z.int() })),
  facts: PaperFacts,
})
export type Invoice = z.infer<typeof Invoice>

export const InvoiceCreateInput = z.object({ orderId: Reference, nonce: z.optional(IdempotencyKey) })

export const InvoiceReverseInput = z.object({
  invoiceId: Reference,
  note: requiredLine(MAX_NOTE_LENGTH, texts.sales.reasonMissing),
  nonce: z.optional(IdempotencyKey),
})
