import { type CardLook, FIRST_LOOK, type Invitation, SAMPLE_ID } from '@hudur/core'
import type { CardDrawing } from '../../../cards/paint-card.ts'
import { text } from '../../../text/ar.ts'
import type { Guest } from '../guests/guest.ts'
import type { CardPicture } from './card-picture.ts'

/** What the maker has chosen so far; a picture is kept while a ready design is tried. */
export type CardChoice = { look: CardLook; picture: CardPicture | undefined }

export const FIRST_CHOICE: CardChoice = { look: FIRST_LOOK, picture: undefined }

/** A look that says another time and place. */
export const saying = (look: CardLook, { time, place }: Pick<CardLook, 'time' | 'place'>): CardLook => ({ ...look, time, place })

/** Whether two choices look alike, whatever time and place they say. */
export const looksAlike = (one: CardChoice, other: CardChoice) =>
  one.picture === other.picture && JSON.stringify(saying(one.look, other.look)) === JSON.stringify(other.look)

export const drawingOf = ({ look, picture }: CardChoice): CardDrawing => ({ look, picture: picture?.canvas })

/** The same choice with another picture behind it; without one the first ready design stands in. A first picture gets the panel. */
export const withPicture = ({ look }: CardChoice, picture: CardPicture | undefined): CardChoice => ({
  look: {
    ...look,
    background: picture ? { is: 'picture', pictureId: picture.id } : FIRST_LOOK.background,
    panel: look.panel || look.background.is === 'ready',
  },
  picture,
})

const SAMPLE_DAY = '2027-01-14'

type Typed = { eventName?: string; eventDate?: string; guestName?: string | undefined; maxScans?: number | undefined }

/** A card that belongs to nobody, to show a design with; what is already typed stands on it. No door admits its code. */
export const sampleInvitation = ({ eventName, eventDate, guestName, maxScans = 1 }: Typed = {}): Invitation => ({
  id: SAMPLE_ID,
  userId: '',
  eventName: eventName?.trim() || text.generator.eventNameExample,
  eventDate: eventDate || SAMPLE_DAY,
  guestName: guestName || text.generator.sampleGuest,
  qrCode: '',
  generationType: 'names',
  maxScans,
  currentScans: 0,
  isScanned: false,
  scannedAt: null,
  createdAt: `${SAMPLE_DAY}T00:00:00.000Z`,
  phone: null,
  designId: null,
  isPending: false,
})

/** Cards of guests who are still being typed; one with a name for anybody where there are none yet. */
export const sampleInvitations = ({ guests, ...event }: Omit<Typed, 'guestName'> & { guests: readonly Guest[] }) => {
  const [first, ...others] = guests.map(({ name, persons }) => sampleInvitation({ ...event, guestName: name, maxScans: persons }))
  return [first ?? sampleInvitation(event), ...others] as const
}
