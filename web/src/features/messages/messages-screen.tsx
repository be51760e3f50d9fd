import { isUnansweredError } from '@hudur/core/http-backend'
import { MAX_SELECTED_ROWS } from '@hudur/core/inputs'
import { type Message, MessageStatus } from '@hudur/core/messages/contract'
import { Refusal } from '@hudur/core/refusals'
import { type ReactNode, useState } from 'react'
import { messagesKey, useRefresh } from '../../backend/hooks/use-refresh.ts'
import { deferredComponent } from '../../loading/deferred.tsx'
import { SelectionBox } from '../../selection/selection-box.tsx'
import { SelectionTools } from '../../selection/selection-tools.tsx'
import { useDelayedChange } from '../../selection/use-delayed-change.tsx'
import { useSelection } from '../../selection/use-selection.ts'
import { text } from '../../text/ar.ts'
import { formatCountedNoun, formatInvitationMoment } from '../../text/format.ts'
import { AlertBox } from '../../ui/alert-box.tsx'
import { Button } from '../../ui/button.tsx'
import { deferredDialog } from '../../ui/deferred-dialog.tsx'
import { ListFilters } from '../../ui/list-filters.tsx'
import { CardsSkeleton } from '../../ui/list-skeletons.tsx'
import { ListStatus } from '../../ui/list-status.tsx'
import { Numeric } from '../../ui/numeric.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PaginatedCards } from '../../ui/paginated-cards.tsx'
import { RefreshButton } from '../../ui/refresh-button.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { FilteredCount } from '../../ui/shown-of-all.tsx'
import { notify } from '../../ui/toast.tsx'
import { readListFilters } from '../../ui/use-list-filters.ts'
import { useQueryString } from '../../ui/use-query-string.ts'
import { MessageChip, MessageDialog } from './message-dialog.tsx'
import { PAGE_SIZE, useMessageCount, useMessages, useReadMessages, useUpdateMessage } from './queries.ts'

const SelectedMessages = deferredComponent(async () => (await import('./selected-messages.tsx')).SelectedMessages)
const MarkReadDialog = deferredDialog(async () => (await import('./mark-read-dialog.tsx')).MarkReadDialog)

const words = text.messages
const SORTS = ['newest', 'waiting'] as const
const STATUSES = ['all', ...MessageStatus.options] as const
const filterOptions = STATUSES.map(id => ({ id, label: id === 'all' ? words.everyMessage : words.statuses[id] }))

export function MessagesScreen() {
  const queryString = useQueryString()
  const status = queryString.among('status', STATUSES)
  const filters = readListFilters(queryString, SORTS)
  const messages = useMessages({ ...filters.query, status: status === 'all' ? undefined : status }, queryString.page())
  const { data, isFetching, isPlaceholderData } = messages
  const { search, from, to } = filters.query
  const listFilter = { search, from, to, status: status === 'all' ? undefined : status }
  const selection = useSelection(data?.rows ?? [], listFilter)
  const delayed = useDelayedChange()
  const readPage = useReadMessages(listFilter)
  const totalCount = useMessageCount()
  const refresh = useRefresh(messagesKey)
  const [opened, setOpened] = useState<Message>()
  const [failure, setFailure] = useState<Failure>()
  const [isMarking, setMarking] = useState(false)
  const marking = useUpdateMessage()
  // The dialog keeps showing its message when the message's new status removes it from the filtered list.
  const message = opened && (data?.rows.find(({ id }) => id === opened.id) ?? opened)

  function showUpdated(updated: Message) {
    setOpened(shown => (shown?.id === updated.id ? updated : shown))
  }

  /** Opens a message and marks it as read. */
  function openMessage(one: Message) {
    setOpened(one)
    if (one.status !== 'new') return
    marking.mutateAsync({ id: one.id, status: 'read' }).then(showUpdated, () => notify.failure(words.markFailed))
  }

  const isSearching = search !== '' || from !== undefined || to !== undefined

  return (
    <>
      <PageHeading
        actions={
          <>
            {(totalCount ?? 0) > PAGE_SIZE && (
              <Button onPress={() => setMarking(true)} variant="outline">
                {words.markMany}
              </Button>
            )}
            <RefreshButton isPending={isFetching} onPress={() => void refresh()} />
          </>
        }
        note={totalCount !== undefined && formatCountedNoun(totalCount, words.messageWord)}
        title={words.title}
      />
      <div className="mb-6 flex flex-wrap items-center gap-4">
        <SearchField
          className="w-full min-w-0 md:max-w-sm"
          label={words.search}
          onSearch={searched => queryString.change({ search: searched })}
          placeholder={words.searchHint}
          value={search}
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
        <FilteredCount all={totalCount} isOld={isPlaceholderData} shown={data?.total} />
      </div>
      <ListStatus
        empty={{ title: words.empty, advice: words.emptyAdvice }}
        failed={words.listFailed}
        noMatch={{
          title: isSearching ? words.noMatch : words.noneOfStatus,
          advice: isSearching ? words.noMatchAdvice : words.noneOfStatusAdvice,
          showAll: words.showAll,
        }}
        onShowAll={filters.isFiltered && totalCount !== 0 ? filters.reset : undefined}
        query={messages}
        skeleton={<CardsSkeleton className="h-60" />}
      />
      {data && (
        <>
          <SelectionTools
            isDisabled={delayed.isBusy || isPlaceholderData}
            most={MAX_SELECTED_ROWS}
            readPage={readPage}
            selection={selection}
            total={data.total}
            word={text.selection.messages.word}
          />
          <PaginatedCards isOld={isPlaceholderData} list={data} size={PAGE_SIZE}>
            {one => (
              <MessageCard
                box={<SelectionBox name={one.subject} row={one} selection={selection} />}
                key={one.id}
                message={one}
                onFailure={setFailure}
                onRead={() => openMessage(one)}
              />
            )}
          </PaginatedCards>
          <SelectedMessages delayed={delayed} selection={selection} />
        </>
      )}
      {message && (
        <OpenedMessage
          isMarking={marking.isPending}
          key={message.id}
          message={message}
          onClose={() => setOpened(undefined)}
          onFailure={setFailure}
          onUpdated={showUpdated}
        />
      )}
      <MarkReadDialog isOpen={isMarking} key={String(isMarking)} onOpenChange={setMarking} />
      <AlertBox onClose={() => setFailure(undefined)} title={failure?.title}>
        {failure?.why}
      </AlertBox>
    </>
  )
}

