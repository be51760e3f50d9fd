import type { Invitation } from '@hudur/core/invitations/invitation'
import * as invitationRules from '@hudur/core/invitations/rules'
import { text } from '../../text/ar.ts'
import { Chip } from '../../ui/chip.tsx'
import { RowsSkeleton } from '../../ui/list-skeletons.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Panel } from '../../ui/panel.tsx'
import { VipMark } from '../../ui/vip-mark.tsx'
import { useRecentInvitations } from './queries.ts'

const words = text.reports

const RECENT_INVITATION_COUNT = 10

export function RecentInvitationsPanel() {
  const query = useRecentInvitations(RECENT_INVITATION_COUNT)
  const { data } = query
  return (
    <Panel className="lg:col-span-2" title={words.recent}>
      <LoadFailure query={query}>{text.data.listFailed}</LoadFailure>
      {!data && !query.isError && <RowsSkeleton />}
      {data?.length === 0 && <p className="text-muted text-sm">{words.recentEmpty}</p>}
      <ul className="grid gap-x-12 md:grid-cols-2">
        {data?.map(invitation => (
          <li className="flex items-center gap-3 border-separator border-t py-3" key={invitation.id}>
            <div className="min-w-0 grow">
              <p className="break-words font-medium leading-7" dir="auto">
                {invitationRules.guestLabel(invitation)}
                {invitation.isVip && <VipMark label={text.guestFields.isVip.label} />}
              </p>
              <p className="break-words text-muted text-xs" dir="auto">
                {invitation.eventName}
              </p>
            </div>
            <StatusChip invitation={invitation} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function StatusChip({ invitation: { isScanned, state } }: { invitation: Invitation }) {
  if (isScanned) return <Chip tone="good">{words.used}</Chip>
  return state === 'cancelled' ? <Chip tone="bad">{text.data.cancelled}</Chip> : <Chip tone="quiet">{words.pending}</Chip>
}
