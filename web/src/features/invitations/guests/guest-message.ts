import type { EventSummary, Invitation, MessageValues } from '@hudur/core'
import { text } from '../../../text/ar.ts'
import { hourOf, messageDay } from '../../../text/format.ts'

const { suggested } = text.sending

export type SuggestedMessage = keyof typeof suggested

export type MessageEvent = Pick<EventSummary, 'name' | 'date' | 'startsAt' | 'place' | 'message'>

/** Returns a suggested text for an event, without the placeholders that the event has no value for. */
export const suggestedMessage = (which: SuggestedMessage, { startsAt, place }: MessageEvent) =>
  suggested[which]({ hasHour: startsAt !== null, hasPlace: place !== null })

/**
 * Returns the text with which a round begins: the host's own, otherwise the suggested one. Reminders begin with their own suggested text.
 */
export const firstMessage = (group: 'unsent' | 'unopened' | 'unanswered' | 'selected', event: MessageEvent) =>
  group === 'unopened' || group === 'unanswered' ? suggestedMessage('reminder', event) : event.message || suggestedMessage('formal', event)

/** Returns the values of a message's placeholders. `origin` is that of the address at which guests open the site. */
export const messageValues = (invitation: Invitation, { name, date, startsAt, place }: MessageEvent, origin: string): MessageValues => ({
  guest: invitation.guestName || text.card.anyGuest,
  event: name,
  day: messageDay(date),
  hour: startsAt === null ? '' : hourOf(startsAt),
  place: place ?? '',
  link: `${origin}/i/${invitation.code}`,
})

/** Returns the address of a WhatsApp chat with a text. Without a number (E.164) WhatsApp asks for the contact. */
export const chatAddress = (number: string | undefined, message: string | undefined) =>
  `https://wa.me/${number?.replace('+', '') ?? ''}${message === undefined ? '' : `?text=${encodeURIComponent(message)}`}`

/** Returns the address of a text message: iOS reads `&body`, Android `?body`, and both read this form. */
export const smsAddress = (number: string, message: string) => `sms:${number}?&body=${encodeURIComponent(message)}`