type Failure = { title: string; why?: string }

/** Returns a function that sets the status of a message and reports the outcome, even if the caller has unmounted meanwhile. */
function useSetStatus({ id }: Message, onFailure: (failure: Failure) => void) {
  const { mutateAsync, isPending } = useUpdateMessage()

  async function setStatus(status: MessageStatus) {
    try {
      const updated = await mutateAsync({ id, status })
      notify.done(words.updated)
      return updated
    } catch (error) {
      onFailure(
        error instanceof Refusal && !isUnansweredError(error) ? { title: words.refused, why: error.message } : { title: words.failed },
      )
      return undefined
    }
  }

  return { set: setStatus, isPending }
}

type OpenedMessageProps = {
  message: Message
  /** Whether the message is being marked as read. */
  isMarking: boolean
  onFailure: (failure: Failure) => void
  onUpdated: (message: Message) => void
  onClose: () => void
}

function OpenedMessage({ message, isMarking, onFailure, onUpdated, onClose }: OpenedMessageProps) {
  const { set, isPending } = useSetStatus(message, onFailure)

  async function changeStatus(status: MessageStatus) {
    const updated = await set(status)
    if (updated) onUpdated(updated)
  }

  async function markUnread() {
    if (await set('new')) onClose()
  }

  return (
    <MessageDialog
      isPending={isPending || isMarking}
      message={message}
      onClose={onClose}
      onStatus={status => void changeStatus(status)}
      onUnread={() => void markUnread()}
    />
  )
}

type MessageCardProps = { message: Message; box: ReactNode; onRead: () => void; onFailure: (failure: Failure) => void }

function MessageCard({ message, box, onRead, onFailure }: MessageCardProps) {
  const { set, isPending } = useSetStatus(message, onFailure)
  const heading = `message-${message.id}`
  return (
    <li className="flex flex-col rounded-xl bg-surface p-5 shadow-surface">
      <div className="flex flex-wrap items-start gap-3">
        {box}
        <div className="min-w-0 grow basis-28">
          <h2 className="break-words font-semibold leading-7" dir="auto" id={heading}>
            {message.subject}
          </h2>
          <p className="break-words text-sm">{message.fullName}</p>
          <p className="break-all text-muted text-xs">
            <Numeric>{message.email}</Numeric>
          </p>
        </div>
        <MessageChip status={message.status} />
      </div>
      <p className="mt-3 line-clamp-3 break-words border-separator border-t pt-3 text-sm" dir="auto">
        {message.message}
      </p>
      <p className="mt-2 text-muted text-xs">
        <Numeric>{formatInvitationMoment(message.createdAt)}</Numeric>
      </p>
      <div className="mt-auto flex flex-wrap gap-2 pt-5">
        <Button aria-describedby={heading} className="grow" onPress={onRead} variant="outline">
          {words.read}
        </Button>
        {message.status === 'new' && (
          <Button aria-describedby={heading} className="grow" isPending={isPending} onPress={() => void set('read')} variant="secondary">
            {words.markRead}
          </Button>
        )}
      </div>
    </li>
  )
}
