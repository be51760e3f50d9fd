import { type CardLook, DEFAULT_LOOK } from '@hudur/core/cards/look'
import { cardTextsOf, type EventOfCard } from '@hudur/core/events/event-time'
import { SAMPLE_ID } from '@hudur/core/id'
import type { Invitation } from '@hudur/core/invitations/invitation'
import { BLANK_INVITATION } from '@hudur/core/invitations/views'
import type { CardPicture } from '../../cards/card-picture.ts'
import type { CardDrawing } from '../../cards/paint-card.ts'
import { text } from '../../text/ar.ts'

/** The chosen look and the uploaded background image. The image stays while the user tries a template as background. */
export type CardChoice = { look: CardLook; picture: CardPicture | undefined }

export const DEFAULT_CARD_CHOICE: CardChoice = { look: DEFAULT_LOOK, picture: undefined }

/** Returns a look with the texts that an event gives to its cards. */
export const withCardTexts = (look: CardLook, { time, place, house }: ReturnType<typeof cardTextsOf>): CardLook => ({
  ...look,
  ...{ time, place, house },
})

/** Returns a choice with the time, the place and the words of the house of an event. */
export const withEventTexts = (choice: CardChoice, event: EventOfCard): CardChoice => ({
  ...choice,
  look: withCardTexts(choice.look, cardTextsOf(event)),
})

/** Returns whether two choices are equal apart from the texts of the event. */
export const isSameChoice = (one: CardChoice, other: CardChoice) =>
  one.picture === other.picture && JSON.stringify(withCardTexts(one.look, other.look)) === JSON.stringify(other.look)

/** Returns whether two choices give the same cards. */
export const isSameCard = (one: CardChoice, other: CardChoice) =>
  one.picture?.id === other.picture?.id && JSON.stringify(one.look) === JSON.stringify(other.look)

export const cardDrawingOf = ({ look, picture }: CardChoice): CardDrawing => ({ look, picture: picture?.canvas })

/**
 * Returns the choice with an uploaded image as background or, without `picture`, with the first template. An image has no text panel at
 * first.
 */
export const withPicture = ({ look }: CardChoice, picture: CardPicture | undefined): CardChoice => ({
  look: {
    ...look,
    background: picture ? { is: 'picture', pictureId: picture.id } : DEFAULT_LOOK.background,
    panel: look.panel && look.background.is === 'picture',
  },
  picture,
})

const SAMPLE_DAY = '2027-01-14'

type SampleValues = { eventName?: string; eventDate?: string; guestName?: string | undefined; maxScans?: number | undefined }

/** Returns an invitation without an owner, for a preview with the values typed so far. Scanners refuse its code. */
export const sampleInvitation = ({ eventName, eventDate, guestName, maxScans = 1 }: SampleValues = {}): Invitation => ({
  ...BLANK_INVITATION,
  ...{ id: SAMPLE_ID, code: SAMPLE_ID, generationType: 'names', maxScans, createdAt: `${SAMPLE_DAY}T00:00:00.000Z` },
  eventName: eventName?.trim() || text.generator.eventNameExample,
  eventDate: eventDate || SAMPLE_DAY,
  guestName: guestName || text.generator.sampleGuest,
})

/** Returns sample invitations for the guests being typed; a single one with an example name if there are none. */
export const sampleInvitations = ({
  guests,
  ...event
}: Omit<SampleValues, 'guestName'> & { guests: readonly { name: string; persons: number }[] }) => {
  const [first, ...others] = guests.map(({ name, persons }) => sampleInvitation({ ...event, guestName: name, maxScans: persons }))
  return [first ?? sampleInvitation(event), ...others] as const
}
