import * as z from 'zod/mini'
import { IdempotencyKey, Moment, Reference, requiredLine, wholeNumber } from '../inputs.ts'
import * as texts from '../texts.ts'
import { amountFrom, Currency } from './currency.ts'

/** The most packages that are stored, archived ones included. */
export const MAX_PACKAGES = 100

const packageFields = {
  name: requiredLine(100, texts.sales.nameMissing),
  /** How many invitations are sold, as credits of an account. */
  invitations: wholeNumber(1, 1_000_000),
  /** In minor units of the currency; 0 for a free package. */
  price: amountFrom(0),
  currency: Currency,
  /** Whether the public page shows the package. */
  isPublic: z.boolean(),
}

/** What the office sells: a number of invitations for a price. An archived package can be read, and is not offered any more. */
export const Package = z.object({ id: z.string(), ...packageFields, isArchived: z.boolean(), createdAt: Moment })
export type Package = z.infer<typeof Package>

export const PackageCreateInput = z.object({
  ...packageFields,
  isPublic: z._default(packageFields.isPublic, false),
  nonce: z.optional(IdempotencyKey),
})

export const PackageUpdateInput = z.object({
  ...z.partial(z.object(packageFields)).shape,
  id: Reference,
  isArchived: z.optional(z.boolean()),
})
