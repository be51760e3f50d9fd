import type { Order, OrderStatus } from '@hudur/core/requests/contract'
import { Ban, CircleCheck, CircleCheckBig, CircleX, Clock, Hammer } from 'lucide-react'
import { text } from '../../text/ar.ts'
import { Chip, type ChipTone } from '../../ui/chip.tsx'

const statusStyles = {
  pending: { tone: 'waiting', icon: Clock },
  processing: { tone: 'going', icon: Hammer },
  approved: { tone: 'good', icon: CircleCheck },
  completed: { tone: 'quiet', icon: CircleCheckBig },
  cancelled: { tone: 'quiet', icon: Ban },
  rejected: { tone: 'bad', icon: CircleX },
} as const satisfies Record<OrderStatus, { tone: ChipTone; icon: typeof Clock }>

export function StatusChip({ status }: { status: OrderStatus }) {
  const { tone, icon: Icon } = statusStyles[status]
  return (
    <Chip tone={tone}>
      <Icon aria-hidden="true" className="size-3.5" strokeWidth={2} />
      {text.orders.statuses[status]}
    </Chip>
  )
}

/** Returns the last 8 characters of an id, which the screens show instead of the long id. */
export const shortId = (id: string) => id.slice(-8)

/** Returns the URL of the dialog that adds credits to the account of a request, with its number of invitations. */
export function creditsUrl({ id, eventName, invitationCount }: Pick<Order, 'id' | 'eventName' | 'invitationCount'>, userId: string) {
  const wanted = new URLSearchParams({ credits: userId, request: id, count: String(invitationCount), event: eventName })
  return `/users?${wanted}`
}

/** Returns the URL of the dialog that adds credits to the account of an order, with its number of invitations. */
export function orderCreditsUrl({ id, eventName, invitationCount }: Pick<Order, 'id' | 'eventName' | 'invitationCount'>, userId: string) {
  const wanted = new URLSearchParams({ credits: userId, order: id, count: String(invitationCount), event: eventName })
  return `/users?${wanted}`
}

/** Returns the URL of the dialog with the balance and the orders of an account. */
export const accountUrl = ({ id }: { id: string }) => `/users?${new URLSearchParams({ credits: id })}`

type PrefilledFields = Pick<Order, 'eventName' | 'eventDate' | 'invitationCount'>

/** Returns the URL of the screen that creates invitations, filled in from an order. `owner` will own the invitations. */
export function generatorUrl(generatorPath: string, { eventName, eventDate, invitationCount }: PrefilledFields, owner?: string) {
  const wanted = new URLSearchParams({ eventName, eventDate, count: String(invitationCount), ...(owner && { owner }) })
  return `${generatorPath}?${wanted}`
}
