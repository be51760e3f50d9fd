import type { CardAction } from '@hudur/core/invitations/invitation'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useBackend } from '../../backend/hooks/use-backend.ts'
import { useCall, useRead } from '../../backend/hooks/use-call.ts'
import { arrivalsKey, balanceKeys, eventsKey, invitationsKey, useRefresh } from '../../backend/hooks/use-refresh.ts'

export function useInvitationCount() {
  const backend = useBackend()
  return useQuery({
    queryKey: [...invitationsKey, 'count'],
    queryFn: async () => (await backend.invitations.list({ limit: 1 })).total,
  }).data
}

export function useChangeCard() {
  const { invitations } = useBackend()
  return useMutation({
    mutationFn: ({ kind, id }: { kind: CardAction; id: string }) => invitations[kind]({ id }),
    onSettled: useRefresh(invitationsKey),
  })
}

/** Gives a declined invitation to another guest. */
export const useGiveAway = () => useCall(({ invitations }) => invitations.giveAway, invitationsKey)

/** Saves an answer that a guest gave to the host, not on the guest's page. */
export const useWriteAnswer = () => useCall(({ invitations }) => invitations.answer, invitationsKey)

/** Reads the history of an invitation: the changes of its card, its sendings, its answers and its admissions. */
export function useInvitationHistory(id: string) {
  const backend = useBackend()
  return useQuery({ queryKey: [...invitationsKey, 'history', id], queryFn: () => backend.invitations.history({ id }), retry: false })
}

/** Undoes an admission with a reason. */
export const useUndoAdmission = () => useCall(({ checkIn }) => checkIn.undo, arrivalsKey, invitationsKey)

/** The most events of an owner among which one is chosen. */
const MAX_LISTED_EVENTS = 1000

/** Reads the events of an owner that the account may see, also those without invitations. */
export const useEventsOf = (userId: string | undefined) =>
  useRead(
    [...eventsKey, 'of', userId],
    async ({ events }) => {
      const { rows } = await events.list({ userId, limit: MAX_LISTED_EVENTS })
      const own = rows.filter(row => row.userId === userId)
      return own.map(({ id, name, date, ...row }) => ({ ...row, eventId: id, eventName: name, eventDate: date }))
    },
    { enabled: userId !== undefined },
  )

/** Sets fields in many invitations at once, or moves them to another event. */
export const useUpdateMany = () => useCall(({ invitations }) => invitations.updateMany, invitationsKey)

/** Deletes many invitations at once. */
export const useRemoveMany = () => useCall(({ invitations }) => invitations.removeMany, ...balanceKeys, invitationsKey)

/** Deletes an invitation. Its credit may be returned to the owner's balance. */
export const useRemoveInvitation = () => useCall(({ invitations }) => invitations.remove, ...balanceKeys, invitationsKey)
