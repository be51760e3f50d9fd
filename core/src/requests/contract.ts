import * as z from 'zod/mini'
import { defineResource } from '../endpoint.ts'
import {
  calendarDay,
  EmptyResult,
  IdempotencyKey,
  ListSort,
  Moment,
  OptionalSpanFields,
  PageFields,
  paragraph,
  Reference,
  requiredLine,
  requiredPhone,
  SpanFields,
  selectionFields,
  textLine,
  wholeNumber,
} from '../inputs.ts'
import { PaymentState } from '../sales/payments.ts'
import * as texts from '../texts.ts'
import { OpenAccountInput, OpenedAccount, OrderAccount } from './order-account.ts'
import { MAX_NOTES_LENGTH, OrderStatus, ReplyInput, TimelineEntry, TimelineInput } from './timeline.ts'

export const EventType = z.enum(['wedding', 'graduation', 'private', 'conference', 'other'], texts.requiredFields)
export type EventType = z.infer<typeof EventType>

export { OrderStatus }
/** The statuses of a request that an administrator can set. (`OrderStatus`: those of an order.) */
export const RequestStatus = z.enum(['pending', 'approved', 'completed', 'rejected'], texts.badInput)
export type RequestStatus = z.infer<typeof RequestStatus>

const notesField = paragraph(MAX_NOTES_LENGTH)

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

/**
 * An order. The customer's words and the notes of the office are separate. `notes` is the one field that the specification has: the customer's
 * words or, where the customer wrote none, the notes of the office.
 */
export const Order = z.object({
  ...storedFields,
  customerName: z.nullable(z.string()),
  customerNotes: z.nullable(z.string()),
  officeNotes: z.nullable(z.string()),
  status: OrderStatus,
  source: z.string(),
  /** The account of the customer; null until it is opened. */
  userId: z.nullable(z.string()),
  paymentState: PaymentState,
})
export type Order = z.infer<typeof Order>

export const UserRequest = z.object({ ...storedFields, userId: z.string(), status: RequestStatus })
export type UserRequest = z.infer<typeof UserRequest>

/** A request as administrators see it: also with their own notes, which its user does not get. */
export const OfficeRequest = z.extend(UserRequest, { officeNotes: z.nullable(z.string()) })
export type OfficeRequest = z.infer<typeof OfficeRequest>

/**
 * The query fields of a list of orders or requests. With `status` the list has only the rows with this status, with `from` and `to` only those
 * that arrived between these times, and with `search` only those whose event, telephone number, notes, customer or (in `listAll`) user have
 * every word of it, also within words. `sort` is `newest` by default.
 */
const listFilterFields = { search: z.optional(textLine(200)), status: z.optional(OrderStatus), ...OptionalSpanFields }
const listEndpointBase = {
  query: ['search', 'status', 'from', 'to', 'sort', 'limit', 'offset'],
  input: z.object({ ...listFilterFields, sort: z.optional(ListSort), ...PageFields }),
} as const

const adminEndpointBase = { access: 'admin', offline: 'refuse' } as const

/** The common fields of the calls that change the status of selected rows. `changed`: how many had another status. */
const statusOfManyBase = { ...adminEndpointBase, method: 'PUT', size: 1024 * 1024, output: z.object({ changed: z.int() }) } as const

/**
 * Orders by visitors of the public page, and requests by users; most of their fields are the same. The server sets `status` and `source` of
 * a new row.
 */
export const requests = defineResource({
  order: {
    method: 'POST',
    path: '/orders/create.php',
    access: 'public',
    input: z.object({
      ...requestedFields,
      customerName: z.optional(textLine(100)),
      notes: z.optional(notesField),
      nonce: z.optional(IdempotencyKey),
    }),
    output: z.object({ success: z.literal(true), id: z.string() }),
    limit: 'form',
    needsDiskSpace: true,
    offline: 'refuse',
  },
  /** Lists orders; `userId` limits the list to those of an account, and `eventId` to the order from which an event was prepared. */
  orders: {
    method: 'GET',
    path: '/orders/list.php',
    ...adminEndpointBase,
    query: [...listEndpointBase.query, 'userId', 'eventId'],
    input: z.extend(listEndpointBase.input, { userId: z.optional(Reference), eventId: z.optional(Reference) }),
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
  /**
   * Changes the status or the notes of the office. `notes`, the field of the specification, is another name of `officeNotes`: no call changes the
   * customer's words.
   */
  updateOrder: {
    method: 'PUT',
    path: '/orders/update.php',
    ...adminEndpointBase,
    query: ['id'],
    input: z.object({
      id: Reference,
      status: z.optional(OrderStatus),
      notes: z.optional(notesField),
      officeNotes: z.optional(notesField),
    }),
    output: Order,
  },
  /** Sets the status of selected orders in one transaction. Throws `count-changed` when another number than `all.count` matches. */
  updateOrders: {
    ...statusOfManyBase,
    path: '/orders/update-many.php',
    input: z.object({ ...selectionFields(listFilterFields), newStatus: OrderStatus }),
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
  /**
   * Lists what happened to an order or a request, the newest last: its arrival, changes of its status and of the office's notes, replies and
   * grants. Of the changes and replies it has the newest `MAX_TIMELINE_EVENTS`.
   */
  timeline: {
    method: 'GET',
    path: '/orders/timeline.php',
    ...adminEndpointBase,
    query: ['orderId', 'requestId'],
    input: TimelineInput,
    output: z.array(TimelineEntry),
  },
  /** Notes in the timeline that the caller has opened a reply to the customer in WhatsApp or a mail program. The server sends nothing. */
  noteReply: {
    method: 'POST',
    path: '/orders/replies.php',
    ...adminEndpointBase,
    input: ReplyInput,
    output: EmptyResult,
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
  /** Sets the status of selected requests, as `updateOrders` does. */
  updateMany: {
    ...statusOfManyBase,
    path: '/user-requests/update-many.php',
    input: z.object({ ...selectionFields(listFilterFields), newStatus: RequestStatus }),
  },
})
