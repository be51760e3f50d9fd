import type { EventSummary } from '@hudur/core/events/contract'
import { useServerTime } from '../../backend/hooks/use-device.ts'
import { useEventPhase } from '../../backend/hooks/use-installation.ts'
import { useNavigate } from '../../router/hooks.ts'
import { text } from '../../text/ar.ts'
import { formatCountedNoun, formatWholeNumber } from '../../text/format.ts'
import { SendIcon } from '../../ui/arrows.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { roundPath, type SendGroup } from './send-queue.ts'

const words = text.sending

/** Returns a function that opens the sending screen for a group of guests. The round of sending begins at the present time. */
function useStartRound({ id }: EventSummary) {
  const navigate = useNavigate()
  const serverTime = useServerTime()
  return (group: SendGroup) => void navigate(roundPath(id, group, serverTime()))
}

type SendUnsentButtonProps = {
  event: EventSummary
  /** Whether another button has the primary style, so that this one is outlined. */
  isSecondary?: boolean
  /** Whether the label is short, because the heading of the event has little room. */
  isShort?: boolean
  className?: string
}

/** Renders a button that opens the sending of unsent invitations; nothing if all were sent, and after the event. */
export function SendUnsentButton({ event, isSecondary = false, isShort = false, className = '' }: SendUnsentButtonProps) {
  const startRound = useStartRound(event)
  const { isOver } = useEventPhase(event)
  const { unsent, arrived } = event
  if (unsent === 0 || isOver) return null
  return (
    <Button className={className} onPress={() => startRound('unsent')} variant={isSecondary || arrived > 0 ? 'outline' : 'primary'}>
      <SendIcon aria-hidden="true" className="size-5" strokeWidth={1.6} />
      {isShort ? words.startShort(formatWholeNumber(unsent)) : words.start(formatCountedNoun(unsent, text.invitationWord))}
    </Button>
  )
}

type SendLinksProps = {
  event: EventSummary
  /** The filter of the guest list. Guests of the filters `unopened` and `unanswered` can be reminded. */
  filter: string
}

const wideButtonClass = 'h-auto min-h-13! whitespace-normal py-2'

/**
 * Renders how many guests know something that has changed, with a button that tells them; how many answers are for an earlier day, with one
 * that asks again; and, in the list of those who declined, how many places came back. After the event no news and no questions are offered.
 */
export function ChangeNotices({ event, filter }: SendLinksProps) {
  const startRound = useStartRound(event)
  const { isOver } = useEventPhase(event)
  const { outdated, outdatedFacts, formerAnswers, returnedPlaces } = event
  const { outdated: texts } = words
  const [fact, ...others] = outdatedFacts
  const known = fact === undefined || others.length > 0 ? texts.several : texts[fact]
  return (
    <>
      {outdated > 0 && !isOver && (
        <Notice
          action={
            <Button onPress={() => startRound('outdated')} size="sm">
              {texts.tell}
            </Button>
          }
          className="mb-3 print:hidden"
          tone="warning"
        >
          {known(formatCountedNoun(outdated, text.eventGuests.guestWord))}
        </Notice>
      )}
      {outdated === 0 && formerAnswers > 0 && !isOver && event.answers === 'on' && (
        <Notice
          action={
            <Button onPress={() => startRound('unanswered')} size="sm" variant="outline">
              {texts.askAgain}
            </Button>
          }
          className="mb-3 print:hidden"
          tone="warning"
        >
          {texts.formerAnswers(formatCountedNoun(formerAnswers, texts.answerWord))}
        </Notice>
      )}
      {filter === 'declined' && returnedPlaces > 0 && (
        <Notice className="mb-3 print:hidden" tone="quiet">
          {texts.returned(formatCountedNoun(returnedPlaces, text.eventGuests.placeWord))}
        </Notice>
      )}
    </>
  )
}

type ThanksButtonProps = { event: EventSummary; variant?: 'primary' | 'outline'; className?: string }

/** Renders a button that opens the round of thanks to guests who came; nothing before the event, and when all were thanked. */
export function ThanksButton({ event, variant = 'primary', className = '' }: ThanksButtonProps) {
  const startRound = useStartRound(event)
  const { hasBegun } = useEventPhase(event)
  if (!hasBegun || event.unthanked === 0) return null
  return (
    <Button className={className} onPress={() => startRound('thanks')} variant={variant}>
      {words.thanks.start(formatCountedNoun(event.unthanked, text.eventGuests.guestWord))}
    </Button>
  )
}

/** Offers the thanks and the page of what the event was, from the morning after the event on. */
export function AfterNotice({ event }: { event: EventSummary }) {
  const { isOver } = useEventPhase(event)
  if (!isOver || event.arrived === 0) return null
  return (
    <Notice
      action={
        <div className="flex flex-wrap gap-2">
          <ThanksButton event={event} />
          <ButtonLink to={`/events/${event.id}/after`} variant="outline">
            {text.recap.open}
          </ButtonLink>
        </div>
      }
      className="mb-3 print:hidden"
      tone="quiet"
    >
      {text.recap.came(formatWholeNumber(event.arrived), formatCountedNoun(event.invited, text.recap.personWord))}
    </Notice>
  )
}

/** Renders the buttons that send unsent invitations, where the event's heading has none, and that remind or thank the guests of the filter. */
export function SendLinks({ event, filter }: SendLinksProps) {
  const startRound = useStartRound(event)
  const { hasBegun, isOver } = useEventPhase(event)
  // Only guests whose invitation was sent can be reminded.
  const reminded = !isOver && event.sent > 0 && (filter === 'unopened' || filter === 'unanswered') ? filter : undefined
  // After the event `AfterNotice` has the button.
  const canThank = filter === 'scanned' && hasBegun && !isOver && event.unthanked > 0
  if ((event.unsent === 0 || isOver) && !reminded && !canThank) return null
  return (
    <div className={`mb-3 grid gap-2 md:mb-4 md:flex print:hidden ${reminded || canThank ? '' : 'lg:hidden'}`}>
      <SendUnsentButton className={`${wideButtonClass} lg:hidden`} event={event} />
      {reminded && (
        <Button className={wideButtonClass} onPress={() => startRound(reminded)} variant={event.unsent > 0 ? 'outline' : 'primary'}>
          {text.toSend.remind[reminded]}
        </Button>
      )}
      {canThank && <ThanksButton className={wideButtonClass} event={event} variant="outline" />}
    </div>
  )
}
