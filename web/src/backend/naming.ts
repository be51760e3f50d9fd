import { type Contract, ID_BYTES, type InputOf, idFrom } from '@hudur/core'
import { newIdempotencyKey } from '../device/idempotency-key.ts'

type Call = `${keyof Contract}.${string}`
type Input = Record<string, unknown>

/** What this device's clock says, and how far off it was measured to be (ms). */
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

/** The act as it is sent, sent again, answered here and told later: named before anybody is asked, where its caller did not name it. */
export const withNames = (call: string, input: Input, clock: Clock): Input => named[call as Call]?.(input, clock) ?? input
