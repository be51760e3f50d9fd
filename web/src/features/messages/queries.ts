import type { MessageStatus } from '@hudur/core/messages/contract'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useBackend } from '../../backend/hooks/use-backend.ts'
import { messagesKey, useRefresh } from '../../backend/hooks/use-refresh.ts'

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

export function useMessageCount() {
  const backend = useBackend()
  return useQuery({ queryKey: [...messagesKey, 'count'], queryFn: async () => (await backend.messages.list({ limit: 1 })).total }).data
}

export function useUpdateMessage() {
  const backend = useBackend()
  return useMutation({ mutationFn: backend.messages.update, onSettled: useRefresh(messagesKey) })
}
