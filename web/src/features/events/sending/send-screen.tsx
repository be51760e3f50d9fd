import type { EventSummary, Invitation } from '@hudur/core'
import { useState } from 'react'
import { useServerTime } from '../../../backend/hooks/use-device.ts'
import { useLiveEvent, useRefreshOnChange } from '../../../backend/hooks/use-live.ts'
import { useLocation, useParams } from '../../../router/hooks.ts'
import { text } from '../../../text/ar.ts'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { ScreenSkeleton } from '../../../ui/skeleton.tsx'
import { useQueryString } from '../../../ui/use-query-string.ts'
import { useSignedIn } from '../../accounts/queries.ts'
import { useRefreshInvitations } from '../../invitations/queries.ts'
import { useEvent, useValidInvitations } from '../queries.ts'
import { type Round, SEND_GROUPS } from './send-queue.ts'
import { SendRound } from './send-round.tsx'

/** Reads the round from the address; the ids of selected guests are in the state of the history entry. */
function useRound(): Round {
  const queryString = useQueryString()
  const [openedAt] = useState(useServerTime())
  const state = useLocation().state as { ids?: readonly string[] } | null
  return {
    group: queryString.among('to', SEND_GROUPS),
    since: queryString.words('since') || openedAt,
    ids: new Set(state?.ids ?? []),
  }
}

/** Sends the invitations of an event one after another: each press opens the chat of a guest and shows the next one. */
export function SendScreen() {
  const { id = '' } = useParams()
  const event = useEvent(id)
  const invitations = useValidInvitations(id)
  useRefreshOnChange(useLiveEvent(id), useRefreshInvitations())
  const failed = [event, invitations].find(({ isError, data }) => isError && !data)
  if (failed)
    return (
      <LoadFailure isRetrying={failed.isFetching} onRetry={() => void failed.refetch()}>
        {text.data.listFailed}
      </LoadFailure>
    )
  if (!event.data || !invitations.data) return <ScreenSkeleton />
  return <Sending event={event.data} invitations={invitations.data} key={id} />
}

function Sending({ event, invitations }: { event: EventSummary; invitations: readonly Invitation[] }) {
  const round = useRound()
  const { id: account } = useSignedIn()
  return <SendRound account={account} event={event} guestsAddress={`/events/${event.id}`} invitations={invitations} isHost round={round} />
}
