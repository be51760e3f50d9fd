import type { EventSummary } from '@hudur/core/events/contract'
import { eventTimeText } from '@hudur/core/events/event-time'
import type { House } from '@hudur/core/events/house'
import { houseLines } from '@hudur/core/events/house-lines'
import { type SideMessage, sideMessageOf } from '@hudur/core/events/side-messages'
import { adultsAndChildren } from '@hudur/core/invitations/adults-and-children'
import type { Invitation } from '@hudur/core/invitations/invitation'
import type { MessageValues } from '@hudur/core/invitations/message'
import { changeSentences } from '@hudur/core/invitations/told'
import { text } from '../../text/ar.ts'
import { formatCountedNoun, formatMessageDay } from '../../text/format.ts'

const { suggested: suggestedMessages } = text.sending

export type SuggestedMessageName = keyof typeof suggestedMessages

export type GuestMessageEvent = Pick<EventSummary, 'name' | 'date' | 'startsAt' | 'timeWords' | 'place' | 'message'> & {
  thanksMessage?: string | null
  sideMessages?: readonly SideMessage[] | undefined
  house?: House | undefined
}

/** Returns a suggested text for an event, without the placeholders for which the event has no value. */
export const suggestedMessage = (which: SuggestedMessageName, { startsAt, timeWords, place, house }: GuestMessageEvent) =>
  suggestedMessages[which]({
    ...{ hasHour: startsAt !== null, hasTimeWords: Boolean(timeWords), hasPlace: place !== null },
    hasHouse: houseLines(house).length > 0,
  })

/**
 * Returns the message proposed for a group: what has changed for `outdated`, a reminder for `unopened` and `unanswered`, otherwise the host's
 * own or a suggested text, which `thanks` has apart. For a guest of a `side`, the host's own text is the one for this side, if there is one.
 */
export function initialMessage(
  group: 'unsent' | 'unopened' | 'unanswered' | 'outdated' | 'thanks' | 'selected',
  event: GuestMessageEvent,
  side?: string | null,
) {
  if (group === 'outdated') return suggestedMessage('change', event)
  if (group === 'unopened' || group === 'unanswered') return suggestedMessage('reminder', event)
  if (group === 'thanks') return event.thanksMessage || suggestedMessage('thanks', event)
  return sideMessageOf(event.sideMessages, side) ?? (event.message || suggestedMessage('formal', event))
}

/** Returns in words for how many persons an invitation is: «لشخصين». With children, it adds both numbers: «لـ4 أشخاص (كبيران وطفلان)». */
function placesText({ maxScans, children }: Pick<Invitation, 'maxScans' | 'children'>) {
  const places = formatCountedNoun(maxScans, text.sending.forPersons)
  return children > 0 ? `${places} (${adultsAndChildren({ people: maxScans, children })})` : places
}

/** Returns the values of a message's placeholders. `origin` is the origin of the site's public URL, which guests open. */
export const messageValues = (
  invitation: Invitation,
  { name, date, place, house, ...time }: GuestMessageEvent,
  origin: string,
): MessageValues => ({
  guest: invitation.guestName || text.card.anyGuest,
  event: name,
  day: formatMessageDay(date),
  hour: eventTimeText(time),
  place: place ?? '',
  house: houseLines(house).join('\n'),
  places: placesText(invitation),
  link: `${origin}/i/${invitation.code}`,
  change: invitation.told
    ? changeSentences(invitation.told, { ...time, date, place, ...invitation }, { formatDay: formatMessageDay }).join('\n')
    : '',
})

/** Returns the URL of a WhatsApp chat with a text. Without a number (E.164) WhatsApp asks for the contact. */
export const whatsappUrl = (number: string | undefined, message: string | undefined) =>
  `https://wa.me/${number?.replace('+', '') ?? ''}${message === undefined ? '' : `?text=${encodeURIComponent(message)}`}`

/** Returns the `sms:` URL of a text message. iOS reads the text from `&body`, Android from `?body`; both understand `?&body`. */
export const smsUrl = (number: string, message: string) => `sms:${number}?&body=${encodeURIComponent(message)}`
