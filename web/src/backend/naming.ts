import { type Contract, ID_BYTES, type InputOf, idFrom } from '@hudur/core'
import { newNonce } from '../device/nonce.ts'

type Call = `${keyof Contract}.${string}`
type Input = Record<string, unknown>

/** What this device's clock says, and how far off it was measured to be (ms). */
type Clock = { now: () => Date; offset: () => number | null }

const gesture = (input: Input, { now, offset }: Clock) => {
  const clockOffset = offset()
  return { nonce: newNonce(), scannedAt: now().toISOString(), ...(clockOffset !== null && { clockOffset }), ...input }
}

const named: Record<Call, (input: Input, clock: Clock) => Input> = {
  'scanning.verify': gesture,
  'scanning.check': gesture,
  'scanning.scan': gesture,
  'scanning.undo': (input, { offset }) => ({ ...(offset() !== null && { clockOffset: offset() }), ...input }),
  'invitations.create': input => ({
    nonce: newNonce(),
    ...input,
    invitations: (input as InputOf<Contract['invitations']['create']>).invitations.map(invitation => ({
      ...invitation,
      id: invitation.id ?? idFrom(crypto.getRandomValues(new Uint8Array(ID_BYTES))),
    })),
  }),
}

/** The act as it is sent, sent again, answered here and told later: named before anybody is asked, where its caller did not name it. */
export const withNames = (call: string, input: Input, clock: Clock): Input => named[call as Call]?.(input, clock) ?? input
