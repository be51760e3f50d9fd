import type { PendingRegistration } from '@hudur/core'
import { useEffect, useState } from 'react'
import { text } from '../../../text/ar.ts'
import { counted } from '../../../text/format.ts'
import { Empty } from '../../../ui/empty.tsx'
import { GrowingList } from '../../../ui/growing-list.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { say } from '../../../ui/toast.tsx'
import { useRegistrations } from '../office-queries.ts'
import { reasonOf } from '../reason.ts'
import { type Decision, DecisionNotice } from './decision-notice.tsx'
import { RegistrationCard } from './registration-card.tsx'

const words = text.apply

/** Who has asked for an account and waits. */
export function ApplyScreen() {
  const registrations = useRegistrations()
  const [decision, setDecision] = useState<Decision>()
  const { isError } = registrations

  useEffect(() => {
    if (isError) say.failure(words.loadFailed)
  }, [isError])

  return (
    <>
      <PageHeading note={registrations.data && counted(registrations.data.length, words.countWord)} title={words.title} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {decision && <DecisionNotice {...decision} />}
        {registrations.isError && (
          <LoadFailure isRetrying={registrations.isFetching} onRetry={() => void registrations.refetch()}>
            {reasonOf(registrations.error, { failed: words.loadFailed })}
          </LoadFailure>
        )}
        {registrations.isPending && <RegistrationsSkeleton />}
        {registrations.data && <Registrations onDecided={setDecision} registrations={registrations.data} />}
      </div>
    </>
  )
}

/** So many cards at once: anybody may register, also somebody who means to fill this screen. */
const STEP = 60

type RegistrationsProps = { registrations: readonly PendingRegistration[]; onDecided: (decision: Decision) => void }

function Registrations({ registrations, onDecided }: RegistrationsProps) {
  if (registrations.length === 0) return <Empty title={words.empty}>{words.emptyAdvice}</Empty>
  return (
    <GrowingList className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-2 md:gap-5 xl:grid-cols-3" items={registrations} step={STEP}>
      {registration => <RegistrationCard key={registration.id} onDecided={onDecided} registration={registration} />}
    </GrowingList>
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
