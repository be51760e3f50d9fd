import * as accountRules from '@hudur/core/accounts/rules'
import type { UserRequest } from '@hudur/core/requests/contract'
import { Plus, Sparkles } from 'lucide-react'
import { useState } from 'react'
import { useSignedInUser } from '../../backend/hooks/use-session.ts'
import { text } from '../../text/ar.ts'
import { formatCountedNoun } from '../../text/format.ts'
import { BalanceBar } from '../../ui/balance-bar.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { CardsSkeleton } from '../../ui/list-skeletons.tsx'
import { ListStatus } from '../../ui/list-status.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PaginatedCards } from '../../ui/paginated-cards.tsx'
import { RefreshButton } from '../../ui/refresh-button.tsx'
import { useQueryString } from '../../ui/use-query-string.ts'
import { ComingEvents } from './coming-events.tsx'
import { OrderCard, renderRequestDays } from './order-card.tsx'
import { PAGE_SIZE, useOwnRequests } from './queries.ts'
import { RequestDialog } from './request-dialog.tsx'
import { generatorUrl } from './statuses.tsx'

const words = text.requests

/** Renders the first screen of users who are not administrators: their balance and their requests. */
export function RequestsScreen() {
  const account = useSignedInUser()
  const requests = useOwnRequests(useQueryString().page())
  const { data, isFetching, isPlaceholderData, refetch } = requests
  const [isAsking, setAsking] = useState(false)
  const mayGenerate = accountRules.remainingBalance(account) > 0
  const add = (
    <Button onPress={() => setAsking(true)} variant={mayGenerate ? 'outline' : 'primary'}>
      <Plus aria-hidden="true" className="size-5" strokeWidth={1.7} />
      {words.add}
    </Button>
  )
  return (
    <>
      <PageHeading
        actions={
          <>
            <RefreshButton isPending={isFetching} onPress={() => void refetch()} />
            {data && data.total > 0 && add}
          </>
        }
        note={data && formatCountedNoun(data.total, words.requestWord)}
        title={words.title}
      />
      <section className="mb-8 grid gap-5 rounded-xl bg-surface p-5 shadow-surface md:grid-cols-[minmax(0,1fr)_auto] md:items-center md:p-7">
        <div className="grid gap-3">
          <BalanceBar account={account} />
          <p className="text-muted text-sm">{words.lead}</p>
        </div>
        <ButtonLink to="/requests/generate" variant={mayGenerate ? 'primary' : 'outline'}>
          <Sparkles aria-hidden="true" className="size-5" strokeWidth={1.6} />
          {words.generate}
        </ButtonLink>
      </section>
      <ComingEvents />
      <ListStatus
        empty={{ title: words.empty, advice: words.emptyAdvice, action: add }}
        failed={words.listFailed}
        query={requests}
        skeleton={<CardsSkeleton />}
      />
      {data && (
        <PaginatedCards isOld={isPlaceholderData} list={data} size={PAGE_SIZE}>
          {request => <OwnRequest key={request.id} request={request} />}
        </PaginatedCards>
      )}
      <RequestDialog isOpen={isAsking} onOpenChange={setAsking} />
    </>
  )
}

function OwnRequest({ request }: { request: UserRequest }) {
  return (
    <OrderCard
      actions={
        request.status !== 'rejected' && (
          <ButtonLink to={generatorUrl('/requests/generate', request)} variant="outline">
            <Sparkles aria-hidden="true" className="size-4" strokeWidth={1.7} />
            {text.orders.make}
          </ButtonLink>
        )
      }
      days={renderRequestDays(request)}
      order={request}
    />
  )
}
