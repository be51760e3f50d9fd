import type { Invitation } from '@hudur/core/invitations/invitation'
import { useMutation } from '@tanstack/react-query'
import { type InvitationQuery, useReadInvitations } from '../../backend/hooks/use-invitations.ts'
import { text } from '../../text/ar.ts'
import { formatCountedNoun } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/toast.tsx'

const words = text.guestSelection

type Selection = ReadonlyMap<string, Invitation>

type SelectAllButtonProps = {
  query: InvitationQuery
  /** The number of invitations that match the query. */
  total: number
  selection: Selection
  onSelect: (selection: Selection) => void
}

/** Renders a button that selects the results of a search and filter on all pages. */
export function SelectAllButton({ query, total, selection, onSelect }: SelectAllButtonProps) {
  const readInvitations = useReadInvitations()
  const { mutate, isPending } = useMutation({
    async mutationFn() {
      const found: Invitation[] = []
      for await (const { rows } of readInvitations(query)) found.push(...rows)
      return found
    },
    onSuccess: found => onSelect(new Map([...selection, ...found.map(invitation => [invitation.id, invitation] as const)])),
    onError: () => notify.failure(words.selectAllFailed),
  })
  return (
    <Button className="mb-2" isPending={isPending} onPress={() => mutate()} size="sm" variant="outline">
      {words.selectAll(formatCountedNoun(total, text.eventGuests.guestWord))}
    </Button>
  )
}
