import type { GenerationType } from '@hudur/core'

/** Somebody to invite, as a list names them. */
export type Guest = {
  name: string
  /** In international form, `+967…`; as it was written where it is unclear. */
  phone: string | null
  /** How many people come on the invitation, 1 to 100. */
  persons: number
}

/** The kind of invitation a guest gets: more than one person is a chosen number of entries. */
export const invitationFor = ({ name, phone, persons }: Guest) => ({
  guestName: name,
  generationType: (persons === 1 ? 'names' : 'custom') satisfies GenerationType as GenerationType,
  maxScans: persons,
  phone,
})
