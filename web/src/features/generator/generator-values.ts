import type { GenerationType } from '@hudur/core/invitations/invitation'
import type { ImportedList } from '../guest-lists/imported-list.ts'
import type { TimeAndPlaceValues } from './time-and-place-fields.tsx'

/** The values of the generator's form. It has fields for every kind of invitation; choosing another kind does not empty them. */
export type GeneratorValues = TimeAndPlaceValues & {
  eventName: string
  eventDate: string
  kind: GenerationType
  /** For «names»: one guest per line. Guests of files and pasted tables are in `imported`. */
  names: string
  imported: ImportedList[]
  /**
   * The list under review. `place`: the index in `imported` of the list that it replaces, -1 for a new list. `isOfField`: its lines are the
   * text of `names`, which is emptied when the list is accepted.
   */
  reviewed?: { list: ImportedList; place: number; isOfField: boolean } | null
  /** How many invitations of an order are still to be created; 0 without an order. */
  target: number
  /** For «count»: how many people the one invitation admits. */
  uses: number
  /** For «custom»: a guest's name and telephone number, how many people the invitation admits, and how many of them are children. */
  guestName: string
  guestPhone: string
  scans: number
  children: number
  /** The id of the user who will own the invitations; empty for the signed-in user. */
  owner: string
}

export const EMPTY_VALUES: GeneratorValues = {
  eventName: '',
  eventDate: '',
  startsAt: '',
  timeWords: '',
  place: '',
  kind: 'names',
  names: '',
  imported: [],
  reviewed: null,
  target: 0,
  uses: 1,
  guestName: '',
  guestPhone: '',
  scans: 1,
  children: 0,
  owner: '',
}

/** Returns the lines that were appended to `sent` until `now`; all of `now` if the lines of `sent` were changed. */
function appendedLines(sent: string, now: string) {
  const appended = now.slice(sent.length)
  const isLonger = now.startsWith(sent) && (appended === '' || appended.startsWith('\n') || sent.endsWith('\n'))
  return isLonger ? appended.replace(/^\n/, '') : now
}

/** For each kind of invitation, a function that returns the emptied form fields after the invitations described by `sent` were created. */
const EMPTIED_FIELDS_BY_KIND: Record<GenerationType, (now: GeneratorValues, sent: GeneratorValues) => Partial<GeneratorValues>> = {
  names: (now, sent) => ({
    names: appendedLines(sent.names, now.names),
    imported: now.imported.filter(list => !sent.imported.includes(list)),
  }),
  count: (now, sent) => (now.uses === sent.uses ? { uses: EMPTY_VALUES.uses } : {}),
  custom: (now, sent) => ({
    ...(now.guestName === sent.guestName && { guestName: EMPTY_VALUES.guestName }),
    ...(now.guestPhone === sent.guestPhone && { guestPhone: EMPTY_VALUES.guestPhone }),
    ...(now.scans === sent.scans && { scans: EMPTY_VALUES.scans }),
    ...(now.children === sent.children && { children: EMPTY_VALUES.children }),
  }),
}

/**
 * Returns the form's fields after `createdCount` invitations described by `sent` were created. Sent values are emptied, so that a second
 * press invites nobody twice; values typed since the request stay.
 */
export const valuesAfterCreation = (now: GeneratorValues, sent: GeneratorValues, createdCount: number): GeneratorValues => ({
  ...now,
  ...EMPTIED_FIELDS_BY_KIND[sent.kind](now, sent),
  target: sent.kind === 'count' ? 0 : Math.max(0, now.target - createdCount),
})
