import type { EventSummary } from '@hudur/core/events/contract'
import { Refusal } from '@hudur/core/refusals'
import { useState } from 'react'
import { useIsOffline } from '../../backend/hooks/use-connection.ts'
import { useEvent } from '../../backend/hooks/use-event.ts'
import { useEventPhase } from '../../backend/hooks/use-installation.ts'
import { useLiveEventFigures, useRefreshOnChange } from '../../backend/hooks/use-live.ts'
import { arrivalTimesKey, conflictsKey, useRefresh } from '../../backend/hooks/use-refresh.ts'
import { useIsPartnerOf } from '../../backend/hooks/use-session.ts'
import { deferredComponent } from '../../loading/deferred.tsx'
import { useLocation, useParams } from '../../router/hooks.ts'
import { Link, NavLink } from '../../router/link.tsx'
import { text } from '../../text/ar.ts'
import { eventDayTexts } from '../../text/event-time.ts'
import { BackIcon } from '../../ui/arrows.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ScreenSkeleton } from '../../ui/skeleton.tsx'
import { notify } from '../../ui/toast.tsx'
import { useCurrentInView } from '../../ui/use-current-in-view.ts'
import { useMissingEventPicture } from '../cards/designs/use-event-picture.ts'
import { EventLinks } from '../links/event-links.tsx'
import { EventArrivals } from './event-arrivals.tsx'
import { EventCards } from './event-cards.tsx'
import { EventDetails } from './event-details.tsx'
import { EventGuests } from './event-guests.tsx'
import { useRefreshAtEnd, useRefreshEvent } from './queries.ts'

const words = text.events

const EventAnswers = deferredComponent<{ event: EventSummary }>(
  async () => (await import('./event-answers.tsx')).EventAnswers,
  () => <ScreenSkeleton />,
)

const EventRecap = deferredComponent<{ event: EventSummary }>(
  async () => (await import('../recap/event-recap.tsx')).EventRecap,
  () => <ScreenSkeleton />,
)

const PART_COMPONENTS = {
  guests: EventGuests,
  card: EventCards,
  links: EventLinks,
  arrivals: EventArrivals,
  answers: EventAnswers,
  after: EventRecap,
  details: EventDetails,
} as const

export type EventPart = keyof typeof PART_COMPONENTS

/** Renders the screen of an event with one of its parts. Each part has its own URL. */
export function EventScreen({ part }: { part: EventPart }) {
  const { id = '' } = useParams()
  const query = useEvent(id)
  const { data: event, dataUpdatedAt, error } = query
  const isGone = error instanceof Refusal && error.code === 'not-found'
  const isOffline = useIsOffline()
  const [actionsContainer, setActionsContainer] = useState<HTMLElement | null>(null)
  useMissingEventPicture(isGone ? undefined : event)
  const [refreshEvent, refreshScans] = [useRefreshEvent(id), useRefresh(arrivalTimesKey, conflictsKey)]
  const live = useLiveEventFigures(id)
  useRefreshOnChange(live, dataUpdatedAt, (before, now) => {
    if (before && now.answered > before.answered) notify.news(text.newAnswers.one)
    return Promise.all([refreshEvent(before, now), refreshScans()])
  })
  useRefreshAtEnd(live.state, id)
  if (!event && isGone)
    return (
      <EmptyState action={<ButtonLink to="/events">{words.title}</ButtonLink>} title={words.gone}>
        {words.goneAdvice}
      </EmptyState>
    )
  if (!event && error) return <LoadFailure query={query}>{words.failed}</LoadFailure>
  if (!event) return <ScreenSkeleton />
  const Part = PART_COMPONENTS[part]
  return (
    <>
      <EventHeading actionsRef={setActionsContainer} event={event} />
      <EventPartLinks event={event} />
      {/* The part stays rendered, so that typed values are not lost. */}
      {isGone && (
        <Notice
          action={
            <ButtonLink to="/events" variant="outline">
              {words.title}
            </ButtonLink>
          }
          className="mb-5 print:hidden"
          tone="danger"
        >
          <GoneText event={event} />
        </Notice>
      )}
      {isOffline && (
        <Notice className="mb-5 print:hidden" tone="quiet">
          {words.readOnly}
        </Notice>
      )}
      <Part actionsContainer={actionsContainer} event={event} key={event.id} />
    </>
  )
}

function GoneText({ event }: { event: EventSummary }) {
  const isPartner = useIsPartnerOf(event)
  return (
    <>
      <p className="font-medium">{isPartner ? text.partners.gone : words.deleted}</p>
      <p>{isPartner ? text.partners.goneAdvice : words.deletedAdvice}</p>
    </>
  )
}

type EventHeadingProps = { event: EventSummary; actionsRef: (container: HTMLElement | null) => void }

/** Shows name, day and place. `actionsRef` gets the element for the buttons of the open part, which a narrow screen hides. */
function EventHeading({ event, actionsRef }: EventHeadingProps) {
  const { gregorian, hijri } = eventDayTexts(event)
  return (
    <div className="mb-3 items-end gap-6 md:mb-5 lg:flex print:hidden">
      <div className="min-w-0 grow">
        <Link className="target inline-flex min-h-11 items-center gap-1.5 text-muted text-sm hover:text-foreground" to="/events">
          <BackIcon aria-hidden="true" className="size-4" strokeWidth={1.7} />
          {words.title}
        </Link>
        <h1 className="display mt-1 break-words text-2xl leading-snug md:text-3xl" dir="auto">
          {event.name}
        </h1>
        <p className="text-muted text-sm leading-7">
          {gregorian} · {hijri}
        </p>
        {event.place && (
          <p className="break-words text-muted text-sm leading-7" dir="auto">
            {event.place}
          </p>
        )}
      </div>
      <div className="flex shrink-0 gap-2 max-lg:hidden" ref={actionsRef} />
    </div>
  )
}

const partLinkClass =
  'relative inline-flex min-h-11 shrink-0 grow items-center justify-center px-2 font-medium text-muted text-sm hover:text-foreground md:grow-0 md:px-5 aria-[current=page]:text-accent aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-0 aria-[current=page]:after:bottom-0 aria-[current=page]:after:h-[3px] aria-[current=page]:after:bg-accent'

function EventPartLinks({ event }: { event: EventSummary }) {
  const { id, name, answers, answered } = event
  const { isOver } = useEventPhase(event)
  const address = `/events/${id}`
  const line = useCurrentInView<HTMLElement>(useLocation().pathname)
  const parts = [
    [address, words.parts.guests],
    [`${address}/card`, words.parts.card],
    [`${address}/links`, words.parts.links],
    [`${address}/arrivals`, words.parts.arrivals],
    ...(answers === 'on' || answered > 0 ? [[`${address}/answers`, words.parts.answers] as const] : []),
    ...(isOver ? [[`${address}/after`, words.parts.after] as const] : []),
    [`${address}/details`, words.parts.details],
  ] as const
  return (
    <nav aria-label={words.partsOf(name)} className="mb-3 flex overflow-x-auto border-border border-b md:mb-6 print:hidden" ref={line}>
      {parts.map(([to, label]) => (
        <NavLink className={partLinkClass} end key={to} to={to}>
          {label}
        </NavLink>
      ))}
    </nav>
  )
}
