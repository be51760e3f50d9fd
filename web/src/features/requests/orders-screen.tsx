import { Tabs } from '@heroui/react'
import { isUnanswered, type Order, OrderStatus, Refusal, type UserRequest } from '@hudur/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { text } from '../../text/ar.ts'
import { wholeNumber } from '../../text/format.ts'
import { AlertBox } from '../../ui/alert-box.tsx'
import { Onward } from '../../ui/arrows.tsx'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { GrowingList } from '../../ui/growing-list.tsx'
import { CARDS, CardsSkeleton } from '../../ui/list-skeletons.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { RefreshButton } from '../../ui/refresh-button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { say } from '../../ui/toast.tsx'
import { useAddress } from '../../ui/use-address.ts'
import { useUserNames } from '../accounts/queries.ts'
import { headingOf, OrderCard, orderDays, requestDays } from './order-card.tsx'
import { OrderDialog } from './order-dialog.tsx'
import { ORDER_DECISIONS, REQUEST_DECISIONS, useOrders, useUpdateOrder, useUpdateUserRequest, useUserRequests } from './queries.ts'

const words = text.orders
const TABS = ['website', 'users'] as const
const STATUSES = ['all', ...OrderStatus.options] as const
type Filter = (typeof STATUSES)[number]

const filters = STATUSES.map(id => ({ id, label: id === 'all' ? text.ui.everyStatus : words.statuses[id] }))

/** How many cards are put on the page at once. */
const STEP = 60

