import type { MessageStatus } from '@hudur/core'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useBackend } from '../../backend/use-backend.ts'

const messagesKey = ['messages']

/** How often the menu looks whether something new waits, in milliseconds. */
const LOOK_EVERY = 60_000

/** How many messages a page of the list has. */
export const PAGE_SIZE = 30

/** One page of what visitors have written, newest first, and how many messages there are of this status. The page before stays until it is there. */
export function useMessages(status: MessageStatus | undefined, page: number) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...messagesKey, 'list', status, page],
    queryFn: () => backend.messages.list({ status, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
    placeholderData: keepPreviousData,
  })
}

const useCountOptions = (status?: MessageStatus) => {
  const backend = useBackend()
  return { queryKey: [...messagesKey, 'count', status], queryFn: async () => (await backend.messages.list({ status, limit: 1 })).total }
}

/** How many messages there are in all. */
export function useMessageCount() {
  return useQuery(useCountOptions()).data
}

/** How many messages nobody has read, for whom they wait. */
export function useNewMessages(isAsked: boolean) {
  return useQuery({ ...useCountOptions('new'), enabled: isAsked, refetchInterval: LOOK_EVERY }).data
}

/** Everything that was read about messages is asked again. */
export function useRefreshMessages() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: messagesKey })
}

export function useMarkMessage() {
  const backend = useBackend()
  return useMutation({ mutationFn: backend.messages.update, onSettled: useRefreshMessages() })
}
