import { type CardLook, FIRST_LOOK, type Invitation, SAMPLE_ID } from '@hudur/core'
import { text } from '../../../text/ar.ts'
import type { CardDrawing } from '../cards/draw-card.ts'
import type { CardPicture } from './card-picture.ts'

/** What the maker has chosen so far; a picture is kept while a ready design is tried. */
export type CardChoice = { look: CardLook; picture: CardPicture | undefined }

export const FIRST_CHOICE: CardChoice = { look: FIRST_LOOK, picture: undefined }

export const drawingOf = ({ look, picture }: CardChoice): CardDrawing => ({ look, picture: picture?.canvas })

/** The same choice with another picture behind it; without one the first ready design stands in. */
export const withPicture = ({ look }: CardChoice, picture: CardPicture | undefined): CardChoice => ({
  look: { ...look, background: picture ? { is: 'picture', pictureId: picture.id } : FIRST_LOOK.background },
  picture,
})

const SAMPLE_DAY = '2027-01-14'

type Typed = { eventName?: string; eventDate?: string; guestName?: string | undefined }

/** A card that belongs to nobody, to show a design with; what is already typed stands on it. No door admits its code. */
export const sampleInvitation = ({ eventName, eventDate, guestName }: Typed = {}): Invitation => ({
  id: SAMPLE_ID,
  userId: '',
  eventName: eventName?.trim() || text.generator.eventNameExample,
  eventDate: eventDate || SAMPLE_DAY,
  guestName: guestName || text.generator.sampleGuest,
  qrCode: '',
  generationType: 'names',
  maxScans: 1,
  currentScans: 0,
  isScanned: false,
  scannedAt: null,
  createdAt: `${SAMPLE_DAY}T00:00:00.000Z`,
  phone: null,
  designId: null,
  isPending: false,
})

/** Cards of guests who are still being typed; one with a name for anybody where there are none yet. */
export const sampleInvitations = ({ guestNames, ...event }: Omit<Typed, 'guestName'> & { guestNames: readonly string[] }) => {
  const [first, ...others] = guestNames.map(guestName => sampleInvitation({ ...event, guestName }))
  return [first ?? sampleInvitation(event), ...others] as const
}
