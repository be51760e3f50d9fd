import type { EventSummary } from '@hudur/core/events/contract'
import { eventTimeText } from '@hudur/core/events/event-time'
import type { Invitation } from '@hudur/core/invitations/invitation'
import type { MessageValues } from '@hudur/core/invitations/message'
import { text } from '../../text/ar.ts'
import { formatMessageDay } from '../../text/format.ts'

const { suggested: suggestedMessages } = text.sending

export type SuggestedMessageName = keyof typeof suggestedMessages

export type GuestMessageEvent = Pick<EventSummary, 'name' | 'date' | 'startsAt' | 'timeWords' | 'place' | 'message'>

/** Returns a suggested text for an event, without the placeholders that the event has no value for. */
export const suggestedMessage = (which: SuggestedMessageName, { startsAt, timeWords, place }: GuestMessageEvent) =>
  suggestedMessages[which]({ hasHour: startsAt !== null, hasTimeWords: Boolean(timeWords), hasPlace: place !== null })

/** Returns the message proposed for a group: a reminder for `unopened` and `unanswered`, otherwise the host's own or a suggested text. */
export const initialMessage = (group: 'unsent' | 'unopened' | 'unanswered' | 'selected', event: GuestMessageEvent) =>
  group === 'unopened' || group === 'unanswered' ? suggestedMessage('reminder', event) : event.message || suggestedMessage('formal', event)

/** Returns the values of a message's placeholders. `origin` is the origin of the site's public URL, which guests open. */
export const messageValues = (
  invitation: Invitation,
  { name, date, place, ...time }: GuestMessageEvent,
  origin: string,
): MessageValues => ({
  guest: invitation.guestName || text.card.anyGuest,
  event: name,
  day: formatMessageDay(date),
  hour: eventTimeText(time),
  place: place ?? '',
  link: `${origin}/i/${invitation.code}`,
})

/** Returns the URL of a WhatsApp chat with a text. Without a number (E.164) WhatsApp asks for the contact. */
export const whatsappUrl = (number: string | undefined, message: string | undefined) =>
  `https://wa.me/${number?.replace('+', '') ?? ''}${message === undefined ? '' : `?text=${encodeURIComponent(message)}`}`

/** Returns the `sms:` URL of a text message. iOS reads the text from `&body`, Android from `?body`; both understand `?&body`. */
export const smsUrl = (number: string, message: string) => `sms:${number}?&body=${encodeURIComponent(message)}`
