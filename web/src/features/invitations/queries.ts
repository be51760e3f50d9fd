import { ID_BYTES, type Invitation, idFrom, Refusal } from '@hudur/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useBackend } from '../../backend/use-backend.ts'
import { newNonce } from '../../device/nonce.ts'
import { useRefreshBalances } from '../accounts/queries.ts'
import type { InvitationDraft } from './invitation-drafts.ts'

const invitationsKey = ['invitations']

/** Everything that was read about invitations is asked again. */
export function useRefreshInvitations() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: invitationsKey })
}

const toSend = (drafts: readonly InvitationDraft[]) => ({
  nonce: newNonce(),
  invitations: drafts.map(draft => ({ id: idFrom(crypto.getRandomValues(new Uint8Array(ID_BYTES))), ...draft })),
})

/**
 * Makes these invitations, all or none. When nobody answers, nobody knows whether they were made: the same ones sent again carry the same
 * nonce and ids, so that they are made once.
 */
export function useCreateInvitations() {
  const backend = useBackend()
  const refreshBalances = useRefreshBalances()
  const refreshInvitations = useRefreshInvitations()
  const unanswered = useRef<{ drafts: string; input: ReturnType<typeof toSend> }>(undefined)

  return useMutation<Invitation[], Error, readonly InvitationDraft[]>({
    async mutationFn(drafts) {
      const key = JSON.stringify(drafts)
      if (unanswered.current?.drafts !== key) unanswered.current = { drafts: key, input: toSend(drafts) }
      const made = await backend.invitations.create(unanswered.current.input)
      unanswered.current = undefined
      return made
    },
    onError(error) {
      if (error instanceof Refusal) unanswered.current = undefined
    },
    onSettled: () => Promise.all([refreshBalances(), refreshInvitations()]),
  })
}
