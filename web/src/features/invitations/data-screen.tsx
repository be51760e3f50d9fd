import { MAX_SELECTED_ROWS } from '@hudur/core/inputs'
import type { Invitation } from '@hudur/core/invitations/invitation'
import * as invitationRules from '@hudur/core/invitations/rules'
import { Refusal } from '@hudur/core/refusals'
import { Link, Printer } from 'lucide-react'
import { useMemo, useState } from 'react'
import { eventKeyOf, findEventByKey } from '../../backend/hooks/event-keys.ts'
import { useIsOffline } from '../../backend/hooks/use-connection.ts'
import {
  type InvitationFilter,
  type InvitationQuery,
  listInvitationsInput,
  PAGE_SIZE,
  useInvitationStats,
  useInvitations,
  useReadInvitationPage,
  useReadInvitations,
} from '../../backend/hooks/use-invitations.ts'
import { invitationsKey, useRefresh } from '../../backend/hooks/use-refresh.ts'
import { deferredComponent } from '../../loading/deferred.tsx'
import { SelectionTools } from '../../selection/selection-tools.tsx'
import { useDelayedChange } from '../../selection/use-delayed-change.tsx'
import { useSelection } from '../../selection/use-selection.ts'
import { ExportMenu, ExportProgress } from '../../sheets/export-menu.tsx'
import { useExport } from '../../sheets/use-export.ts'
import { text } from '../../text/ar.ts'
import { formatWholeNumber } from '../../text/format.ts'
import { AlertBox } from '../../ui/alert-box.tsx'
import { Button } from '../../ui/button.tsx'
import { ComboField } from '../../ui/combo-field.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { EmptyState } from '../../ui/empty.tsx'
import { RowsSkeleton } from '../../ui/list-skeletons.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { RefreshButton } from '../../ui/refresh-button.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { FilteredCount } from '../../ui/shown-of-all.tsx'
import { notify } from '../../ui/toast.tsx'
import { useQueryString } from '../../ui/use-query-string.ts'
import { GateList, useGateList } from '../paper/gate-list.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { eventOptions } from './event-options.tsx'
import { InvitationDialog } from './invitation-dialog.tsx'
import { invitationSheet } from './invitation-sheet.ts'
import { InvitationTable, type RowAction } from './invitation-table.tsx'
import { NoInvitations } from './no-invitations.tsx'
import { useInvitationCount, useRemoveInvitation } from './queries.ts'
import { invitationTitle } from './status.tsx'

const SelectedInvitations = deferredComponent(async () => (await import('./selected-invitations.tsx')).SelectedInvitations)

const words = text.data
const FILTER_IDS = ['all', 'scanned', 'unscanned', 'names', 'count', 'custom'] as const satisfies readonly InvitationFilter[]
const filterOptions = FILTER_IDS.map(id => ({ id, label: words.filters[id] }))

