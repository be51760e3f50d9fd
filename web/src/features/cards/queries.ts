import type { CardPicture, Design } from '@hudur/core/cards/contract'
import type { CardLook } from '@hudur/core/cards/look'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { readAllPages } from '../../backend/hooks/read-pages.ts'
import { useBackend } from '../../backend/hooks/use-backend.ts'
import { useCall } from '../../backend/hooks/use-call.ts'
import { useIdempotentRequest } from '../../backend/hooks/use-idempotent-request.ts'
import { designsKey, invitationsKey, useRefresh } from '../../backend/hooks/use-refresh.ts'
import { newIdempotencyKey } from '../../device/idempotency-key.ts'
import { newId } from '../../device/new-id.ts'
import type { EventIdentity } from './event-identity.ts'

const READ_PAGE_SIZE = 100

/** Reads all saved designs of a user, last saved first. Sends no request while `userId` is undefined. */
export function useDesigns({ userId }: { userId: string | undefined }) {
  const backend = useBackend()
  return useQuery<Design[]>({
    queryKey: [...designsKey, 'list', userId],
    enabled: userId !== undefined,
    queryFn: () => readAllPages(READ_PAGE_SIZE, page => backend.invitations.designs({ userId, ...page })),
  })
}

/** Reads the design saved for an event; null if it has none. */
export function useSavedDesign({ eventId, eventName, eventDate, userId }: EventIdentity) {
  const backend = useBackend()
  const event = eventId ? { eventId } : { userId, eventName, eventDate }
  return useQuery({
    queryKey: [...designsKey, 'of', event],
    queryFn: async () => (await backend.invitations.designs({ ...event, limit: 1 })).rows[0] ?? null,
  })
}

/** Reads the looks that an event's cards had with earlier pictures. Sends no request without the event's id. */
export function useFormerLooks(eventId: string | null | undefined) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...designsKey, 'former', eventId],
    enabled: Boolean(eventId),
    queryFn: () => backend.invitations.formerLooks({ eventId: eventId! }),
  })
}

/** Returns a function that reads an uploaded background image by its id. An id's bytes never change, so each image is fetched once. */
export function useReadPicture() {
  const backend = useBackend()
  const client = useQueryClient()
  return useCallback(
    async (id: string) =>
      new Blob([
        await client.query<Uint8Array<ArrayBuffer>>({
          queryKey: ['pictures', id],
          staleTime: 'static',
          queryFn: () => backend.invitations.picture({ id }),
        }),
      ]),
    [backend, client],
  )
}

/** Saves an event's design and assigns it to every invitation of the event. Saving the same design again changes only its save time. */
export function useSaveDesign() {
  const backend = useBackend()
  return useMutation<Design, Error, EventIdentity & { look: CardLook }>({
    mutationFn: ({ eventId, ...design }) =>
      backend.invitations.saveDesign({
        id: newId(),
        ...design,
        ...(eventId && { eventId }),
      }),
    onSettled: useRefresh(designsKey, invitationsKey),
  })
}

/** Deletes a design. The invitations of its event then have no design. */
export const useRemoveDesign = () => useCall(backend => backend.invitations.removeDesign, designsKey, invitationsKey)

/** Uploads a scaled, upright image. Uploading the same `Blob` again after no response repeats the idempotency key: one image is stored. */
export function useUploadPicture() {
  const backend = useBackend()
  const sendOnce = useIdempotentRequest<string>()
  return useMutation<CardPicture, Error, { picture: Blob; userId?: string | undefined }>({
    mutationFn: ({ picture, userId }) =>
      sendOnce(picture, newIdempotencyKey, nonce => backend.invitations.uploadPicture({ picture, nonce, userId })),
  })
}
