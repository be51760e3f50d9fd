import type * as z from 'zod/mini'
import type { Actor } from '../../endpoint.ts'
import type { invitations, NewInvitation } from '../contract.ts'

/** An invitation to be made, with its id and its owner. */
export type RequestedInvitation = NewInvitation & { id: string; userId: string }

/** A parsed request to make invitations. */
export type CreateRequest = {
  /** At least one, in the order in which they are listed later. */
  invitations: readonly RequestedInvitation[]
  /** A repeat of the request carries the same key. */
  idempotencyKey: string | undefined
  /** Equal for two requests with the same invitations; empty without an idempotency key. */
  fingerprint: string
  /** Whether a device has made them without a server: those beyond the quota become pending. */
  offline: boolean
}

/** The input of `invitations.create`, checked. */
export type CreateInput = z.output<typeof invitations.create.input>

type Making = { actor: Actor; newId: () => string; digest?: (text: string) => string }

/** Returns what tells requests under one idempotency key apart: `create ` and the digest of the invitations as JSON text. */
export const createFingerprint = (invitations: readonly unknown[], digest = (text: string) => text) =>
  `create ${digest(JSON.stringify(invitations))}`

/** Reads the input of a call. Only an administrator may name another owner; `newId` mints the ids that are missing. */
export const createRequest = (
  { invitations, nonce: idempotencyKey, happened: offline }: CreateInput,
  { actor, newId, digest }: Making,
): CreateRequest => ({
  invitations: invitations.map(given => ({ ...given, id: given.id ?? newId(), userId: (actor.isAdmin && given.userId) || actor.id })),
  idempotencyKey,
  fingerprint: idempotencyKey === undefined ? '' : createFingerprint(invitations, digest),
  offline,
})
