import { useIdempotentCall } from '../../backend/hooks/use-call.ts'
import { invitationsKey } from '../../backend/hooks/use-refresh.ts'
import { newIdempotencyKey } from '../../device/idempotency-key.ts'

/** Admits people without a card. Afterwards a door reads its link again, with the number of people that it may still admit. */
export const useWalkIn = () =>
  useIdempotentCall(
    () => ({ nonce: newIdempotencyKey() }),
    ({ checkIn }) => checkIn.walkIn,
    ['door'],
    invitationsKey,
  )
