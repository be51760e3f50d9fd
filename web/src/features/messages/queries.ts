import type { ListSort } from '@hudur/core/inputs'
import type { MessageStatus } from '@hudur/core/messages/contract'
import { useBackend } from '../../backend/hooks/use-backend.ts'
import { useCall, usePage, useRead } from '../../backend/hooks/use-call.ts'
import { messagesKey } from '../../backend/hooks/use-refresh.ts'

export const PAGE_SIZE = 30

type MessageFilter = {
  search: string
  status: MessageStatus | undefined
  from: string | undefined
  to: string | undefined
  sort: ListSort
}

/** Reads one page of the messages that match a filter. An empty search, no status and no time match all. */
export const useMessages = (which: MessageFilter, page: number) =>
  usePage({ key: [...messagesKey, 'list', which], page, size: PAGE_SIZE }, ({ messages }, range) => messages.list({ ...which, ...range }))

export const useMessageCount = () =>
  useRead([...messagesKey, 'count'], async ({ messages }) => (await messages.list({ limit: 1 })).total).data

/** Counts the new messages that arrived in a span of time; undefined without a span. */
export const useNewMessageCount = (span: { from: string; to: string } | undefined) =>
  useRead([...messagesKey, 'count', span], async ({ messages }) => (await messages.list({ ...span, status: 'new', limit: 1 })).total, {
    enabled: span !== undefined,
  })

/** Returns a function that reads a part of the messages that match a filter. */
export function useReadMessages(which: Omit<MessageFilter, 'sort'>) {
  const { messages } = useBackend()
  return (page: { limit: number; offset: number }) => messages.list({ ...which, ...page })
}

/** Sets the status of selected messages. */
export const useUpdateMessages = () => useCall(({ messages }) => messages.updateMany, messagesKey)

/** Deletes selected messages. */
export const useRemoveMessages = () => useCall(({ messages }) => messages.removeMany, messagesKey)

export const useMarkMessagesRead = () => useCall(({ messages }) => messages.markRead, messagesKey)

export const useUpdateMessage = () => useCall(({ messages }) => messages.update, messagesKey)
