import type { ListPage } from '@hudur/core/endpoint'
import type { EventSummary, LiveFiguresOfAllEvents } from '@hudur/core/events/contract'
import { Plus } from 'lucide-react'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { useIsOffline } from '../../backend/hooks/use-connection.ts'
import { useServerDayAt } from '../../backend/hooks/use-installation.ts'
import { ALL_EVENTS, type LiveFigures, useLiveFigures, useRefreshOnChange } from '../../backend/hooks/use-live.ts'
import { invitationsKey, useRefresh } from '../../backend/hooks/use-refresh.ts'
import { deferredComponent } from '../../loading/deferred.tsx'
import { Link } from '../../router/link.tsx'
import { text } from '../../text/ar.ts'
import { daysUntilText, eventDayTexts } from '../../text/event-time.ts'
import { formatCountedNoun, formatWholeNumber } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { EmptyState } from '../../ui/empty.tsx'
import { GrowingList } from '../../ui/growing-list.tsx'
import { RowsSkeleton } from '../../ui/list-skeletons.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import type { SearchField } from '../../ui/search-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { notify } from '../../ui/toast.tsx'
import { useQueryString } from '../../ui/use-query-string.ts'
import { NoInvitations } from '../invitations/no-invitations.tsx'
import { NextEvent } from './next-event.tsx'
import { OwnerLine } from './owner-line.tsx'
import { MAX_SHOWN_EVENTS, useEvents } from './queries.ts'

const words = text.events

const NewEventDialog = lazy(async () => ({ default: (await import('./new-event-dialog.tsx')).NewEventDialog }))

/** The search field, which only users with many events see. Its code is fetched when it is shown. */
const EventSearchField = deferredComponent<ComponentProps<typeof SearchField>>(
  async () => (await import('../../ui/search-field.tsx')).SearchField,
  ({ className }) => <Skeleton className={`h-11.5 ${className}`} />,
)

/** The deleted events, of which most users have none. The code is fetched after the first view. */
const DeletedEvents = deferredComponent<object>(async () => (await import('./deleted-events.tsx')).DeletedEvents)

const EVENT_LIST_STEP = 20

const MAX_EVENTS_WITHOUT_SEARCH = 8

/** Lists the next event in a large panel, the other coming ones, and the past ones. Administrators see the events of all users. */
export function EventsScreen() {
  const queryString = useQueryString()
  const search = queryString.words('search')
  const coming = useEvents('coming', search)
  const past = useEvents('past', search)
  const [isCreating, setCreating] = useState(false)
  const isOffline = useIsOffline()
  const live = useLiveFigures(ALL_EVENTS) as LiveFigures<LiveFiguresOfAllEvents>
  const refreshInvitations = useRefresh(invitationsKey)
  useRefreshOnChange(live, coming.dataUpdatedAt, (before, now) => {
    const answered = now.events.find(
      event => event.answered > (before?.events.find(({ id }) => id === event.id)?.answered ?? event.answered),
    )
    const name = coming.data?.rows.find(({ id }) => id === answered?.id)?.name
    if (name) notify.news(text.newAnswers.ofEvent(name))
    return refreshInvitations()
  })
  const total = (coming.data?.total ?? 0) + (past.data?.total ?? 0)
  const isLoaded = coming.data !== undefined && past.data !== undefined
  const [next, ...others] = coming.data?.rows ?? []
  const isError = coming.isError || past.isError
  const { error, errorUpdatedAt } = coming.isError ? coming : past
  const isFetching = coming.isFetching || past.isFetching
  const refreshEvents = () => Promise.all([coming.refetch(), past.refetch()])

  return (
    <>
      <PageHeading
        actions={
          <Button isDisabled={isOffline} onPress={() => setCreating(true)} variant="outline">
            <Plus aria-hidden="true" className="size-5" strokeWidth={1.6} />
            {words.create}
          </Button>
        }
        title={words.title}
      />
      {isOffline && (
        <Notice className="mb-6" tone="quiet">
          {words.listReadOnly}
        </Notice>
      )}
      {(search !== '' || total > MAX_EVENTS_WITHOUT_SEARCH) && (
        <EventSearchField
          className="mb-6 w-full min-w-0 md:max-w-sm"
          label={words.search}
          onSearch={searched => queryString.change({ search: searched })}
          placeholder={words.searchHint}
          value={search}
        />
      )}
      <LoadFailure className="mb-5" query={{ isError, isFetching, error, errorUpdatedAt, refetch: refreshEvents }}>
        {words.listFailed}
      </LoadFailure>
      {!isLoaded && !isError && <RowsSkeleton />}
      {isLoaded &&
        total === 0 &&
        (search === '' ? (
          <NoInvitations advice={words.emptyAdvice} linkLabel={words.toGenerator} title={words.empty} />
        ) : (
          <NoMatchingEvents onShowAll={() => queryString.change({ search: '' })} />
        ))}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-9">
        {next && <NextEvent event={next} />}
        {coming.data && others.length > 0 && <EventRows events={others} title={words.coming} total={coming.data.total - 1} />}
        {past.data && past.data.rows.length > 0 && <EventRows events={past.data.rows} isPast title={words.past} total={past.data.total} />}
        {isLoaded && !isOffline && search === '' && <DeletedEvents />}
      </div>
      <Suspense>{isCreating && <NewEventDialog onClose={() => setCreating(false)} />}</Suspense>
    </>
  )
}

