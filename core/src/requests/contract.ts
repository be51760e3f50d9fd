import * as z from 'zod/mini'
import { defineResource } from '../endpoint.ts'
import {
  calendarDay,
  IdempotencyKey,
  Moment,
  OptionalSpanFields,
  PageFields,
  paragraph,
  Reference,
  requiredLine,
  requiredPhone,
  SpanFields,
  textLine,
  wholeNumber,
} from '../inputs.ts'
import * as texts from '../texts.ts'
import { OpenAccountInput, OpenedAccount, OrderAccount } from './order-account.ts'

export const EventType = z.enum(['wedding', 'graduation', 'private', 'conference', 'other'], texts.requiredFields)
export type EventType = z.infer<typeof EventType>

/** The statuses of an order that an administrator can set. (`RequestStatus`: those of a request.) */
export const OrderStatus = z.enum(['pending', 'processing', 'approved', 'completed', 'cancelled', 'rejected'], texts.badInput)
export type OrderStatus = z.infer<typeof OrderStatus>
export const RequestStatus = z.enum(['pending', 'approved', 'completed', 'rejected'], texts.badInput)
export type RequestStatus = z.infer<typeof RequestStatus>

const notesField = paragraph(2000)

/** The fields of an order by a visitor and of a request by a user. */
const requestedFields = {
  eventName: requiredLine(200, texts.requiredFields),
  eventDate: calendarDay(texts.requiredFields),
  eventType: EventType,
  phone: requiredPhone(texts.requiredFields),
  invitationCount: z._default(wholeNumber(1, 1000), 1),
}

const storedFields = {
  id: z.string(),
  eventName: z.string(),
  eventDate: z.string(),
  eventType: EventType,
  phone: z.string(),
  invitationCount: z.int(),
  notes: z.nullable(z.string()),
  createdAt: Moment,
}

export const Order = z.object({
  ...storedFields,
  customerName: z.nullable(z.string()),
  status: OrderStatus,
  source: z.string(),
  /** The account of the customer; null until it is opened. */
  userId: z.nullable(z.string()),
})
export type Order = z.infer<typeof Order>

export const UserRequest = z.object({ ...storedFields, userId: z.string(), status: RequestStatus })
export type UserRequest = z.infer<typeof UserRequest>

/** A request as administrators see it: also with their own notes, which its user does not get. */
export const OfficeRequest = z.extend(UserRequest, { officeNotes: z.nullable(z.string()) })
export type OfficeRequest = z.infer<typeof OfficeRequest>

/**
 * The query fields of a list of orders or requests. With `status` the list has only the rows with this status, with `search` only those
 * whose event, telephone number, notes, customer or (in `listAll`) user have every word of it, also within words.
 */
const listEndpointBase = {
  query: ['search', 'status', 'limit', 'offset'],
  input: z.object({ search: z.optional(textLine(200)), status: z.optional(OrderStatus), ...PageFields }),
} as const

const adminEndpointBase = { access: 'admin', offline: 'refuse' } as const

/**
 * Orders by visitors of the public page, and requests by users; most of their fields are the same. The server sets `status` and `source` of
 * a new row.
 */
export const requests = defineResource({
  order: {
    method: 'POST',
    path: '/orders/create.php',
    access: 'public',
    input: z.object({ ...requestedFields, customerName: z.optional(textLine(100)), nonce: z.optional(IdempotencyKey) }),
    output: z.object({ success: z.literal(true), id: z.string() }),
    limit: 'form',
    needsDiskSpace: true,
    offline: 'refuse',
  },
  /**
   * Lists orders, newest first. `from` and `to` limit the list to those that arrived between these times, `userId` to those of an account,
   * and `eventId` to the order from which an event was prepared. The lists of requests are sorted in the same way.
   */
  orders: {
    method: 'GET',
    path: '/orders/list.php',
    ...adminEndpointBase,
    query: [...listEndpointBase.query, 'from', 'to', 'userId', 'eventId'],
    input: z.extend(listEndpointBase.input, { ...OptionalSpanFields, userId: z.optional(Reference), eventId: z.optional(Reference) }),
    output: z.array(Order),
    paged: true,
  },
  /** Rejects the pending orders that arrived from `from` to `to`, and returns their number. */
  rejectOrders: {
    method: 'POST',
    path: '/orders/reject.php',
    ...adminEndpointBase,
    input: z.object(SpanFields),
    output: z.object({ rejected: z.int() }),
  },
  updateOrder: {
    method: 'PUT',
    path: '/orders/update.php',
    ...adminEndpointBase,
    query: ['id'],
    input: z.object({ id: Reference, status: z.optional(OrderStatus), notes: z.optional(notesField) }),
    output: Order,
  },
  /** Returns what has been done for the customer of an order. */
  account: {
    method: 'GET',
    path: '/orders/account.php',
    ...adminEndpointBase,
    query: ['id'],
    input: z.object({ id: Reference }),
    output: OrderAccount,
  },
  /**
   * Opens the account of an order's customer: links the account with the telephone number of the order, or creates one without a password;
   * grants the invitations of a package; prepares the event; and makes a link for the first password, which ends an earlier one. What a call has done, no later call
   * does again, except the link while the account has no password. A later call that grants a package keeps a valid link.
   */
  openAccount: {
    method: 'POST',
    path: '/orders/open-account.php',
    ...adminEndpointBase,
    query: ['id'],
    input: OpenAccountInput,
    output: OpenedAccount,
    needsDiskSpace: true,
  },

  create: {
    method: 'POST',
    path: '/user-requests/create.php',
    access: 'user',
    input: z.object({ ...requestedFields, notes: z.optional(notesField), nonce: z.optional(IdempotencyKey) }),
    output: UserRequest,
    needsDiskSpace: true,
    offline: 'refuse',
  },
  /** Lists the caller's requests; an administrator may list those of another user. */
  list: {
    method: 'GET',
    path: '/user-requests/list.php',
    access: 'user',
    query: ['userId', ...listEndpointBase.query],
    input: z.extend(listEndpointBase.input, { userId: z.optional(Reference) }),
    output: z.array(UserRequest),
    paged: true,
    offline: 'refuse',
  },
  listAll: {
    method: 'GET',
    path: '/user-requests/list-all.php',
    ...adminEndpointBase,
    ...listEndpointBase,
    output: z.array(OfficeRequest),
    paged: true,
  },
  /** Changes the status, the notes of the user or those of the office. */
  update: {
    method: 'PUT',
    path: '/user-requests/update.php',
    ...adminEndpointBase,
    query: ['id'],
    input: z.object({
      id: Reference,
      status: z.optional(RequestStatus),
      notes: z.optional(notesField),
      officeNotes: z.optional(notesField),
    }),
    output: OfficeRequest,
  },
})
