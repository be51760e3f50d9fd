import { useIdempotentCall, useRead } from '../../../backend/hooks/use-call.ts'
import { ordersKey, userRequestsKey } from '../../../backend/hooks/use-refresh.ts'
import { newNonce } from '../../../device/idempotency-key.ts'

/** Names an order or a request of a user. */
export type Subject = { orderId: string } | { requestId: string }

const keyOf = (subject: Subject) => [...('orderId' in subject ? ordersKey : userRequestsKey), 'timeline', subject]

/** Reads the timeline of an order or a request, the newest entry last. */
export const useTimeline = (subject: Subject) => useRead(keyOf(subject), ({ requests }) => requests.timeline(subject))

/** Notes that a reply was opened. */
export const useNoteReply = (subject: Subject) => useIdempotentCall(newNonce, ({ requests }) => requests.noteReply, keyOf(subject))
