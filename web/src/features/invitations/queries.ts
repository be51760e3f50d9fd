import { ID_BYTES, type Invitation, idFrom, Refusal } from '@hudur/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useBackend } from '../../backend/use-backend.ts'
import { newNonce } from '../../device/nonce.ts'
import { useRefreshMe } from '../accounts/queries.ts'

export const invitationsKey = ['invitations']

/** Everything that was read about invitations is asked again. */
export function useRefreshInvitations() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: invitationsKey })
}

/** An event and the guests to invite, one invitation for each. */
export type GuestOrder = { eventName: string; eventDate: string; guestNames: string[] }

const invitationsOf = ({ eventName, eventDate, guestNames }: GuestOrder) => ({
  nonce: newNonce(),
  invitations: guestNames.map(guestName => ({
    id: idFrom(crypto.getRandomValues(new Uint8Array(ID_BYTES))),
    eventName,
    eventDate,
    guestName,
    generationType: 'names' as const,
  })),
})

/**
 * Makes the invitations of an order. When nobody answers, nobody knows whether they were made: the same order sent again carries the
 * same nonce and ids, so that they are made once.
 */
export function useCreateInvitations() {
  const backend = useBackend()
  const refreshMe = useRefreshMe()
  const refreshInvitations = useRefreshInvitations()
  const unanswered = useRef<{ order: string; input: ReturnType<typeof invitationsOf> }>(undefined)

  return useMutation<Invitation[], Error, GuestOrder>({
    async mutationFn(order) {
      const key = JSON.stringify(order)
      if (unanswered.current?.order !== key) unanswered.current = { order: key, input: invitationsOf(order) }
      const made = await backend.invitations.create(unanswered.current.input)
      unanswered.current = undefined
      return made
    },
    onError(error) {
      if (error instanceof Refusal) unanswered.current = undefined
    },
    onSettled: () => Promise.all([refreshMe(), refreshInvitations()]),
  })
}
