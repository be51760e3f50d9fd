import { Tabs } from '@heroui/react'
import type { ListPage } from '@hudur/core/endpoint'
import { isUnansweredError } from '@hudur/core/http-backend'
import { MAX_SELECTED_ROWS } from '@hudur/core/inputs'
import { Refusal } from '@hudur/core/refusals'
import { type OfficeRequest, type Order, OrderStatus } from '@hudur/core/requests/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { ordersKey, useRefresh, userRequestsKey } from '../../backend/hooks/use-refresh.ts'
import { deferredComponent } from '../../loading/deferred.tsx'
import { SelectionBox } from '../../selection/selection-box.tsx'
import { SelectionTools } from '../../selection/selection-tools.tsx'
import { useDelayedChange } from '../../selection/use-delayed-change.tsx'
import { useSelection } from '../../selection/use-selection.ts'
import { text } from '../../text/ar.ts'
import { formatWholeNumber } from '../../text/format.ts'
import { AlertBox } from '../../ui/alert-box.tsx'
import { ForwardIcon } from '../../ui/arrows.tsx'
import { Button } from '../../ui/button.tsx'
import { deferredDialog } from '../../ui/deferred-dialog.tsx'
import { ListFilters } from '../../ui/list-filters.tsx'
import { CardsSkeleton } from '../../ui/list-skeletons.tsx'
import { ListStatus } from '../../ui/list-status.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PaginatedCards } from '../../ui/paginated-cards.tsx'
import { RefreshButton } from '../../ui/refresh-button.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { FilteredCount } from '../../ui/shown-of-all.tsx'
import { notify } from '../../ui/toast.tsx'
import { readListFilters } from '../../ui/use-list-filters.ts'
import { useQueryString } from '../../ui/use-query-string.ts'
import { OpenAccount } from './open-account.tsx'
import { headingIdOf, OrderCard, renderOrderDays, renderRequestDays } from './order-card.tsx'
import { OrderDialog } from './order-dialog.tsx'
import {
  ORDER_STATUS_OPTIONS,
  PAGE_SIZE,
  REQUEST_STATUS_OPTIONS,
  useOrderCount,
  useOrders,
  useReadOrders,
  useUpdateOrder,
  useUpdateOrders,
  useUpdateUserRequest,
  useUpdateUserRequests,
  useUserNames,
  useUserRequestCount,
  useUserRequests,
} from './queries.ts'
import type { ListedOrder, OrderFilters, SelectedOrders as SelectedOrdersPart } from './selected-orders.tsx'

// The orders of visitors and the requests of users have other statuses, which the type of a deferred component does not tell apart.
const SelectedOrders = deferredComponent(
  async () => (await import('./selected-orders.tsx')).SelectedOrders as never,
) as unknown as typeof SelectedOrdersPart
const MoneyDialog = deferredDialog(async () => (await import('../sales/money-dialog.tsx')).MoneyDialog)
const RejectDialog = deferredDialog(async () => (await import('./reject-dialog.tsx')).RejectDialog)

const words = text.orders
const TABS = ['website', 'users'] as const
const SORTS = ['newest', 'waiting'] as const
const STATUSES = ['all', ...OrderStatus.options] as const

const filterOptions = STATUSES.map(id => ({ id, label: id === 'all' ? text.ui.everyStatus : words.statuses[id] }))

