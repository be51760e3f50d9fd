import type { EventSummary } from '@hudur/core/events/contract'
import type { Invitation } from '@hudur/core/invitations/invitation'
import { useState } from 'react'
import { useServerTime } from '../../backend/hooks/use-device.ts'
import { useEvent } from '../../backend/hooks/use-event.ts'
import { usePublicOrigin } from '../../backend/hooks/use-installation.ts'
import { useValidInvitations } from '../../backend/hooks/use-invitations.ts'
import { useLiveEventFigures, useRefreshOnChange } from '../../backend/hooks/use-live.ts'
import { invitationsKey, useRefresh } from '../../backend/hooks/use-refresh.ts'
import { useSignedInUser } from '../../backend/hooks/use-session.ts'
import { useLocation, useParams } from '../../router/hooks.ts'
import { text } from '../../text/ar.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ScreenSkeleton } from '../../ui/skeleton.tsx'
import { useQueryString } from '../../ui/use-query-string.ts'
import { useMissingEventPicture } from '../cards/designs/use-event-picture.ts'
import { SEND_GROUPS, type SendingRound } from './send-queue.ts'
import { SendRound } from './send-round.tsx'

/** Reads the round from the query string. The ids of selected guests are in the state of the history entry. */
function useSendingRound(): SendingRound {
  const queryString = useQueryString()
  const [openedAt] = useState(useServerTime())
  const state = useLocation().state as { ids?: readonly string[] } | null
  return {
    group: queryString.among('to', SEND_GROUPS),
    since: queryString.words('since') || openedAt,
    ids: new Set(state?.ids ?? []),
  }
}

/** Sends the invitations of an event one after another. Each press opens the chat with a guest and shows the next guest. */
export function SendScreen() {
  const { id = '' } = useParams()
  const event = useEvent(id)
  const invitations = useValidInvitations(id)
  // The links that are sent here should show the picture at once.
  useMissingEventPicture(event.data, 0)
  useRefreshOnChange(useLiveEventFigures(id), invitations.dataUpdatedAt, useRefresh(invitationsKey))
  const failed = [event, invitations].find(({ isError, data }) => isError && !data)
  if (failed) return <LoadFailure query={failed}>{text.data.listFailed}</LoadFailure>
  if (!event.data || !invitations.data) return <ScreenSkeleton />
  return <HostSendRound event={event.data} invitations={invitations.data} key={id} />
}

/** The names of a machine for itself (RFC 6761, RFC 1122, RFC 4291). */
const LOCAL_HOSTS = /^(?:.+\.)?localhost$|^127\.|^\[::1\]$/

function HostSendRound({ event, invitations }: { event: EventSummary; invitations: readonly Invitation[] }) {
  const round = useSendingRound()
  const { id: account } = useSignedInUser()
  const isLocal = LOCAL_HOSTS.test(new URL(usePublicOrigin()).hostname)
  return (
    <>
      {isLocal && (
        <Notice className="mx-auto mb-5 max-w-xl" tone="warning">
          {text.sending.localLinks}
        </Notice>
      )}
      <SendRound account={account} event={event} guestsPath={`/events/${event.id}`} invitations={invitations} isHost round={round} />
    </>
  )
}