/** Renders the list of all invitations that the account may see. */
export function DataScreen() {
  const queryString = useQueryString()
  const query: InvitationQuery = {
    search: queryString.words('search'),
    filter: queryString.among('filter', FILTER_IDS),
    event: queryString.words('event'),
  }
  const page = queryString.page()
  const { data, isError, isFetching, isPlaceholderData, error, errorUpdatedAt } = useInvitations(query, page)
  const totalCount = useInvitationCount()
  const events = useInvitationStats()
  const chosenEvent = findEventByKey(events.data?.events ?? [], query.event)
  const eventChoices = useMemo(() => eventOptions(events.data?.events ?? []), [events.data])
  const refresh = useRefresh(invitationsKey)
  const readInvitations = useReadInvitations()
  const fileExport = useExport(text.sheets.invitations, (onProgress, signal) => invitationSheet(readInvitations(query), onProgress, signal))
  const readPage = useReadInvitationPage(query)
  const selection = useSelection(data?.rows ?? [], listInvitationsInput(query))
  const delayed = useDelayedChange()
  const isOffline = useIsOffline()
  const [openedRow, setOpen] = useState<{ act: RowAction; invitation: Invitation }>()
  const closeDialog = () => setOpen(undefined)
  const hasFilter = query.search !== '' || query.filter !== 'all' || query.event !== ''
  const isEmpty = data && !isPlaceholderData && data.total === 0
  const isPaged = data !== undefined && data.total > PAGE_SIZE
  const gateList = useGateList(query, { isPaged })

  return (
    <>
      {gateList.printed && <GateList event={query.event} printed={gateList.printed} />}
      <div>
        <PageHeading
          actions={
            <>
              <RefreshButton isPending={isFetching} onPress={() => void refresh()} />
              {data && data.total > 0 && (
                <>
                  <Button isPending={gateList.isPending} onPress={gateList.print} variant="outline">
                    <Printer aria-hidden="true" className="size-5" strokeWidth={1.6} />
                    {text.gateList.print}
                  </Button>
                  <ExportMenu save={fileExport.save} state={fileExport.state} />
                </>
              )}
            </>
          }
          title={words.title}
        />
        <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-3">
          <SearchField
            className="w-full min-w-0 md:max-w-sm"
            label={words.search}
            onSearch={search => queryString.change({ search })}
            placeholder={words.searchHint}
            value={query.search}
          />
          <ComboField
            className="md:max-w-80"
            clearLabel={words.everyEvent}
            isLabelHidden
            label={words.columns.event}
            nothing={events.data ? words.empty : text.ui.loading}
            onChange={event => queryString.change({ event })}
            options={eventChoices}
            placeholder={words.everyEvent}
            value={chosenEvent ? eventKeyOf(chosenEvent) : ''}
          />
          <SelectField
            className="w-48 max-md:grow"
            isLabelHidden
            label={words.filter}
            onChange={filter => queryString.change({ filter: filter === 'all' ? '' : filter })}
            options={filterOptions}
            value={query.filter}
          />
          <div className={isPaged ? 'print:hidden' : ''}>
            <FilteredCount all={totalCount} isOld={isPlaceholderData} shown={data?.total} />
          </div>
          <div className="ms-auto">
            <CopyButton
              failure={text.ui.copyLinkFailed}
              Icon={Link}
              label={text.ui.copyLink}
              read={() => window.location.href}
              variant="ghost"
            />
          </div>
        </div>
        <ExportProgress state={fileExport.state} stop={fileExport.stop} />
        <LoadFailure className="mb-5" query={{ isError, isFetching, error, errorUpdatedAt, refetch: refresh }}>
          {words.listFailed}
        </LoadFailure>
        {!data && !isError && <RowsSkeleton />}
        {isEmpty &&
          (hasFilter ? (
            <NoMatchingInvitations onShowAll={() => queryString.change({ search: '', filter: '', event: '' })} />
          ) : (
            <NoInvitations advice={words.emptyAdvice} linkLabel={words.toGenerator} title={words.empty} />
          ))}
        {isPaged && <PrintedRange page={page} total={data.total} />}
        {data && (
          <>
            <SelectionTools
              isDisabled={delayed.isBusy || isPlaceholderData || isOffline}
              most={MAX_SELECTED_ROWS}
              readPage={readPage}
              selection={selection}
              total={data.total}
              word={text.selection.invitations.word}
            />
            <Pagination isOld={isPlaceholderData} size={PAGE_SIZE} total={data.total}>
              <InvitationTable
                invitations={data.rows}
                isOld={isPlaceholderData}
                onAct={(act, invitation) => setOpen({ act, invitation })}
                selection={selection}
              />
            </Pagination>
            <SelectedInvitations delayed={delayed} selection={selection} />
          </>
        )}
      </div>
      {openedRow?.act === 'view' && <InvitationDialog invitation={openedRow.invitation} onClose={closeDialog} />}
      {openedRow?.act === 'edit' && <EditDialog invitation={openedRow.invitation} onClose={closeDialog} />}
      {openedRow?.act === 'remove' && <RemoveInvitationDialog invitation={openedRow.invitation} onClose={closeDialog} />}
    </>
  )
}

/** Renders, on printed pages only, which rows are shown, how many rows there are, and how to print all of them. */
function PrintedRange({ page, total }: { page: number; total: number }) {
  const firstRow = (page - 1) * PAGE_SIZE + 1
  return (
    <p className="mb-4 hidden print:block">
      {words.printedPart(
        formatWholeNumber(firstRow),
        formatWholeNumber(Math.min(firstRow + PAGE_SIZE - 1, total)),
        formatWholeNumber(total),
        text.gateList.print,
      )}
    </p>
  )
}

function NoMatchingInvitations({ onShowAll }: { onShowAll: () => void }) {
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

function RemoveInvitationDialog({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const remove = useRemoveInvitation()
  const [failureMessage, setFailureMessage] = useState<string>()
  // Computed once when the dialog opens. The server decides whether the credit is refunded.
  const [isRefundExpected] = useState(() => invitationRules.isRefundable(invitation, new Date()))

  async function removeInvitation() {
    try {
      const { refunded } = await remove.mutateAsync({ id: invitation.id })
      notify.done(refunded ? words.removedAndRefunded : isRefundExpected ? words.removedUnrefunded : words.removed)
      onClose()
    } catch (error) {
      setFailureMessage(error instanceof Refusal ? error.message : '')
    }
  }

  return (
    <>
      <ConfirmDialog
        confirm={words.remove}
        isDanger
        isOpen
        isPending={remove.isPending}
        onConfirm={removeInvitation}
        onOpenChange={onClose}
        title={words.removeQuestion(invitationTitle(invitation), invitation.eventName)}
      >
        {isRefundExpected ? words.removeRefunds : words.removeMeans}
      </ConfirmDialog>
      <AlertBox onClose={() => setFailureMessage(undefined)} title={failureMessage === undefined ? undefined : words.removeFailed}>
        {failureMessage}
      </AlertBox>
    </>
  )
}
