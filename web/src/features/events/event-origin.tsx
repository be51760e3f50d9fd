import type { EventSummary } from '@hudur/core/events/contract'
import { useRead } from '../../backend/hooks/use-call.ts'
import { ordersKey } from '../../backend/hooks/use-refresh.ts'
import { useSignedInUser } from '../../backend/hooks/use-session.ts'
import { Link } from '../../router/link.tsx'
import { text } from '../../text/ar.ts'
import { Panel } from '../../ui/panel.tsx'

const words = text.orderLinks
const linkClass = 'target underline decoration-gold underline-offset-4'

/** Links an event of another account to this account, and to the order from which the event was prepared. Only for administrators. */
export function EventOrigin({ event: { id, userId, ownerName } }: { event: EventSummary }) {
  const user = useSignedInUser()
  const isOfOther = user.isAdmin && userId !== user.id
  const { data: orders = 0 } = useRead(
    [...ordersKey, 'of-event', id],
    async ({ requests }) => (await requests.orders({ eventId: id, limit: 1 })).total,
    { enabled: isOfOther },
  )
  if (!isOfOther) return null
  return (
    <Panel title={words.origin}>
      <ul className="grid gap-4 text-sm">
        <li>
          <Link className={linkClass} to={`/users?credits=${encodeURIComponent(userId)}`}>
            {words.accountOf(ownerName ?? '')}
          </Link>
        </li>
        {orders > 0 && (
          <li>
            <Link className={linkClass} to={`/orders?event=${encodeURIComponent(id)}`}>
              {words.fromOrder}
            </Link>
          </li>
        )}
      </ul>
    </Panel>
  )
}
