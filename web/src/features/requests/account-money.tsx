import type { Order } from '@hudur/core/requests/contract'
import { useState } from 'react'
import { useRead } from '../../backend/hooks/use-call.ts'
import { ordersKey } from '../../backend/hooks/use-refresh.ts'
import { text } from '../../text/ar.ts'
import { Button } from '../../ui/button.tsx'
import { deferredDialog } from '../../ui/deferred-dialog.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { PaymentChip } from '../sales/payment-chip.tsx'

const MoneyDialog = deferredDialog(async () => (await import('../sales/money-dialog.tsx')).MoneyDialog)

const words = text.orderMoney

/** The most orders of an account that are listed. */
const MAX_ORDERS = 20

/** Lists the website orders of an account, the newest first, with their states of payment, and opens the money of each. */
export function AccountMoney({ userId }: { userId: string }) {
  const query = useRead(
    [...ordersKey, 'money-of-account', userId],
    async ({ requests }) => (await requests.orders({ userId, limit: MAX_ORDERS })).rows,
  )
  const [opened, setOpened] = useState<Order>()
  const headingOf = ({ id }: Order) => `money-of-${id}`
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">{words.ofAccount}</h3>
      <LoadFailure query={query}>{words.loadFailed}</LoadFailure>
      {query.data?.length === 0 && <p className="text-muted text-sm">{words.noneOfAccount}</p>}
      {query.data && query.data.length > 0 && (
        <ul className="divide-y divide-separator">
          {query.data.map(order => (
            <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3" key={order.id}>
              <span className="min-w-0 grow basis-40 break-words" id={headingOf(order)}>
                {order.eventName}
              </span>
              <PaymentChip state={order.paymentState} />
              <Button aria-describedby={headingOf(order)} onPress={() => setOpened(order)} size="sm" variant="outline">
                {words.open}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {opened && <MoneyDialog isOpen key={opened.id} onOpenChange={() => setOpened(undefined)} order={opened} />}
    </section>
  )
}
