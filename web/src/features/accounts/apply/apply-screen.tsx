import { useEffect, useState } from 'react'
import { text } from '../../../text/ar.ts'
import { formatCountedNoun } from '../../../text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { deferredDialog } from '../../../ui/deferred-dialog.tsx'
import { EmptyState } from '../../../ui/empty.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { PaginatedCards } from '../../../ui/paginated-cards.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { notify } from '../../../ui/toast.tsx'
import { useQueryString } from '../../../ui/use-query-string.ts'
import { REGISTRATIONS_PAGE_SIZE, useRegistrations } from '../administration-queries.ts'
import { errorTextOf } from '../error-text.ts'
import { type Decision, DecisionNotice } from './decision-notice.tsx'
import { RegistrationCard } from './registration-card.tsx'

const RejectRegistrationsDialog = deferredDialog(async () => (await import('./reject-registrations-dialog.tsx')).RejectRegistrationsDialog)

const words = text.apply

export function ApplyScreen() {
  const registrations = useRegistrations(useQueryString().page())
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
          data &&
          data.total > 1 && (
            <Button onPress={() => setRejecting(true)} variant="outline">
              {words.rejectMany}
            </Button>
          )
        }
        note={data && formatCountedNoun(data.total, words.countWord)}
        title={words.title}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {decision && <DecisionNotice {...decision} />}
        {registrations.isError && (
          <LoadFailure query={registrations} tone="danger">
            {errorTextOf(registrations.error, { failed: words.loadFailed })}
          </LoadFailure>
        )}
        {registrations.isPending && <RegistrationsSkeleton />}
        {data?.total === 0 && <EmptyState title={words.empty}>{words.emptyAdvice}</EmptyState>}
        {data && (
          <PaginatedCards isOld={isPlaceholderData} list={data} size={REGISTRATIONS_PAGE_SIZE}>
            {registration => <RegistrationCard key={registration.id} onDecided={setDecision} registration={registration} />}
          </PaginatedCards>
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