function NoMatchingEvents({ onShowAll }: { onShowAll: () => void }) {
  return (
    <EmptyState
      action={
        <Button onPress={onShowAll} variant="outline">
          {words.showAll}
        </Button>
      }
      title={words.noMatch}
    >
      {words.noMatchAdvice}
    </EmptyState>
  )
}

type EventRowsProps = { title: string; events: ListPage<EventSummary>['rows']; total: number; isPast?: boolean }

function EventRows({ title, events, total, isPast = false }: EventRowsProps) {
  const hiddenCount = total - events.length
  return (
    <section aria-label={title}>
      <h2 className="mb-3 font-semibold text-lg">{title}</h2>
      <GrowingList className="overflow-hidden rounded-xl bg-surface shadow-surface" items={events} step={EVENT_LIST_STEP}>
        {event => <EventRow event={event} isPast={isPast} key={event.id} />}
      </GrowingList>
      {hiddenCount > 0 && events.length >= MAX_SHOWN_EVENTS - 1 && (
        <p className="mt-4 text-muted text-sm">{words.others(formatWholeNumber(hiddenCount))}</p>
      )}
    </section>
  )
}

function EventRow({ event, isPast }: { event: EventSummary; isPast: boolean }) {
  const { gregorian, hijri } = eventDayTexts(event)
  const today = useServerDayAt(event.date)
  return (
    <li className="border-separator border-t first:border-t-0">
      <Link className="flex flex-wrap items-center gap-x-6 gap-y-2 px-5 py-4 hover:bg-surface-secondary" to={`/events/${event.id}`}>
        <span className="min-w-0 grow basis-48">
          <span className="block break-words font-semibold text-base leading-7" dir="auto">
            {event.name}
          </span>
          <span className="block text-muted text-xs leading-6">{gregorian}</span>
          <span className="block text-muted text-xs leading-6">{hijri}</span>
          <OwnerLine event={event} />
        </span>
        {!isPast && <Chip tone="quiet">{daysUntilText(event.date, today)}</Chip>}
        <span className="text-muted text-sm">
          {isPast ? (
            <>
              {words.arrived} <b className="font-semibold text-foreground">{formatWholeNumber(event.arrived)}</b>{' '}
              {words.of(formatWholeNumber(event.invited))}
            </>
          ) : (
            <>
              {words.invited} <b className="font-semibold text-foreground">{formatWholeNumber(event.invited)}</b>
              {' · '}
              {formatCountedNoun(event.invitations, text.invitationWord)}
            </>
          )}
        </span>
      </Link>
    </li>
  )
}
