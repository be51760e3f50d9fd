import type { User } from '@hudur/core/accounts/contract'
import { useRead } from '../../../backend/hooks/use-call.ts'
import { ordersKey, userRequestsKey } from '../../../backend/hooks/use-refresh.ts'
import { Link } from '../../../router/link.tsx'
import { text } from '../../../text/ar.ts'
import { formatCountedNoun } from '../../../text/format.ts'

const words = text.orderLinks
const linkClass = 'target underline decoration-gold underline-offset-4'

/** Links an account to the orders of its customer on the website, and to the requests of its user; nothing without any. */
export function AccountOrders({ user: { id, username } }: { user: User }) {
  const { data: orders = 0 } = useRead(
    [...ordersKey, 'of-account', id],
    async ({ requests }) => (await requests.orders({ userId: id, limit: 1 })).total,
  )
  const { data: sent = 0 } = useRead(
    [...userRequestsKey, 'of-account', id],
    async ({ requests }) => (await requests.list({ userId: id, limit: 1 })).total,
  )
  if (orders === 0 && sent === 0) return null
  return (
    <p className="flex flex-wrap gap-x-6 gap-y-4 text-sm">
      {orders > 0 && (
        <Link className={linkClass} to={`/orders?user=${encodeURIComponent(id)}`}>
          {words.orders(formatCountedNoun(orders, words.orderWord))}
        </Link>
      )}
      {sent > 0 && (
        <Link className={linkClass} to={`/orders?tab=users&search=${encodeURIComponent(username)}`}>
          {words.requests(formatCountedNoun(sent, words.orderWord))}
        </Link>
      )}
    </p>
  )
}
