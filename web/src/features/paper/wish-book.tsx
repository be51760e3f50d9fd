import type { EventSummary } from '@hudur/core/events/contract'
import type { GuestAnswer, Invitation } from '@hudur/core/invitations/invitation'
import * as invitationRules from '@hudur/core/invitations/rules'
import { text } from '../../text/ar.ts'
import { eventDayTexts } from '../../text/event-time.ts'
import { PrintContent } from '../../ui/paper.tsx'

type WishBookProps = { event: EventSummary; wishes: readonly (Invitation & { answer: GuestAnswer })[] }

/** Prints the guests' messages as a book of A5 pages, in the order in which they were written. */
export function WishBook({ event, wishes }: WishBookProps) {
  const { gregorian, hijri } = eventDayTexts(event)
  return (
    <PrintContent page="A5">
      <article className="wishes">
        <header>
          <p>{text.eventAnswers.wishBook}</p>
          <h1 className="display" dir="auto">
            {event.name}
          </h1>
          <p>{gregorian}</p>
          <p>{hijri}</p>
        </header>
        <ul>
          {[...wishes].reverse().map(invitation => (
            <li className="wish" key={invitation.id}>
              <p className="wish-words" dir="auto">
                {invitation.answer.note}
              </p>
              <p className="wish-guest" dir="auto">
                {invitationRules.guestLabel(invitation)}
              </p>
            </li>
          ))}
        </ul>
      </article>
    </PrintContent>
  )
}
