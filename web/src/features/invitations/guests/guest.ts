import type { GenerationType } from '@hudur/core'

/** A guest of a list. */
export type Guest = {
  name: string
  /** In international form, `+967…`; as written if it is unclear. */
  phone: string | null
  /** The number of people the invitation admits, 1 to 100. */
  persons: number
}

/** Returns the kind of invitation for a guest: «custom» for more than one person. */
export const invitationFor = ({ name, phone, persons }: Guest) => ({
  guestName: name,
  generationType: (persons === 1 ? 'names' : 'custom') satisfies GenerationType as GenerationType,
  maxScans: persons,
  phone,
})
