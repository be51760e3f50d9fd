import type { GenerationType } from '@hudur/core'
import type { ImportedList } from './guests/imported-list.ts'

/** What is typed into the generator's form. What belongs to one kind stays while another is looked at. */
export type GeneratorFields = {
  eventName: string
  eventDate: string
  kind: GenerationType
  /** For «names»: one guest a line, and the guests of files and pasted tables. */
  names: string
  imported: ImportedList[]
  /** For «count»: how many people one invitation admits. */
  uses: number
  /** For «custom»: a guest, and how many times their invitation is scanned. */
  guestName: string
  scans: number
  /** The id of the user they are made for, or empty for oneself. */
  owner: string
}

export const NOTHING_TYPED: GeneratorFields = {
  eventName: '',
  eventDate: '',
  kind: 'names',
  names: '',
  imported: [],
  uses: 1,
  guestName: '',
  scans: 1,
  owner: '',
}

/** Which fields are each kind's own. */
const FIELDS_OF = { names: ['names', 'imported'], count: ['uses'], custom: ['guestName', 'scans'] } as const

/** The fields once the invitations of a kind were made: its own are empty again, so that nobody is invited twice by a second press. */
export function afterMaking(fields: GeneratorFields): GeneratorFields {
  const emptied = Object.fromEntries(FIELDS_OF[fields.kind].map(field => [field, NOTHING_TYPED[field]]))
  return { ...fields, ...emptied }
}
