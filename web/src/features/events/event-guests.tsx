import type { EventSummary } from '@hudur/core/events/contract'
import type { Invitation } from '@hudur/core/invitations/invitation'
import { ListChecks, UserPlus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import { useServerDay } from '../../backend/hooks/use-installation.ts'
import { type InvitationQuery, PAGE_SIZE, useInvitations, useReadInvitations } from '../../backend/hooks/use-invitations.ts'
import { ExportMenu, ExportProgress } from '../../sheets/export-menu.tsx'
import { useExport } from '../../sheets/use-export.ts'
import { text } from '../../text/ar.ts'
import { printedDayText } from '../../text/event-time.ts'
import { Button } from '../../ui/button.tsx'
import { FilterButtons } from '../../ui/filter-buttons.tsx'
import { ListStatus } from '../../ui/list-status.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { useIsWide } from '../../ui/use-is-wide.ts'
import { useQueryString } from '../../ui/use-query-string.ts'
import { AddGuestsDialog } from '../generator/add-guests-dialog.tsx'
import { SelectAllButton } from '../guest-selection/select-all-button.tsx'
import { SelectionBar } from '../guest-selection/selection-bar.tsx'
import { EditDialog } from '../invitations/edit-dialog.tsx'
import { GuestRows, type OpenInvitation } from '../invitations/guest-rows.tsx'
import { InvitationDialog } from '../invitations/invitation-dialog.tsx'
import { invitationSheet } from '../invitations/invitation-sheet.ts'
import { GateList, useGateList } from '../paper/gate-list.tsx'
import { PrintMenu } from '../paper/print-menu.tsx'
import { AfterNotice, ChangeNotices, SendLinks, SendUnsentButton } from '../sending/send-links.tsx'
import { EventFigures } from './event-figures.tsx'
import { useFilterCounts } from './queries.ts'

const words = text.eventGuests
const FILTERS = [
  'all',
  'unsent',
  'attending',
  'declined',
  'unanswered',
  'unopened',
  'outdated',
  'without-phone',
  'scanned',
  'unscanned',
  'duplicates',
] as const
/** The filters of an event whose guests are not asked for an answer to the invitation. */
const FILTERS_WITHOUT_ANSWERS: readonly string[] = [
  'all',
  'unsent',
  'unopened',
  'outdated',
  'without-phone',
  'scanned',
  'unscanned',
  'duplicates',
]

/** The filters that are shown only if a guest matches, or while they are chosen. */
const FILTERS_WITHOUT_ZERO: readonly string[] = ['outdated', 'duplicates']

/** How long typing must pause before guests are searched (ms). A search in one event costs the server little. */
const SEARCH_PAUSE_MS = 30

type Selection = ReadonlyMap<string, Invitation>

const EMPTY_SELECTION: Selection = new Map()

/** Returns the selection with the invitations as the current page has them, because one may have been edited since it was selected. */
function withCurrentInvitations(selection: Selection, rows: readonly Invitation[]): Selection {
  const current = new Map(rows.map(row => [row.id, row]))
  return new Map([...selection].map(([id, invitation]) => [id, current.get(id) ?? invitation]))
}

export function EventGuests({ event, actionsContainer }: { event: EventSummary; actionsContainer: HTMLElement | null }) {
  const queryString = useQueryString()
  const today = useServerDay()
  const query: InvitationQuery = {
    search: queryString.words('search'),
    filter: queryString.among('filter', FILTERS),
    event: event.id,
  }
  const guests = useInvitations(query, queryString.page())
  const { data, isPlaceholderData } = guests
  const filterCounts = useFilterCounts(event.id)
  const [open, setOpen] = useState<OpenInvitation>()
  const [isAdding, setAdding] = useState(false)
  /** The selected guests by id; undefined while selecting is switched off. */
  const [chosen, setSelection] = useState<Selection>()
  const selection = useMemo(() => chosen && withCurrentInvitations(chosen, data?.rows ?? []), [chosen, data])
  const isPaged = data !== undefined && data.total > PAGE_SIZE
  const gateList = useGateList(query, { isPaged })
  const readInvitations = useReadInvitations()
  const fileExport = useExport(text.sheets.invitations, (onProgress, signal) =>
    invitationSheet(readInvitations(query), onProgress, signal, event),
  )
  const hasFilter = query.search !== '' || query.filter !== 'all'
  const counts: Partial<Record<(typeof FILTERS)[number], number>> = {
    ...filterCounts,
    all: event.invitations,
    outdated: event.outdated,
  }
  const filters = FILTERS.filter(
    id =>
      (event.answers === 'on' || FILTERS_WITHOUT_ANSWERS.includes(id)) &&
      (!FILTERS_WITHOUT_ZERO.includes(id) || (counts[id] ?? 0) > 0 || query.filter === id) &&
      (id !== 'without-phone' || counts[id] !== 0 || query.filter === id),
  )

  const isWide = useIsWide()
  const selectLabel = selection ? words.endSelection : words.select
  // On a phone these menus are below the list, so that its first guest is in the first screen.
  const fileMenus = event.invitations > 0 && (
    <>
      <PrintMenu event={event} gateList={gateList} />
      <ExportMenu save={fileExport.save} state={fileExport.state} />
    </>
  )
  const exportProgress = <ExportProgress state={fileExport.state} stop={fileExport.stop} />
  const addVariant = event.invitations === 0 ? 'primary' : 'outline'
  return (
    <>
      {actionsContainer &&
        createPortal(
          <>
            <AddGuestsButton onPress={() => setAdding(true)} variant={addVariant} />
            <SendUnsentButton event={event} isSecondary={selection !== undefined} isShort />
          </>,
          actionsContainer,
        )}
      {gateList.printed && <GateList event={event.id} printed={gateList.printed} when={printedDayText(event)} />}
      {/* The selection bar is higher than the navigation bar that it covers, so the page gets a larger padding. */}
      <div className={selection ? 'max-md:pb-16' : ''}>
        <section
          aria-label={text.screenNames.reports}
          className="mb-2 rounded-xl bg-surface p-3 shadow-surface md:mb-5 md:p-5 print:hidden"
        >
          <EventFigures event={event} isCompact />
        </section>
        <AfterNotice event={event} />
        <ChangeNotices event={event} filter={query.filter} />
        <SendLinks event={event} filter={query.filter} />
        <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2 md:mb-4 print:hidden">
          <div className="flex min-w-0 grow gap-2">
            <SearchField
              className="min-w-0 grow md:max-w-sm"
              label={words.search}
              pauseMs={SEARCH_PAUSE_MS}
              onSearch={search => queryString.change({ search })}
              placeholder={words.searchHint}
              value={query.search}
            />
            <AddGuestsButton className="lg:hidden" onPress={() => setAdding(true)} variant={addVariant} />
            {event.invitations > 0 && (
              <Button
                aria-label={selectLabel}
                className="max-md:px-3 md:ms-auto"
                onPress={() => setSelection(selection ? undefined : EMPTY_SELECTION)}
                variant="ghost"
              >
                <ListChecks aria-hidden="true" className="size-5" strokeWidth={1.6} />
                <span className="max-md:hidden">{selectLabel}</span>
              </Button>
            )}
          </div>
          {isWide && fileMenus}
        </div>
        {isWide && exportProgress}
        {event.invitations > 0 && (
          <FilterButtons
            label={words.filter}
            onChange={filter => queryString.change({ filter: filter === 'all' ? '' : filter })}
            options={filters.map(id => ({ id, label: words.filters[id], count: counts[id] }))}
            value={query.filter}
          />
        )}
        <ListStatus
          empty={{ title: words.empty, advice: words.emptyAdvice }}
          failed={text.data.listFailed}
          noMatch={{ title: words.noMatch, advice: words.noMatchAdvice, showAll: words.showAll }}
          onShowAll={hasFilter ? () => queryString.change({ search: '', filter: '' }) : undefined}
          query={guests}
        />
        {selection && data && isPaged && !isPlaceholderData && (
          <SelectAllButton onSelect={setSelection} query={query} selection={selection} total={data.total} />
        )}
        {data && (
          <Pagination isOld={isPlaceholderData} size={PAGE_SIZE} total={data.total}>
            <GuestRows
              invitations={data.rows}
              isOld={isPlaceholderData}
              onOpen={setOpen}
              onSelect={setSelection}
              selection={selection}
              showsSending
              showsArrival={event.date <= today}
            />
          </Pagination>
        )}
        {!isWide && fileMenus && <div className="mt-4 mb-3 flex justify-end gap-2 print:hidden">{fileMenus}</div>}
        {!isWide && exportProgress}
      </div>
      {selection && (
        <SelectionBar
          event={event}
          onClose={() => setSelection(undefined)}
          onPrint={() => gateList.printInvitations([...selection.values()])}
          onDone={remaining => setSelection(new Map(remaining.map(invitation => [invitation.id, invitation])))}
          selection={selection}
        />
      )}
      {open?.act === 'view' && <InvitationDialog invitation={open.invitation} onClose={() => setOpen(undefined)} />}
      {open?.act === 'edit' && <EditDialog invitation={open.invitation} onClose={() => setOpen(undefined)} />}
      {isAdding && <AddGuestsDialog event={event} onClose={() => setAdding(false)} />}
    </>
  )
}

type AddGuestsButtonProps = { onPress: () => void; variant: 'primary' | 'outline'; className?: string }

function AddGuestsButton({ onPress, variant, className = '' }: AddGuestsButtonProps) {
  return (
    <Button aria-label={words.add} className={className} onPress={onPress} variant={variant}>
      <UserPlus aria-hidden="true" className="size-5" strokeWidth={1.6} />
      <span className="max-md:hidden">{words.add}</span>
    </Button>
  )
}
