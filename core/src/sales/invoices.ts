import * as z from 'zod/mini'
import { IdempotencyKey, Reference, requiredLine } from '../inputs.ts'
import * as texts from '../texts.ts'
import { entryFields, MAX_NOTE_LENGTH } from './payments.ts'

/** The most invoices and credit notes of an order. */
export const MAX_INVOICES = 100

export const InvoiceKind = z.enum(['invoice', 'credit'])
export type InvoiceKind = z.infer<typeof InvoiceKind>

/**
 * An invoice for an order, or the credit note that reverses one. Neither is ever changed or deleted. Each kind is numbered by itself. The
 * amount is the agreed sum, negative for a credit note, whose `note` is its reason.
 */
export const Invoice = z.object({
  ...entryFields,
  kind: InvoiceKind,
  /** What had been paid in this currency when it was made. */
  paid: z.int(),
  /** The invoice that a credit note reverses. */
  reverses: z.nullable(z.object({ id: z.string(), year: z.int(), number: z.int() })),
})
export type Invoice = z.infer<typeof Invoice>

export const InvoiceCreateInput = z.object({ orderId: Reference, nonce: z.optional(IdempotencyKey) })

export const InvoiceReverseInput = z.object({
  invoiceId: Reference,
  note: requiredLine(MAX_NOTE_LENGTH, texts.sales.reasonMissing),
  nonce: z.optional(IdempotencyKey),
})
