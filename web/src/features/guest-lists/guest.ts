import type { GenerationType } from '@hudur/core/invitations/invitation'

/** The longest table, note and side of a guest, in characters. */
export const MAX_GATE_TEXT_LENGTHS = { table: 20, note: 200, side: 50 } as const
export type GateTextField = keyof typeof MAX_GATE_TEXT_LENGTHS
export const GATE_TEXT_FIELDS = Object.keys(MAX_GATE_TEXT_LENGTHS) as GateTextField[]

/** The fields of a guest that gates show. A field without a value is missing. */
export type GateFields = Partial<Record<GateTextField, string>> & { isVip?: boolean }

/** A guest of a typed or imported list. */
export type Guest = GateFields & {
  name: string
  /** The telephone number in international form, `+967…`, or as written if it is unclear; null without a number. */
  phone: string | null
  /** The number of people the invitation admits, 1 to 100. */
  persons: number
}

/** Returns the guest of a row of a list, without gate fields that are empty. */
export const guestFromRow = ({ name, phone, persons, table, note, side, isVip }: Guest): Guest => ({
  name,
  phone,
  persons,
  ...(table && { table }),
  ...(note && { note }),
  ...(isVip && { isVip }),
  ...(side && { side }),
})

/** Returns the fields of a guest's invitation. Its kind is «custom» if it is for more than one person. */
export const invitationFieldsFor = ({ name, phone, persons, ...gateFields }: Guest) => ({
  guestName: name,
  generationType: (persons === 1 ? 'names' : 'custom') satisfies GenerationType as GenerationType,
  maxScans: persons,
  phone,
  ...gateFields,
})
