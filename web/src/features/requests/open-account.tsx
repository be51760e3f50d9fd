import type { Order } from '@hudur/core/requests/contract'
import { isAccepted } from '@hudur/core/requests/open-account'
import { UserRoundCheck, UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import { text } from '../../text/ar.ts'
import { Button } from '../../ui/button.tsx'
import { deferredDialog } from '../../ui/deferred-dialog.tsx'
import { headingIdOf } from './order-card.tsx'

const OpenAccountDialog = deferredDialog(async () => (await import('./open-account-dialog.tsx')).OpenAccountDialog)

/** Renders the button that opens the account of an accepted order, or shows what has been done for it; nothing for other orders. */
export function OpenAccount({ order }: { order: Order }) {
  const [isOpen, setOpen] = useState(false)
  if (!isAccepted(order.status)) return null
  const isOpened = order.userId !== null
  const Icon = isOpened ? UserRoundCheck : UserRoundPlus
  const label = isOpened ? text.openAccount.opened : text.openAccount.open
  return (
    <>
      <Button
        aria-describedby={headingIdOf(order)}
        className="grow"
        onPress={() => setOpen(true)}
        variant={isOpened ? 'outline' : 'primary'}
      >
        <Icon aria-hidden="true" className="size-4" strokeWidth={1.7} />
        {label}
      </Button>
      <OpenAccountDialog isOpen={isOpen} key={String(isOpen)} onOpenChange={setOpen} order={order} title={label} />
    </>
  )
}
