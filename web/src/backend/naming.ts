import { type Contract, ID_BYTES, type InputOf, idFrom } from '@hudur/core'
import { newIdempotencyKey } from '../device/idempotency-key.ts'

type Call = `${keyof Contract}.${string}`
type Input = Record<string, unknown>

/** This device's clock, and how many milliseconds it is behind the server's (null: never measured). */
type Clock = { now: () => Date; offset: () => number | null }

const scan = (input: Input, { now, offset }: Clock) => {
  const clockOffset = offset()
  return { nonce: newIdempotencyKey(), scannedAt: now().toISOString(), ...(clockOffset !== null && { clockOffset }), ...input }
}

const named: Record<Call, (input: Input, clock: Clock) => Input> = {
  'scanning.verify': scan,
  'scanning.check': scan,
  'scanning.scan': scan,
  'scanning.undo': (input, { offset }) => ({ ...(offset() !== null && { clockOffset: offset() }), ...input }),
  'invitations.create': input => ({
    nonce: newIdempotencyKey(),
    ...input,
    invitations: (input as InputOf<Contract['invitations']['create']>).invitations.map(invitation => ({
      ...invitation,
      id: invitation.id ?? idFrom(crypto.getRandomValues(new Uint8Array(ID_BYTES))),
    })),
  }),
}

/**
 * Returns the input with the ids, idempotency key and times that its caller left out. They are set before the first request, so that every
 * retry, the device's own answer and the later upload carry the same ones.
 */
export const withNames = (call: string, input: Input, clock: Clock): Input => named[call as Call]?.(input, clock) ?? input
