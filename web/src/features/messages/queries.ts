import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useBackend } from '../../backend/use-backend.ts'

const messagesKey = ['messages']

/** How often the menu looks whether something new waits, in milliseconds. */
const LOOK_EVERY = 60_000

const useMessagesOptions = () => {
  const backend = useBackend()
  return { queryKey: messagesKey, queryFn: () => backend.messages.list({}) }
}

/** What visitors have written, newest first. */
export function useMessages() {
  return useQuery(useMessagesOptions())
}

/** How many messages nobody has read, for whom they wait. */
export function useNewMessages(isAsked: boolean) {
  const { data } = useQuery({
    ...useMessagesOptions(),
    enabled: isAsked,
    refetchInterval: LOOK_EVERY,
    select: messages => messages.filter(({ status }) => status === 'new').length,
  })
  return data
}

export function useMarkMessage() {
  const backend = useBackend()
  const client = useQueryClient()
  return useMutation({ mutationFn: backend.messages.update, onSettled: () => client.invalidateQueries({ queryKey: messagesKey }) })
}
