import { DEFAULT_PLACES, type Invitation, type Places, SAMPLE_ID } from '@hudur/core'
import { text } from '../../../text/ar.ts'
import type { DesignId } from '../cards/designs.ts'
import type { CardLook } from '../cards/draw-card.ts'
import type { CardPicture } from './card-picture.ts'

/** What the maker has chosen so far; a picture is kept while a ready design is tried. */
export type CardChoice = { uses: DesignId | 'picture'; picture: CardPicture | undefined; places: Places }

export const FIRST_CHOICE: CardChoice = { uses: 'mithaq', picture: undefined, places: DEFAULT_PLACES }

export function lookOf({ uses, picture, places }: CardChoice): CardLook {
  if (uses !== 'picture') return { background: { is: 'design', design: uses }, places }
  return picture ? { background: { is: 'picture', picture: picture.canvas }, places } : lookOf({ ...FIRST_CHOICE, places })
}

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
