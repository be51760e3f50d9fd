import type * as z from 'zod/mini'
import type { Actor } from '../../endpoint.ts'
import type { invitations, NewInvitation } from '../contract.ts'

/** An invitation to be created, with its id and its owner. */
export type RequestedInvitation = NewInvitation & { id: string; userId: string }

/** A parsed request to create invitations. */
export type CreateRequest = {
  /** At least one. Lists show the invitations in this order. */
  invitations: readonly RequestedInvitation[]
  /** Equal in every repetition of one request. */
  idempotencyKey: string | undefined
  /** Equal for two requests with the same invitations; empty without an idempotency key. */
  fingerprint: string
  /** Whether a device created the invitations without a server: those beyond the quota become pending. */
  offline: boolean
}

/** The input of `invitations.create`, checked. */
export type CreateInput = z.output<typeof invitations.create.input>

type ParseOptions = { actor: Actor; newId: () => string; digest?: (text: string) => string }

/**
 * Returns the fingerprint that distinguishes requests with the same idempotency key: `create ` and the digest of the invitations as JSON
 * text.
 */
export const createFingerprint = (invitations: readonly unknown[], digest = (text: string) => text) =>
  `create ${digest(JSON.stringify(invitations))}`

/** Parses the input of `invitations.create`. Only an administrator may choose another owner; `newId` generates the ids that are missing. */
export const createRequest = (
  { invitations, nonce: idempotencyKey, happened: offline }: CreateInput,
  { actor, newId, digest }: ParseOptions,
): CreateRequest => ({
  invitations: invitations.map(given => ({ ...given, id: given.id ?? newId(), userId: (actor.isAdmin && given.userId) || actor.id })),
  idempotencyKey,
  fingerprint: idempotencyKey === undefined ? '' : createFingerprint(invitations, digest),
  offline,
})
