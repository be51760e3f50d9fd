import type { EventSummary } from '@hudur/core/events/contract'
import type { Invitation } from '@hudur/core/invitations/invitation'
import { useState } from 'react'
import { useServerTime } from '../../backend/hooks/use-device.ts'
import { useEvent } from '../../backend/hooks/use-event.ts'
import { useOfficeWhatsApp, usePublicOrigin } from '../../backend/hooks/use-installation.ts'
import { useValidInvitations } from '../../backend/hooks/use-invitations.ts'
import { useLiveEventFigures, useRefreshOnChange } from '../../backend/hooks/use-live.ts'
import { invitationsKey, useRefresh } from '../../backend/hooks/use-refresh.ts'
import { useSignedInUser } from '../../backend/hooks/use-session.ts'
import { deferredComponent } from '../../loading/deferred.tsx'
import { useLocation, useParams } from '../../router/hooks.ts'
import { text } from '../../text/ar.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ScreenSkeleton } from '../../ui/skeleton.tsx'
import { useQueryString } from '../../ui/use-query-string.ts'
import { useMissingEventPicture } from '../cards/designs/use-event-picture.ts'
import type { OfficeSending } from '../whatsapp/send-all-panel.tsx'
import { isSentInRound, membersOf, SEND_GROUPS, type SendingRound, withMarkOf } from './send-queue.ts'
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

const SendAllPanel = deferredComponent<{ sending: OfficeSending; className?: string }>(
  async () => (await import('../whatsapp/send-all-panel.tsx')).SendAllPanel,
)

/** Returns what the office's WhatsApp number sends to a round: undefined where it has no number, or no template of the round's kind. */
function useOfficeSending(invitations: readonly Invitation[], round: SendingRound): OfficeSending | undefined {
  const office = useOfficeWhatsApp()
  const { group } = round
  const kind = group === 'unanswered' ? 'reminder' : group === 'thanks' ? 'thanks' : 'invitation'
  if (!office || (kind !== 'invitation' && !office[kind])) return undefined
  const members = membersOf(
    invitations.map(one => withMarkOf(group, one)),
    round,
  )
  const ids = members.filter(one => !isSentInRound(one, round)).map(({ id }) => id)
  return { ids, kind, again: group !== 'unsent' && group !== 'thanks' }
}

/** The names of a machine for itself (RFC 6761, RFC 1122, RFC 4291). */
const LOCAL_HOSTS = /^(?:.+\.)?localhost$|^127\.|^\[::1\]$/

function HostSendRound({ event, invitations }: { event: EventSummary; invitations: readonly Invitation[] }) {
  const round = useSendingRound()
  const { id: account } = useSignedInUser()
  const sending = useOfficeSending(invitations, round)
  const isLocal = LOCAL_HOSTS.test(new URL(usePublicOrigin()).hostname)
  return (
    <>
      {isLocal && (
        <Notice className="mx-auto mb-5 max-w-xl" tone="warning">
          {text.sending.localLinks}
        </Notice>
      )}
      {sending && sending.ids.length > 0 && <SendAllPanel className="mx-auto mb-5 max-w-xl" sending={sending} />}
      <SendRound account={account} event={event} guestsPath={`/events/${event.id}`} invitations={invitations} isHost round={round} />
    </>
  )
}
