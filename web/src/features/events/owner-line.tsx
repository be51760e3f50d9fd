import type { EventSummary } from '@hudur/core/events/contract'
import { useIsPartnerOf, useSignedInUser } from '../../backend/hooks/use-session.ts'
import { text } from '../../text/ar.ts'

/** Shows the owner of an event of another account, which administrators and the partners of the event see. */
export function OwnerLine({ event }: { event: Pick<EventSummary, 'userId' | 'ownerName'> }) {
  const { id } = useSignedInUser()
  const isPartner = useIsPartnerOf(event)
  const { userId, ownerName } = event
  // A device of a partner does not know the name without a server.
  const owner = isPartner ? text.events.eventOf(ownerName) : userId !== id && ownerName && text.events.ownerOf(ownerName)
  return owner && <span className="block text-muted text-xs leading-6">{owner}</span>
}
