import type { MessageStatus } from '@hudur/core/messages/contract'
import { useCall, usePage, useRead } from '../../backend/hooks/use-call.ts'
import { messagesKey } from '../../backend/hooks/use-refresh.ts'

export const PAGE_SIZE = 30

/** Reads one page of the messages of a status, or of all messages if `status` is undefined, newest first. */
export const useMessages = (status: MessageStatus | undefined, page: number) =>
  usePage({ key: [...messagesKey, 'list', status], page, size: PAGE_SIZE }, ({ messages }, range) => messages.list({ status, ...range }))

export const useMessageCount = () =>
  useRead([...messagesKey, 'count'], async ({ messages }) => (await messages.list({ limit: 1 })).total).data

export const useUpdateMessage = () => useCall(({ messages }) => messages.update, messagesKey)
