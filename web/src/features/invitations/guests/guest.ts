import type { GenerationType } from '@hudur/core'

/** The longest table, note and side of a guest, in characters. */
export const GATE_TEXT_LENGTHS = { table: 20, note: 200, side: 50 } as const
export type GateText = keyof typeof GATE_TEXT_LENGTHS
export const GATE_TEXTS = Object.keys(GATE_TEXT_LENGTHS) as GateText[]

/** The fields with which gates receive a guest. A field without a value is missing. */
export type GateFields = Partial<Record<GateText, string>> & { isVip?: boolean }

/** A guest of a list. */
export type Guest = GateFields & {
  name: string
  /** In international form, `+967…`; as written if it is unclear. */
  phone: string | null
  /** The number of people the invitation admits, 1 to 100. */
  persons: number
}

/** Returns the guest of a row of a list, without gate fields that are empty. */
export const guestOf = ({ name, phone, persons, table, note, side, isVip }: Guest): Guest => ({
  name,
  phone,
  persons,
  ...(table && { table }),
  ...(note && { note }),
  ...(isVip && { isVip }),
  ...(side && { side }),
})

/** Returns the kind of invitation for a guest: «custom» for more than one person. */
export const invitationFor = ({ name, phone, persons, ...gateFields }: Guest) => ({
  guestName: name,
  generationType: (persons === 1 ? 'names' : 'custom') satisfies GenerationType as GenerationType,
  maxScans: persons,
  phone,
  ...gateFields,
})