/** What people want from the office: ordered on the website, or asked for by its users. */
export function OrdersScreen() {
  const address = useAddress()
  const tab = address.among('tab', TABS)
  const status = address.among('status', STATUSES)
  const queries = { website: useOrders(), users: useUserRequests() }
  const of = (list: readonly { status: OrderStatus }[]) => list.filter(one => isOf(status, one))
  const shown = queries[tab].data

  return (
    <>
      <PageHeading
        actions={
          <RefreshButton
            isPending={queries.website.isFetching || queries.users.isFetching}
            onPress={() => {
              void queries.website.refetch()
              void queries.users.refetch()
            }}
          />
        }
        title={words.title}
      />
      <Tabs onSelectionChange={key => address.change({ tab: key === 'website' ? '' : String(key) })} selectedKey={tab}>
        <div className="flex flex-wrap items-center gap-4">
          <Tabs.ListContainer className="max-md:w-full">
            <Tabs.List aria-label={words.tabs}>
              {TABS.map(id => (
                <Tabs.Tab id={id} key={id}>
                  {words[id]}
                  <span className="ms-1.5 text-muted tabular-nums">{queries[id].data && wholeNumber(queries[id].data.length)}</span>
                  <Tabs.Indicator />
                </Tabs.Tab>
              ))}
            </Tabs.List>
          </Tabs.ListContainer>
          <SelectField
            className="w-48 max-md:grow"
            isLabelHidden
            label={text.ui.status}
            onChange={chosen => address.change({ status: chosen === 'all' ? '' : chosen })}
            options={filters}
            value={status}
          />
          {shown && (
            <span className="text-muted text-sm" role="status">
              {text.ui.shown(wholeNumber(of(shown).length), wholeNumber(shown.length))}
            </span>
          )}
        </div>
        <Tabs.Panel className="mt-6 p-0" id="website">
          <WebsiteOrders onShowAll={() => address.change({ status: '' })} query={queries.website} status={status} />
        </Tabs.Panel>
        <Tabs.Panel className="mt-6 p-0" id="users">
          <UserRequests onShowAll={() => address.change({ status: '' })} query={queries.users} status={status} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

const isOf = (filter: Filter, { status }: { status: OrderStatus }) => filter === 'all' || filter === status

type PanelProps<One> = { query: UseQueryResult<One[]>; status: Filter; onShowAll: () => void }

function WebsiteOrders({ query, status, onShowAll }: PanelProps<Order>) {
  const [opened, setOpened] = useState<string>()
  const [trouble, setTrouble] = useState<{ title: string; why?: string }>()
  const { mutate, mutateAsync, isPending, variables } = useUpdateOrder()
  const order = query.data?.find(({ id }) => id === opened)

  const accept = (id: string) =>
    mutate(
      { id, status: 'processing' },
      {
        onSuccess: () => say.done(words.updated),
        onError: error =>
          setTrouble(
            error instanceof Refusal && !isUnanswered(error) ? { title: words.refused, why: error.message } : { title: words.failed },
          ),
      },
    )

  return (
    <>
      <List empty={{ title: words.noOrders, advice: words.noOrdersAdvice }} onShowAll={onShowAll} query={query} status={status}>
        {one => (
          <OrderCard
            actions={
              <>
                {one.status === 'pending' && (
                  <Button
                    aria-describedby={headingOf(one)}
                    className="grow"
                    isPending={isPending && variables.id === one.id}
                    onPress={() => accept(one.id)}
                  >
                    {words.accept}
                  </Button>
                )}
                <OpenButton of={one} onPress={() => setOpened(one.id)}>
                  {words.details}
                </OpenButton>
              </>
            }
            days={orderDays(one)}
            key={one.id}
            order={one}
          />
        )}
      </List>
      {order && (
        <OrderDialog
          days={orderDays(order)}
          isPending={isPending}
          onClose={() => setOpened(undefined)}
          order={order}
          statuses={ORDER_DECISIONS}
          update={changes => mutateAsync({ id: order.id, ...changes })}
        />
      )}
      <AlertBox onClose={() => setTrouble(undefined)} title={trouble?.title}>
        {trouble?.why}
      </AlertBox>
    </>
  )
}

function UserRequests({ query, status, onShowAll }: PanelProps<UserRequest>) {
  const [opened, setOpened] = useState<string>()
  const { mutateAsync, isPending } = useUpdateUserRequest()
  const { data: names } = useUserNames()
  const request = query.data?.find(({ id }) => id === opened)

  return (
    <>
      <List empty={{ title: words.noRequests, advice: words.noRequestsAdvice }} onShowAll={onShowAll} query={query} status={status}>
        {one => (
          <OrderCard
            actions={
              <OpenButton of={one} onPress={() => setOpened(one.id)}>
                {words.manage}
              </OpenButton>
            }
            days={requestDays(one)}
            key={one.id}
            order={one}
            user={names?.get(one.userId)}
          />
        )}
      </List>
      {request && (
        <OrderDialog
          days={requestDays(request)}
          isPending={isPending}
          onClose={() => setOpened(undefined)}
          order={request}
          owner={request.userId}
          statuses={REQUEST_DECISIONS}
          update={changes => mutateAsync({ id: request.id, ...changes })}
          user={names?.get(request.userId)}
        />
      )}
    </>
  )
}

type ListProps<One> = PanelProps<One> & { empty: { title: string; advice: string }; children: (one: One) => ReactNode }

/** A panel's list, whatever state it is in. */
function List<One extends { status: OrderStatus }>({ query, status, onShowAll, empty, children }: ListProps<One>) {
  const { data, isError, isFetching, refetch } = query
  const shown = data?.filter(one => isOf(status, one))
  return (
    <>
      {isError && (
        <LoadFailure className="mb-5" isRetrying={isFetching} onRetry={() => void refetch()}>
          {words.listFailed}
        </LoadFailure>
      )}
      {!shown && !isError && <CardsSkeleton />}
      {data?.length === 0 && <Empty title={empty.title}>{empty.advice}</Empty>}
      {data && data.length > 0 && shown?.length === 0 && (
        <Empty
          action={
            <Button onPress={onShowAll} variant="outline">
              {words.showAll}
            </Button>
          }
          title={words.noneOfStatus}
        >
          {words.noneOfStatusAdvice}
        </Empty>
      )}
      {shown && shown.length > 0 && (
        <GrowingList className={CARDS} items={shown} key={status} step={STEP}>
          {children}
        </GrowingList>
      )}
    </>
  )
}

type OpenButtonProps = { of: { id: string; status: OrderStatus }; onPress: () => void; children: ReactNode }

/** Opens a card: beside the one filled button of what waits, else alone and quietly. */
function OpenButton({ of, onPress, children }: OpenButtonProps) {
  const isAlone = of.status !== 'pending'
  return (
    <Button
      aria-describedby={headingOf(of)}
      className={isAlone ? '-ms-4 text-accent' : 'grow'}
      onPress={onPress}
      variant={isAlone ? 'ghost' : 'outline'}
    >
      {children}
      {isAlone && <Onward aria-hidden="true" className="size-4" />}
    </Button>
  )
}
