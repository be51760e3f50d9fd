import * as z from 'zod/mini'
import { defineResource } from '../endpoint.ts'
import {
  IdempotencyKey,
  ListSort,
  Moment,
  OptionalSpanFields,
  PageFields,
  Reference,
  requiredEmail,
  requiredLine,
  requiredParagraph,
  SpanFields,
  selectionFields,
  textLine,
} from '../inputs.ts'
import * as texts from '../texts.ts'

export const MessageStatus = z.enum(['new', 'read', 'replied'], texts.badInput)
export type MessageStatus = z.infer<typeof MessageStatus>

export const Message = z.object({
  id: z.string(),
  fullName: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  source: z.string(),
  status: MessageStatus,
  createdAt: Moment,
})
export type Message = z.infer<typeof Message>

/** The filters of the list of messages. */
const listFilterFields = { search: z.optional(textLine(200)), status: z.optional(MessageStatus), ...OptionalSpanFields }

/** The common fields of the calls that change selected messages. `changed`: how many messages were changed or deleted. */
const selectedMessagesBase = { access: 'admin', size: 1024 * 1024, output: z.object({ changed: z.int() }), offline: 'refuse' } as const

export const messages = defineResource({
  create: {
    method: 'POST',
    path: '/messages/create.php',
    access: 'public',
    input: z.object({
      fullName: requiredLine(100, texts.requiredFields),
      email: requiredEmail(texts.requiredFields),
      subject: requiredLine(200, texts.requiredFields),
      message: requiredParagraph(5000, texts.requiredFields),
      nonce: z.optional(IdempotencyKey),
    }),
    output: z.object({ success: z.literal(true), id: z.string() }),
    limit: 'form',
    needsDiskSpace: true,
    offline: 'refuse',
  },
  /**
   * Lists messages, newest first or in the order of `sort`. `from` and `to` limit the list to those that arrived between these times. `search`
   * limits it to those whose texts have every word of it, also within words; a telephone number is searched as it is written in a message.
   */
  list: {
    method: 'GET',
    path: '/messages/list.php',
    access: 'admin',
    query: ['search', 'status', 'from', 'to', 'sort', 'limit', 'offset'],
    input: z.object({ ...listFilterFields, sort: z.optional(ListSort), ...PageFields }),
    output: z.array(Message),
    paged: true,
    offline: 'refuse',
  },
  /** Marks the new messages that arrived from `from` to `to` as read, and returns their number. */
  markRead: {
    method: 'POST',
    path: '/messages/mark-read.php',
    access: 'admin',
    input: z.object(SpanFields),
    output: z.object({ read: z.int() }),
    offline: 'refuse',
  },
  update: {
    method: 'PUT',
    path: '/messages/update.php',
    access: 'admin',
    query: ['id'],
    input: z.object({ id: Reference, status: MessageStatus }),
    output: Message,
    offline: 'refuse',
  },
  /** Sets the status of selected messages in one transaction. Throws `count-changed` when another number than `all.count` matches. */
  updateMany: {
    ...selectedMessagesBase,
    method: 'PUT',
    path: '/messages/update-many.php',
    input: z.object({ ...selectionFields(listFilterFields), newStatus: MessageStatus }),
  },
  /** Deletes selected messages in one transaction. Throws `count-changed` as `updateMany`. */
  removeMany: {
    ...selectedMessagesBase,
    method: 'DELETE',
    path: '/messages/delete-many.php',
    input: z.object(selectionFields(listFilterFields)),
  },
})
