import * as z from 'zod/mini'
import { User } from '../accounts/contract.ts'
import { Username } from '../accounts/username.ts'
import { Moment, Reference } from '../inputs.ts'
import * as texts from '../texts.ts'

/** The input that opens the account of an order. `username` is that of a new account; without it the server proposes one. */
export const OpenAccountInput = z.object({
  id: Reference,
  /** The package whose invitations are granted, unless invitations were granted for the order before. */
  packageId: z.optional(Reference),
  username: z.optional(
    z.union(
      [
        z.pipe(
          z.literal(''),
          z.transform(() => undefined),
        ),
        Username,
      ],
      texts.register.badUsername,
    ),
  ),
})

export const OpenedAccount = z.object({
  userId: z.string(),
  /**
   * The path of the page where the customer sets the first password, with the token after `#`, which browsers send to no server. Null for an
   * account that has a password, and where a valid link is kept. The server stores only a hash of the token, so no other response has the URL.
   */
  url: z.nullable(z.string()),
  /** Whether the account existed before this call. */
  isExisting: z.boolean(),
  /** How many invitations this call has granted. */
  granted: z.int(),
  /** The event that was prepared from the order. */
  eventId: z.nullable(z.string()),
})
export type OpenedAccount = z.infer<typeof OpenedAccount>

/** What has been done for the customer of an order. */
export const OrderAccount = z.object({
  /** The account of the order, or else the account with its telephone number, which `openAccount` would link; null without either. */
  user: z.nullable(z.pick(User, { id: true, fullName: true, username: true, phone: true, generationLimit: true, usedGenerations: true })),
  /** Whether `user` is the account of the order. */
  isOpened: z.boolean(),
  hasPassword: z.boolean(),
  /** The username of the account that `openAccount` would create; null where it would link one. */
  proposedUsername: z.nullable(z.string()),
  /** How many invitations were granted for the order. */
  granted: z.int(),
  event: z.nullable(z.object({ id: z.string(), name: z.string(), date: z.string() })),
  /** The last link for the first password, and the username of the administrator who made it. Null once the password is set. */
  link: z.nullable(z.object({ createdAt: Moment, expiresAt: Moment, by: z.nullable(z.string()) })),
})
export type OrderAccount = z.infer<typeof OrderAccount>
