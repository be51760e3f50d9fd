import type { EventSummary } from '@hudur/core/events/contract'
import { useSignedInUser } from '../../backend/hooks/use-session.ts'
import { text } from '../../text/ar.ts'

/** Shows the owner of an event to administrators, who see the events of all users. */
export function OwnerLine({ event: { userId, ownerName } }: { event: EventSummary }) {
  const signedInUser = useSignedInUser()
  if (!signedInUser.isAdmin || userId === signedInUser.id || !ownerName) return null
  return <span className="block text-muted text-xs leading-6">{text.events.ownerOf(ownerName)}</span>
}
