import { type CardLook, type CardPicture, type Design, ID_BYTES, idFrom, type Page } from '@hudur/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useAct } from '../../backend/use-act.ts'
import { useBackend } from '../../backend/use-backend.ts'
import { newIdempotencyKey } from '../../device/idempotency-key.ts'
import { useRefreshInvitations } from './queries.ts'

const designsKey = ['designs']

/** How many past designs are offered to be used again. */
const OFFERED = 100

/** A user's designs, those saved last first. */
export function useDesigns({ userId }: { userId: string | undefined }) {
  const backend = useBackend()
  return useQuery<Page<Design>>({
    queryKey: [...designsKey, 'list', userId],
    enabled: userId !== undefined,
    queryFn: () => backend.invitations.designs({ userId, limit: OFFERED }),
  })
}

/** The design kept with an event, or null where it has none. */
export function useDesignOf({ eventName, eventDate, userId }: EventOfDesign) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...designsKey, 'of', userId, eventName, eventDate],
    queryFn: async () => (await backend.invitations.designs({ userId, eventName, eventDate, limit: 1 })).rows[0] ?? null,
  })
}

/** What names an event; `userId` where an administrator looks at a user's. */
export type EventOfDesign = { eventName: string; eventDate: string; userId?: string | undefined }

/** Reads a kept picture; its bytes never change for its id, so they are fetched once. */
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

/** Keeps an event's design, and gives it to every invitation of the event. Saving the same again changes nothing. */
export function useSaveDesign() {
  const backend = useBackend()
  const client = useQueryClient()
  const refreshInvitations = useRefreshInvitations()
  return useMutation<Design, Error, EventOfDesign & { look: CardLook }>({
    mutationFn: wanted => backend.invitations.saveDesign({ id: idFrom(crypto.getRandomValues(new Uint8Array(ID_BYTES))), ...wanted }),
    onSettled: () => Promise.all([client.invalidateQueries({ queryKey: designsKey }), refreshInvitations()]),
  })
}

/** Removes a design; its event's invitations have none then. */
export function useRemoveDesign() {
  const backend = useBackend()
  const client = useQueryClient()
  const refreshInvitations = useRefreshInvitations()
  return useMutation<{ success: true }, Error, { id: string }>({
    mutationFn: backend.invitations.removeDesign,
    onSettled: () => Promise.all([client.invalidateQueries({ queryKey: designsKey }), refreshInvitations()]),
  })
}

/**
 * Uploads a picture, scaled and turned already. When nobody answers, the same file uploaded again carries the same idempotency key, so that it is one
 * picture.
 */
export function useUploadPicture() {
  const backend = useBackend()
  const act = useAct<string>()
  return useMutation<CardPicture, Error, { picture: Blob; userId?: string | undefined }>({
    mutationFn: ({ picture, userId }) =>
      act(picture, newIdempotencyKey, nonce => backend.invitations.uploadPicture({ picture, nonce, userId })),
  })
}
