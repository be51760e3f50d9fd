import type { ExistingGuest } from '@hudur/core/guest-lists/existing-guests'
import { useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { useBackend } from '../../backend/hooks/use-backend.ts'
import { invitationsKey } from '../../backend/hooks/use-refresh.ts'
import { SignedInUserContext } from '../../backend/hooks/use-session.ts'
import { type EventOfList, eventFilterOf, readExistingGuests } from './read-existing-guests.ts'

const NO_GUESTS: ExistingGuest[] = []

/** Reads the guests whom the event has already, without cancelled ones. `guests` is undefined until they are read. */
export function useExistingGuests(event: EventOfList) {
  const backend = useBackend()
  const user = useContext(SignedInUserContext)
  const filter = eventFilterOf(event, user?.id)
  const isKnown = event.eventId !== undefined || (event.eventName.trim() !== '' && event.eventDate !== '')
  const { data, isError } = useQuery({
    queryKey: [...invitationsKey, 'existing', filter],
    queryFn: () => readExistingGuests(backend, filter),
    enabled: isKnown,
    gcTime: 0,
    networkMode: 'always',
    retry: false,
  })
  const isFailed = isKnown && isError
  return { guests: isKnown && !isFailed ? data : NO_GUESTS, isFailed }
}