export function OrdersScreen() {
  const queryString = useQueryString()
  const tab = queryString.among('tab', TABS)
  const status = queryString.among('status', STATUSES)
  const origin = { userId: queryString.words('user') || undefined, eventId: queryString.words('event') || undefined }
  const originName = origin.userId !== undefined ? 'user' : origin.eventId !== undefined ? 'event' : undefined
  const filters = readListFilters(queryString, SORTS)
  const { sort, ...limits } = filters.query
  const listFilters = { ...limits, status: status === 'all' ? undefined : status }
  const listQuery = { ...listFilters, sort, page: queryString.page() }
  const readPage = useReadOrders(listFilters, origin)
  const queries = {
    website: useOrders({ ...listQuery, ...origin, enabled: tab === 'website' }),
    users: useUserRequests({ ...listQuery, enabled: tab === 'users' }),
  }
  const counts = { website: useOrderCount(), users: useUserRequestCount() }
  const refresh = useRefresh(ordersKey, userRequestsKey)
  const totalCount = counts[tab]
  const [isRejecting, setRejecting] = useState(false)
  const onShowAll = filters.isFiltered && totalCount !== 0 ? filters.reset : undefined
  const isSearching = filters.query.search !== '' || filters.query.from !== undefined || filters.query.to !== undefined

  return (
    <>
      <PageHeading
        actions={
          <>
            {tab === 'website' && (
              <Button onPress={() => setRejecting(true)} variant="outline">
                {words.rejectMany}
              </Button>
            )}
            <RefreshButton isPending={queries[tab].isFetching} onPress={() => void refresh()} />
          </>
        }
        title={words.title}
      />
      <Tabs onSelectionChange={key => queryString.change({ tab: key === 'website' ? '' : String(key) })} selectedKey={tab}>
        <div className="flex flex-wrap items-center gap-4">
          {/* HeroUI's container for tabs is not used: it adds scroll buttons with English names, and two tabs can wrap instead. */}
          <Tabs.List
            aria-label={words.tabs}
            className="flex-wrap rounded-[calc(var(--radius)*2.5)] bg-default max-md:w-full md:w-max md:min-w-0"
          >
            {TABS.map(id => (
              <Tabs.Tab className="w-auto grow max-sm:px-2" id={id} key={id}>
                {words[id]}
                <span className="ms-1.5 text-muted tabular-nums">{counts[id] !== undefined && formatWholeNumber(counts[id])}</span>
                <Tabs.Indicator />
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <SearchField
            className="w-full min-w-0 md:max-w-sm"
            label={words.search}
            onSearch={searched => queryString.change({ search: searched })}
            placeholder={words.searchHints[tab]}
            value={filters.query.search}
          />
          <SelectField
            className="w-48 max-md:grow"
            isLabelHidden
            label={text.ui.status}
            onChange={chosen => queryString.change({ status: chosen === 'all' ? '' : chosen })}
            options={filterOptions}
            value={status}
          />
          <ListFilters isFiltered={filters.isFiltered} onReset={filters.reset} queryString={queryString} sorts={SORTS} />
          <FilteredCount all={totalCount} isOld={queries[tab].isPlaceholderData} shown={queries[tab].data?.total} />
        </div>
        <Tabs.Panel className="mt-6 p-0" id="website">
          {originName && (
            <Notice
              action={
                <Button onPress={() => queryString.change({ user: '', event: '' })} size="sm" variant="outline">
                  {text.orderLinks.showAll}
                </Button>
              }
              className="mb-6"
              tone="quiet"
            >
              {text.orderLinks.only[originName]}
            </Notice>
          )}
          <WebsiteOrders
            filters={originName === undefined ? listFilters : undefined}
            isSearching={isSearching}
            onShowAll={onShowAll}
            query={queries.website}
            readPage={readPage.website}
          />
        </Tabs.Panel>
        <Tabs.Panel className="mt-6 p-0" id="users">
          <UserRequests
            filters={listFilters}
            isSearching={isSearching}
            onShowAll={onShowAll}
            query={queries.users}
            readPage={readPage.users}
          />
        </Tabs.Panel>
      </Tabs>
      <RejectDialog isOpen={isRejecting} key={String(isRejecting)} onOpenChange={setRejecting} />
    </>
  )
}

type PanelProps<One> = {
  query: UseQueryResult<ListPage<One>>
  /** The filters of the list, as a call for selected rows takes them; undefined where none takes them. */
  filters: OrderFilters | undefined
  readPage: (page: { limit: number; offset: number }) => Promise<ListPage<One>>
  isSearching: boolean
  /** Removes the filter; undefined if an empty list means that no orders exist. */
  onShowAll: (() => void) | undefined
}

function WebsiteOrders({ query, filters, readPage, isSearching, onShowAll }: PanelProps<Order>) {
  const [opened, setOpened] = useState<Order>()
  const [moneyOf, setMoneyOf] = useState<Order>()
  const [failure, setFailure] = useState<Failure>()
  const { mutateAsync, isPending } = useUpdateOrder()
  const many = useUpdateOrders()
  const selection = useSelection(query.data?.rows ?? [], filters)
  const order = opened && latestVersionOf(opened, query)

  return (
    <>
      <OrderList
        empty={{ title: words.noOrders, advice: words.noOrdersAdvice }}
        isSearching={isSearching}
        onShowAll={onShowAll}
        query={query}
        readPage={readPage}
        selected={{ selection, statuses: OrderStatus.options, update: many.mutateAsync }}
      >
        {one => (
          <OrderCard
            box={<SelectionBox name={one.eventName} row={one} selection={selection} />}
            actions={
              <>
                {one.status === 'pending' && <AcceptButton onFailure={setFailure} order={one} />}
                <OpenOrderButton of={one} onPress={() => setOpened(one)}>
                  {words.details}
                </OpenOrderButton>
                <OpenAccount order={one} />
                <Button aria-describedby={headingIdOf(one)} onPress={() => setMoneyOf(one)} variant="ghost">
                  {text.orderMoney.open}
                </Button>
              </>
            }
            days={renderOrderDays(one)}
            key={one.id}
            officeNotes={one.customerNotes && one.officeNotes}
            order={one}
            user={one.customerName ?? undefined}
          />
        )}
      </OrderList>
      {order && (
        <OrderDialog
          account={order.userId ?? undefined}
          days={renderOrderDays(order)}
          isPending={isPending}
          officeNotes={order.officeNotes}
          onClose={() => setOpened(undefined)}
          order={order}
          statuses={ORDER_STATUS_OPTIONS}
          subject={{ orderId: order.id }}
          update={({ status, notes: officeNotes }) => mutateAsync({ id: order.id, status, officeNotes })}
          user={order.customerName ?? undefined}
          userNotes={order.customerNotes ?? undefined}
        />
      )}
      {moneyOf && <MoneyDialog isOpen key={moneyOf.id} onOpenChange={() => setMoneyOf(undefined)} order={moneyOf} />}
      <AlertBox onClose={() => setFailure(undefined)} title={failure?.title}>
        {failure?.why}
      </AlertBox>
    </>
  )
}

type Failure = { title: string; why?: string }

/** Accepts an order and reports the outcome. Each button has its own pending state, because several orders may be accepted at once. */
function AcceptButton({ order, onFailure }: { order: Order; onFailure: (failure: Failure) => void }) {
  const { mutateAsync, isPending } = useUpdateOrder()

  async function acceptOrder() {
    try {
      await mutateAsync({ id: order.id, status: 'processing' })
      notify.done(words.updated)
    } catch (error) {
      onFailure(
        error instanceof Refusal && !isUnansweredError(error) ? { title: words.refused, why: error.message } : { title: words.failed },
      )
    }
  }

  return (
    <Button aria-describedby={headingIdOf(order)} className="grow" isPending={isPending} onPress={() => void acceptOrder()}>
      {words.accept}
    </Button>
  )
}

function UserRequests({ query, filters, readPage, isSearching, onShowAll }: PanelProps<OfficeRequest>) {
  const [opened, setOpened] = useState<OfficeRequest>()
  const { mutateAsync, isPending } = useUpdateUserRequest()
  const many = useUpdateUserRequests()
  const selection = useSelection(query.data?.rows ?? [], filters)
  const { data: names } = useUserNames()
  const request = opened && latestVersionOf(opened, query)

  return (
    <>
      <OrderList
        empty={{ title: words.noRequests, advice: words.noRequestsAdvice }}
        isSearching={isSearching}
        onShowAll={onShowAll}
        query={query}
        readPage={readPage}
        selected={{ selection, statuses: REQUEST_STATUS_OPTIONS, update: many.mutateAsync, names }}
      >
        {one => (
          <OrderCard
            box={<SelectionBox name={one.eventName} row={one} selection={selection} />}
            actions={
              <OpenOrderButton of={one} onPress={() => setOpened(one)}>
                {words.manage}
              </OpenOrderButton>
            }
            days={renderRequestDays(one)}
            key={one.id}
            officeNotes={one.officeNotes}
            order={one}
            user={names?.get(one.userId)}
          />
        )}
      </OrderList>
      {request && (
        <OrderDialog
          account={request.userId}
          days={renderRequestDays(request)}
          isPending={isPending}
          officeNotes={request.officeNotes}
          onClose={() => setOpened(undefined)}
          order={request}
          owner={request.userId}
          statuses={REQUEST_STATUS_OPTIONS}
          subject={{ requestId: request.id }}
          update={({ status, notes: officeNotes }) => mutateAsync({ id: request.id, status, officeNotes })}
          user={names?.get(request.userId)}
          userNotes={request.notes}
        />
      )}
    </>
  )
}

/** Returns the opened order as the list has it now; if it has left the filtered list, as it was when it was opened. */
const latestVersionOf = <One extends { id: string }>(opened: One, { data }: UseQueryResult<ListPage<One>>) =>
  data?.rows.find(({ id }) => id === opened.id) ?? opened

type ListProps<One extends ListedOrder, Status extends OrderStatus> = Omit<PanelProps<One>, 'filters'> & {
  empty: { title: string; advice: string }
  selected: Omit<ComponentProps<typeof SelectedOrdersPart<One, Status>>, 'delayed'>
  children: (one: One) => ReactNode
}

function OrderList<One extends ListedOrder, Status extends OrderStatus>(props: ListProps<One, Status>) {
  const { query, readPage, selected, isSearching, onShowAll, empty, children } = props
  const { data, isPlaceholderData } = query
  const delayed = useDelayedChange()
  return (
    <>
      <ListStatus
        empty={empty}
        failed={words.listFailed}
        noMatch={isSearching ? words.noMatch : { title: words.noneOfStatus, advice: words.noneOfStatusAdvice, showAll: words.showAll }}
        onShowAll={onShowAll}
        query={query}
        skeleton={<CardsSkeleton />}
      />
      {data && (
        <>
          <SelectionTools
            isDisabled={delayed.isBusy || isPlaceholderData}
            most={MAX_SELECTED_ROWS}
            readPage={readPage}
            selection={selected.selection}
            total={data.total}
            word={text.selection.orders.word}
          />
          <PaginatedCards isOld={isPlaceholderData} list={data} size={PAGE_SIZE}>
            {children}
          </PaginatedCards>
          <SelectedOrders {...selected} delayed={delayed} />
        </>
      )}
    </>
  )
}

type OpenButtonProps = { of: { id: string; status: OrderStatus }; onPress: () => void; children: ReactNode }

/** Renders a button that opens the details of an order or a request. It has a frame if the status is pending, otherwise none. */
function OpenOrderButton({ of, onPress, children }: OpenButtonProps) {
  const isOnlyButton = of.status !== 'pending'
  return (
    <Button
      aria-describedby={headingIdOf(of)}
      className={isOnlyButton ? 'text-accent first:-ms-4' : 'grow'}
      onPress={onPress}
      variant={isOnlyButton ? 'ghost' : 'outline'}
    >
      {children}
      {isOnlyButton && <ForwardIcon aria-hidden="true" className="size-4" />}
    </Button>
  )
}
