import * as z from 'zod/mini'
import { fileBytesField, IdempotencyKey, Moment, Reference, textLine } from '../inputs.ts'
import * as texts from '../texts.ts'
import { amountFrom, Currency, Money } from './currency.ts'

/** The most payments of an order, reversals included. */
export const MAX_PAYMENTS = 100
/** The largest picture of a receipt, in bytes. */
export const MAX_RECEIPT_BYTES = 5 * 1024 * 1024
export const MAX_NOTE_LENGTH = 200

/** Whether an order is paid: without an agreed sum `none`. */
export const PaymentState = z.enum(['none', 'unpaid', 'partial', 'paid', 'overpaid'])
export type PaymentState = z.infer<typeof PaymentState>

export const PaymentMethod = z.enum(['cash', 'transfer'], texts.badInput)
export type PaymentMethod = z.infer<typeof PaymentMethod>

/** What a paper of the office states besides its amounts, as it was when the paper was made. Later changes of the order do not change it. */
export const PaperFacts = z.object({
  seller: z.object({ name: z.string(), phone: z.string(), email: z.string(), location: z.string() }),
  /** The name that the customer gave with the order; null for none. */
  customer: z.object({ name: z.nullable(z.string()), phone: z.string() }),
  event: z.object({ name: z.string(), date: z.string() }),
  invitationCount: z.int(),
})
export type PaperFacts = z.infer<typeof PaperFacts>

/** The fields of a payment and of an invoice. Each kind of paper is numbered in its year, in the time zone of the installation, without gaps. */
export const entryFields = {
  id: z.string(),
  orderId: z.string(),
  at: Moment,
  /** The username of the account that added the entry; null for a deleted account. */
  by: z.nullable(z.string()),
  ...Money.shape,
  note: z.string(),
  year: z.int(),
  number: z.int(),
  facts: PaperFacts,
}

/**
 * A payment for an order. Payments are never changed or deleted: a wrong one is reversed by an entry with the negative amount. `number` is
 * that of its receipt.
 */
export const Payment = z.object({
  ...entryFields,
  method: PaymentMethod,
  /** The id of the payment that this entry reverses. */
  reverses: z.nullable(z.string()),
  /** Whether a picture of the customer's receipt is stored. */
  hasPicture: z.boolean(),
})
export type Payment = z.infer<typeof Payment>

export const PaymentCreateInput = z.object({
  orderId: Reference,
  amount: amountFrom(1),
  currency: Currency,
  method: PaymentMethod,
  note: z._default(textLine(MAX_NOTE_LENGTH), ''),
  nonce: z.optional(IdempotencyKey),
})

/** The input of a reversal. `note` is the reason. */
export const PaymentReverseInput = z.object({
  paymentId: Reference,
  note: z._default(textLine(MAX_NOTE_LENGTH), ''),
  nonce: z.optional(IdempotencyKey),
})

export const ReceiptPictureInput = z.object({ paymentId: Reference, picture: fileBytesField(texts.emptyFile) })

/** The sum on which the office and the customer have agreed. */
export const AgreeInput = z.object({ orderId: Reference, amount: amountFrom(0), currency: Currency })
