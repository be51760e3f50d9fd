import { type Contract, contract, type Endpoint, ID_BYTES, type InputOf, idFrom } from '@hudur/core'
import { newIdempotencyKey } from '../device/idempotency-key.ts'

type Input = Record<string, unknown>

/** This device's clock, and how many milliseconds it is behind the server's (null: never measured). */
type Clock = { now: () => Date; offset: () => number | null }

/**
 * Returns the input with the ids, idempotency key and times that its caller left out. They are set before the first request, so that every
 * retry, the device's own answer and the later upload carry the same ones.
 */
export function withIds(endpoint: Endpoint, input: Input, clock: Clock): Input {
  const clockOffset = clock.offset()
  const measured = clockOffset !== null && { clockOffset }
  if (endpoint.scanned) return { nonce: newIdempotencyKey(), scannedAt: clock.now().toISOString(), ...measured, ...input }
  if (endpoint.undone) return { ...measured, ...input }
  if (endpoint !== contract.invitations.create) return input
  const { invitations } = input as InputOf<Contract['invitations']['create']>
  const newId = () => idFrom(crypto.getRandomValues(new Uint8Array(ID_BYTES)))
  return { nonce: newIdempotencyKey(), ...input, invitations: invitations.map(one => ({ ...one, id: one.id ?? newId() })) }
}
