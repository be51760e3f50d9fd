import { DETAIL_FIELDS, type LineField, type MarkField } from '../invitations/guest-values.ts'
import type { GenerationType } from '../invitations/invitation.ts'

/** The fields of a guest for which an imported list may have columns. A field without a value is missing. */
export type GuestDetails = Partial<Record<LineField, string> & Record<MarkField, boolean>>

export type Guest = GuestDetails & {
  name: string
  /** The telephone number in international form, `+967…`, or as written if it is unclear; null without a number. */
  phone: string | null
  /** The number of people the invitation admits, 1 to 100. */
  persons: number
  /** How many of the persons are children; missing for none. */
  children?: number
}

export const guestFromRow = (row: Guest): Guest => ({
  ...{ name: row.name, phone: row.phone, persons: row.persons },
  ...(row.children && { children: row.children }),
  ...Object.fromEntries(DETAIL_FIELDS.filter(field => row[field]).map(field => [field, row[field]])),
})

/** Returns the fields of a guest's invitation. Its kind is «custom» if it is for more than one person. */
export const invitationFieldsFor = ({ name, phone, persons, ...details }: Guest) => ({
  guestName: name,
  generationType: (persons === 1 ? 'names' : 'custom') satisfies GenerationType as GenerationType,
  maxScans: persons,
  phone,
  ...details,
})
