import type { MessageStatus } from '@hudur/core'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useBackend } from '../../backend/hooks/use-backend.ts'

const messagesKey = ['messages']

/** The interval at which the menu reads the number of unread messages, in milliseconds. */
const COUNT_REFRESH_INTERVAL_MS = 60_000

/** The number of messages on a page of the list. */
export const PAGE_SIZE = 30

/**
 * Reads one page of the messages of a status, or of all messages if `status` is undefined, newest first, with their total number. The
 * previous page stays visible until the next one has arrived.
 */
export function useMessages(status: MessageStatus | undefined, page: number) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...messagesKey, 'list', status, page],
    queryFn: () => backend.messages.list({ status, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
    placeholderData: keepPreviousData,
  })
}

const useMessageCountOptions = (status?: MessageStatus) => {
  const backend = useBackend()
  return { queryKey: [...messagesKey, 'count', status], queryFn: async () => (await backend.messages.list({ status, limit: 1 })).total }
}

/** Reads the number of all messages. */
export function useMessageCount() {
  return useQuery(useMessageCountOptions()).data
}

/** Reads the number of unread messages. Sends no request unless `isEnabled`. */
export function useUnreadMessageCount(isEnabled: boolean) {
  return useQuery({ ...useMessageCountOptions('new'), enabled: isEnabled, refetchInterval: COUNT_REFRESH_INTERVAL_MS }).data
}

/** Returns a function that reloads all queries about messages. */
export function useRefreshMessages() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: messagesKey })
}

export function useUpdateMessage() {
  const backend = useBackend()
  return useMutation({ mutationFn: backend.messages.update, onSettled: useRefreshMessages() })
}
