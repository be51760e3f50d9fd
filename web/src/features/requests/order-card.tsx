import type { Order, UserRequest } from '@hudur/core/requests/contract'
import type { ReactNode } from 'react'
import { text } from '../../text/ar.ts'
import { formatEventDay, formatInvitationDay, formatOrderDay, formatWholeNumber } from '../../text/format.ts'
import { DescriptionList } from '../../ui/description-list.tsx'
import { Numeric } from '../../ui/numeric.tsx'
import { PaymentChip } from '../sales/payment-chip.tsx'
import { StatusChip, shortId } from './statuses.tsx'

const words = text.orders

type OrderCardProps = {
  order: Order | UserRequest
  /** The checkbox with which the order is selected. */
  box?: ReactNode
  /** The formatted days of the event and of the order (`at`), from `renderOrderDays` or `renderRequestDays`. */
  days: { eventDate: ReactNode; at: ReactNode }
  /** The name of the customer or user who sent the order or request, if known. */
  user?: string | undefined
  /** The notes of the office, where `order` has those of the customer or user. */
  officeNotes?: string | null
  actions: ReactNode
}

export const headingIdOf = ({ id }: { id: string }) => `order-${id}`

export function OrderCard({ order, box, days, user, officeNotes, actions }: OrderCardProps) {
  return (
    <li className="flex flex-col rounded-xl bg-surface p-5 shadow-surface">
      <div className="flex flex-wrap items-start gap-3">
        {box}
        <div className="min-w-0 grow basis-28">
          <h2 className="break-words font-semibold text-lg leading-8" id={headingIdOf(order)}>
            {order.eventName}
          </h2>
          <p className="text-muted text-xs">
            {words.types[order.eventType]} · <Numeric>{shortId(order.id)}</Numeric>
          </p>
        </div>
        {'paymentState' in order && order.paymentState !== 'none' && (
          <span className="mt-1">
            <PaymentChip state={order.paymentState} />
          </span>
        )}
        <span className="mt-1">
          <StatusChip status={order.status} />
        </span>
      </div>
      <DescriptionList
        className="mt-4"
        items={[
          [words.eventDate, days.eventDate],
          [words.count, <Numeric key="count">{formatWholeNumber(order.invitationCount)}</Numeric>],
          [words.phone, <Numeric key="phone">{order.phone}</Numeric>],
          [words.at, days.at],
          [words.user, user],
        ]}
      />
      {order.notes && (
        <p className="mt-3 whitespace-pre-line break-words border-separator border-t pt-3 text-muted text-sm">{order.notes}</p>
      )}
      {officeNotes && (
        <p className="mt-3 whitespace-pre-line break-words border-separator border-t pt-3 text-muted text-sm">
          {words.officeNotes}: {officeNotes}
        </p>
      )}
      <div className="mt-auto flex flex-wrap items-center gap-2 pt-5">{actions}</div>
    </li>
  )
}

/** Returns the days of an order in both calendars. */
export const renderOrderDays = ({ eventDate, createdAt }: Order) => ({
  eventDate: <DayInBothCalendars when={eventDate} />,
  at: <DayInBothCalendars when={createdAt} />,
})

/** Returns the days of a request in the Gregorian format that invitations have. */
export const renderRequestDays = ({ eventDate, createdAt }: UserRequest) => ({
  eventDate: <Numeric>{formatEventDay(eventDate)}</Numeric>,
  at: <Numeric>{formatInvitationDay(createdAt)}</Numeric>,
})

function DayInBothCalendars({ when }: { when: string }) {
  const { hijri, gregorian } = formatOrderDay(when)
  return (
    <>
      {hijri}
      <span className="block font-normal text-muted text-xs leading-5">{gregorian}</span>
    </>
  )
}
