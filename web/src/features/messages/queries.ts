import type { MessageStatus } from '@hudur/core/messages/contract'
import { useQuery } from '@tanstack/react-query'
import { useBackend } from '../../backend/hooks/use-backend.ts'
import { useCall, usePage } from '../../backend/hooks/use-call.ts'
import { messagesKey } from '../../backend/hooks/use-refresh.ts'

export const PAGE_SIZE = 30

/** Reads one page of the messages of a status, or of all messages if `status` is undefined, newest first. */
export const useMessages = (status: MessageStatus | undefined, page: number) =>
  usePage({ key: [...messagesKey, 'list', status], page, size: PAGE_SIZE }, ({ messages }, range) => messages.list({ status, ...range }))

export function useMessageCount() {
  const backend = useBackend()
  return useQuery({ queryKey: [...messagesKey, 'count'], queryFn: async () => (await backend.messages.list({ limit: 1 })).total }).data
}

export const useUpdateMessage = () => useCall(({ messages }) => messages.update, messagesKey)
