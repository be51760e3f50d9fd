import { MAX_SELECTED_ACCOUNTS } from '@hudur/core/accounts/contract'
import { useEffect, useState } from 'react'
import { deferredComponent } from '../../../loading/deferred.tsx'
import { SelectionBox } from '../../../selection/selection-box.tsx'
import { SelectionTools } from '../../../selection/selection-tools.tsx'
import { useDelayedChange } from '../../../selection/use-delayed-change.tsx'
import { useSelection } from '../../../selection/use-selection.ts'
import { text } from '../../../text/ar.ts'
import { formatCountedNoun } from '../../../text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { deferredDialog } from '../../../ui/deferred-dialog.tsx'
import { EmptyState } from '../../../ui/empty.tsx'
import { ListFilters } from '../../../ui/list-filters.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { PaginatedCards } from '../../../ui/paginated-cards.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { notify } from '../../../ui/toast.tsx'
import { readListFilters } from '../../../ui/use-list-filters.ts'
import { useQueryString } from '../../../ui/use-query-string.ts'
import { REGISTRATIONS_PAGE_SIZE, usePendingRegistrationCount, useReadRegistrations, useRegistrations } from '../administration-queries.ts'
import { errorTextOf } from '../error-text.ts'
import { type Decision, DecisionNotice } from './decision-notice.tsx'
import { RegistrationCard } from './registration-card.tsx'

const SelectedRegistrations = deferredComponent(async () => (await import('./selected-registrations.tsx')).SelectedRegistrations)
const RejectRegistrationsDialog = deferredDialog(async () => (await import('./reject-registrations-dialog.tsx')).RejectRegistrationsDialog)

const words = text.apply
const SORTS = ['waiting', 'newest'] as const
const STATUSES = ['pending', 'approved', 'rejected'] as const
const statusOptions = STATUSES.map(id => ({ id, label: words.statuses[id] }))

export function ApplyScreen() {
  const queryString = useQueryString()
  const status = queryString.among('status', STATUSES)
  const filters = readListFilters(queryString, SORTS)
  const registrations = useRegistrations({ ...filters.query, status }, queryString.page())
  const { search, from, to } = filters.query
  const selection = useSelection(registrations.data?.rows ?? [], { search, from, to })
  const delayed = useDelayedChange()
  const readPage = useReadRegistrations({ search, from, to })
  const pendingCount = usePendingRegistrationCount()
  const [decision, setDecision] = useState<Decision>()
  const [isRejecting, setRejecting] = useState(false)
  const { data, isError, isPlaceholderData } = registrations

  useEffect(() => {
    if (isError) notify.failure(words.loadFailed)
  }, [isError])

  return (
    <>
      <PageHeading
        actions={
          (pendingCount ?? 0) > 1 && (
            <Button onPress={() => setRejecting(true)} variant="outline">
              {words.rejectMany}
            </Button>
          )
        }
        note={pendingCount !== undefined && formatCountedNoun(pendingCount, words.countWord)}
        title={words.title}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {decision && <DecisionNotice {...decision} />}
        {registrations.isError && (
          <LoadFailure query={registrations} tone="danger">
            {errorTextOf(registrations.error, { failed: words.loadFailed })}
          </LoadFailure>
        )}
        <div className="flex flex-wrap items-center gap-4">
          <SearchField
            className="w-full min-w-0 md:max-w-sm"
            label={words.search}
            onSearch={search => queryString.change({ search })}
            placeholder={words.searchHint}
            value={filters.query.search}
          />
          <SelectField
            className="w-48 max-md:grow"
            isLabelHidden
            label={text.ui.status}
            onChange={chosen => {
              selection.stop()
              queryString.change({ status: chosen === 'pending' ? '' : chosen })
            }}
            options={statusOptions}
            value={status}
          />
          <ListFilters isFiltered={filters.isFiltered} onReset={filters.reset} queryString={queryString} sorts={SORTS} />
        </div>
        {registrations.isPending && <RegistrationsSkeleton />}
        {data?.total === 0 && !isPlaceholderData && (
          <EmptyState title={filters.isFiltered ? words.noMatch : words.empty}>
            {filters.isFiltered ? words.noMatchAdvice : words.emptyAdvice}
          </EmptyState>
        )}
        {data && (
          <div>
            {status === 'pending' && (
              <SelectionTools
                isDisabled={delayed.isBusy || isPlaceholderData}
                most={MAX_SELECTED_ACCOUNTS}
                readPage={readPage}
                selection={selection}
                total={data.total}
                word={text.selection.orders.word}
              />
            )}
            <PaginatedCards isOld={isPlaceholderData} list={data} size={REGISTRATIONS_PAGE_SIZE}>
              {registration => (
                <RegistrationCard
                  box={status === 'pending' && <SelectionBox name={registration.full_name} row={registration} selection={selection} />}
                  key={registration.id}
                  onDecided={setDecision}
                  registration={registration}
                />
              )}
            </PaginatedCards>
            <SelectedRegistrations delayed={delayed} selection={selection} />
          </div>
        )}
      </div>
      <RejectRegistrationsDialog isOpen={isRejecting} key={String(isRejecting)} onOpenChange={setRejecting} />
    </>
  )
}

function RegistrationsSkeleton() {
  return (
    <div aria-label={text.ui.loading} className="grid gap-5 md:grid-cols-2 xl:grid-cols-3" role="status">
      {['a', 'b', 'c'].map(card => (
        <Skeleton className="h-56" key={card} />
      ))}
    </div>
  )
}
