import { CHAT_FILES } from './corpus-chats.ts'
import { CONTACT_FILES } from './corpus-contacts.ts'
import { HOST_FILES } from './corpus-hosts.ts'
import { TABLE_FILES } from './corpus-tables.ts'
import { WORKBOOK_FILES } from './corpus-workbooks.ts'

/**
 * A list in the form that a real program or a host gives it, with invented names and numbers. `guests`: what the import proposes, one guest
 * for each line: `name ×persons telephone [table] {side} <note>`. `asks`: the questions that the user is asked; missing where nothing is
 * asked.
 */
export type CorpusFile = {
  content: string | Uint8Array<ArrayBuffer>
  guests: string
  asks?: readonly ('row' | 'column' | 'sheet' | 'list')[]
}

/** The lists by their names. Names that end with `pasted` are pasted, the others are files. */
export const CORPUS: Readonly<Record<string, CorpusFile>> = {
  ...TABLE_FILES,
  ...CONTACT_FILES,
  ...WORKBOOK_FILES,
  ...CHAT_FILES,
  ...HOST_FILES,
}

export const isPasted = (name: string) => name.endsWith('pasted')

type SummarisedGuest = {
  name: string
  places: number
  children: number
  phone: string | null
  table: string | null
  side: string | null
  note: string | null
}

/** Returns a guest in the notation of the corpus. */
export const summariseGuest = ({ name, places, children, phone, table, side, note }: SummarisedGuest) =>
  [
    name,
    places > 1 && `×${places}`,
    children > 0 && `(${children})`,
    phone,
    table && `[${table}]`,
    side && `{${side}}`,
    note && `<${note}>`,
  ]
    .filter(Boolean)
    .join(' ')

/** Returns the guests of a file of the corpus in its notation. */
export const expectedGuests = ({ guests }: CorpusFile) =>
  guests
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)
