import { type CardLook, DEFAULT_LOOK } from '@hudur/core/cards/look'
import { type EventTimeAndPlace, timeAndPlaceOf } from '@hudur/core/events/event-time'
import { SAMPLE_ID } from '@hudur/core/id'
import type { Invitation } from '@hudur/core/invitations/invitation'
import { BLANK_INVITATION } from '@hudur/core/invitations/views'
import type { CardPicture } from '../../cards/card-picture.ts'
import type { CardDrawing } from '../../cards/paint-card.ts'
import { text } from '../../text/ar.ts'

/** The chosen look and the uploaded background image. The image stays while the user tries a template as background. */
export type CardChoice = { look: CardLook; picture: CardPicture | undefined }

export const DEFAULT_CARD_CHOICE: CardChoice = { look: DEFAULT_LOOK, picture: undefined }

export const withTimeAndPlace = (look: CardLook, { time, place }: Pick<CardLook, 'time' | 'place'>): CardLook => ({ ...look, time, place })

/** Returns a choice with the time and the place of an event. */
export const withEventTexts = (choice: CardChoice, event: EventTimeAndPlace): CardChoice => ({
  ...choice,
  look: withTimeAndPlace(choice.look, timeAndPlaceOf(event)),
})

/** Returns whether two choices are equal apart from the texts of time and place. */
export const isSameChoice = (one: CardChoice, other: CardChoice) =>
  one.picture === other.picture && JSON.stringify(withTimeAndPlace(one.look, other.look)) === JSON.stringify(other.look)

/** Returns whether two choices give the same cards. */
export const isSameCard = (one: CardChoice, other: CardChoice) =>
  one.picture?.id === other.picture?.id && JSON.stringify(one.look) === JSON.stringify(other.look)

export const cardDrawingOf = ({ look, picture }: CardChoice): CardDrawing => ({ look, picture: picture?.canvas })

/** Returns the choice with `picture`, or else the first template, as background. An image that replaces a template has no panel. */
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
