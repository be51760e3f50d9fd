import type * as z from 'zod/mini'
import { type Actor, ownerOfPartnerEvent } from '../../actor.ts'
import { eventKey } from '../../events/rules.ts'
import type { invitations, NewInvitation } from '../contract.ts'

/** An invitation to be created, with its id and its owner. */
export type RequestedInvitation = NewInvitation & { id: string; userId: string }

/** A parsed request to create invitations. */
export type CreationRequest = {
  /** The invitations, at least one. Lists show them in this order. */
  invitations: readonly RequestedInvitation[]
  /** The key that is equal in every repetition of one request. */
  idempotencyKey: string | undefined
  /** The text that is equal for two requests with the same invitations; empty without an idempotency key. */
  fingerprint: string
  /** Whether a device created the invitations without a server: those beyond the quota become pending. */
  offline: boolean
}

/** Returns the key of an invitation's event in the state: its owner and its id, or its owner, day and normalised name. */
export const eventStateKey = ({ userId, eventId, eventName = '', eventDate = '' }: RequestedInvitation) =>
  `${userId}\n${eventId ?? eventKey({ eventName, eventDate })}`

/** The input of `invitations.create`, checked. */
export type CreationInput = z.output<typeof invitations.create.input>

type ParseOptions = { actor: Actor; newId: () => string; digest?: (text: string) => string }

type EventReference = { eventId?: string | undefined; eventName?: string | undefined; eventDate?: string | undefined }

/**
 * Returns the fingerprint that distinguishes requests with the same idempotency key: `create ` and the digest of the invitations as JSON
 * text. A name and a day beside an event's id make no difference, because a device adds them when it uploads the request later.
 */
export function creationFingerprint(invitations: readonly EventReference[], digest = (text: string) => text) {
  const compared = invitations.map(one => (one.eventId === undefined ? one : { ...one, eventName: undefined, eventDate: undefined }))
  return `create ${digest(JSON.stringify(compared))}`
}

/**
 * Parses the input of `invitations.create`. Only an administrator may choose another owner; invitations of an event whose partner the actor
 * is belong to the event's owner. `newId` generates the ids that are missing.
 */
export const parseCreationRequest = (
  { invitations, nonce: idempotencyKey, happened: offline }: CreationInput,
  { actor, newId, digest }: ParseOptions,
): CreationRequest => ({
  invitations: invitations.map(given => ({
    ...given,
    id: given.id ?? newId(),
    userId: (actor.isAdmin ? given.userId : ownerOfPartnerEvent(actor, given.eventId)) || actor.id,
  })),
  idempotencyKey,
  fingerprint: idempotencyKey === undefined ? '' : creationFingerprint(invitations, digest),
  offline,
})
