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
  /**
   * The list that is being reviewed and not taken yet; `place`: which of `imported` it replaces, -1 for none; `isOfField`: whether its lines
   * stand in `names`.
   */
  reviewed?: { list: ImportedList; place: number; isOfField: boolean } | null
  /** How many invitations an order asks for, as far as they are not made; 0 without an order. */
  target: number
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
  reviewed: null,
  target: 0,
  uses: 1,
  guestName: '',
  scans: 1,
  owner: '',
}

/** What is left of a list of which these lines were sent: what was written after them; all of it where they were changed. */
function linesAfter(sent: string, now: string) {
  const after = now.slice(sent.length)
  const isLonger = now.startsWith(sent) && (after === '' || after.startsWith('\n') || sent.endsWith('\n'))
  return isLonger ? after.replace(/^\n/, '') : now
}

/** How the fields of each kind stand when those of `sent` were made. */
const EMPTIED: Record<GenerationType, (now: GeneratorFields, sent: GeneratorFields) => Partial<GeneratorFields>> = {
  names: (now, sent) => ({
    names: linesAfter(sent.names, now.names),
    imported: now.imported.filter(list => !sent.imported.includes(list)),
  }),
  count: (now, sent) => (now.uses === sent.uses ? { uses: NOTHING_TYPED.uses } : {}),
  custom: (now, sent) => ({
    ...(now.guestName === sent.guestName && { guestName: NOTHING_TYPED.guestName }),
    ...(now.scans === sent.scans && { scans: NOTHING_TYPED.scans }),
  }),
}

/**
 * The fields once the invitations of `sent` were made, so many: what was sent is empty again, so that nobody is invited twice by a second press.
 * What was typed meanwhile stays. One card for a number of people fulfils an order.
 */
export const afterMaking = (now: GeneratorFields, sent: GeneratorFields, made: number): GeneratorFields => ({
  ...now,
  ...EMPTIED[sent.kind](now, sent),
  target: sent.kind === 'count' ? 0 : Math.max(0, now.target - made),
})
