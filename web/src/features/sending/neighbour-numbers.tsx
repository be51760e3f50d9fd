import { groupBy } from '@hudur/core/group-by'
import type { Invitation } from '@hudur/core/invitations/invitation'
import { type NeighbourCode, readNeighbourNumber } from '@hudur/core/phone'
import { Refusal } from '@hudur/core/refusals'
import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useBackend } from '../../backend/hooks/use-backend.ts'
import { useCallingCode } from '../../backend/hooks/use-installation.ts'
import { invitationsKey, useRefresh } from '../../backend/hooks/use-refresh.ts'
import { tabDraftStore } from '../../device/tab-drafts.ts'
import { text } from '../../text/ar.ts'
import { formatCountedNoun } from '../../text/format.ts'
import { toInternationalPhone } from '../../text/international-phone.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { notify } from '../../ui/toast.tsx'

const words = text.sending.neighbours

type NeighbourNumber = { id: string; written: string; phone: string; callingCode: NeighbourCode }

/** Returns the stored numbers without a country code that the installation's country does not have, and that look like a neighbour's. */
function neighbourNumbersOf(invitations: readonly Invitation[], installationCode: string | undefined): NeighbourNumber[] {
  return invitations.flatMap(({ id, phone: written }) => {
    const found = written === null ? undefined : readNeighbourNumber(written, installationCode)
    return found && written !== null && toInternationalPhone(written, installationCode) === undefined ? [{ id, written, ...found }] : []
  })
}

type NeighbourNumbersProps = { invitations: readonly Invitation[]; account: string; eventId: string }

/**
 * Asks once for all guests of an event whether numbers without a country code are those of a neighbouring country, and saves them with its
 * code. A refusal is stored for this tab.
 */
export function NeighbourNumbers({ invitations, account, eventId }: NeighbourNumbersProps) {
  const { callingCode, isKnown } = useCallingCode()
  const byCountry = useMemo(
    () => groupBy(isKnown ? neighbourNumbersOf(invitations, callingCode) : [], number => number.callingCode),
    [invitations, callingCode, isKnown],
  )
  return [...byCountry].map(([code, numbers]) => (
    <NeighbourQuestion callingCode={code} draft={{ account, name: `not ${code} ${eventId}` }} key={code} numbers={numbers} />
  ))
}

type NeighbourQuestionProps = { callingCode: NeighbourCode; numbers: readonly NeighbourNumber[]; draft: { account: string; name: string } }

function NeighbourQuestion({ callingCode, numbers, draft }: NeighbourQuestionProps) {
  const { invitations } = useBackend()
  const refresh = useRefresh(invitationsKey)
  const [isRefused, setRefused] = useState(() => tabDraftStore.read(draft.account, draft.name) === true)
  const { mutate, isPending } = useMutation({
    async mutationFn() {
      for (const { id, phone } of numbers) {
        try {
          await invitations.update({ id, phone })
        } catch (error) {
          // An invitation that was deleted meanwhile needs no number.
          if (!(error instanceof Refusal && error.code === 'not-found')) throw error
        }
      }
    },
    onError: error => notify.failure(error instanceof Refusal ? error.message : text.sending.noAnswer),
    onSettled: refresh,
  })
  if (isRefused) return null

  function refuse() {
    setRefused(true)
    tabDraftStore.write(draft.account, draft.name, true)
  }

  return (
    <Notice
      action={
        <span className="flex flex-wrap gap-2">
          <Button isPending={isPending} onPress={() => mutate()} size="sm" variant="outline">
            {text.guestReview.neighbours[callingCode].accept}
          </Button>
          <Button isDisabled={isPending} onPress={refuse} size="sm" variant="ghost">
            {words.refuse}
          </Button>
        </span>
      }
      tone="warning"
    >
      <p className="font-medium">{formatCountedNoun(numbers.length, text.guestReview.neighbours[callingCode].question)}</p>
      <p>{words.saves(numbers[0]!.written, numbers[0]!.phone)}</p>
    </Notice>
  )
}
