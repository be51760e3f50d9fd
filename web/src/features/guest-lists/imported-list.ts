import type { ImportChoice } from '@hudur/core/guest-lists/assess-table'
import type { Guest } from '@hudur/core/guest-lists/guest'
import type { GuestTable } from '@hudur/core/guest-lists/guest-table'

/** Guests with the table and the choices of their review. A class, because react-hook-form copies plain objects at every key press. */
export class ImportedList {
  readonly name: string
  readonly table: GuestTable
  readonly choice: ImportChoice
  readonly guests: Guest[]

  constructor(values: { name: string; table: GuestTable; choice: ImportChoice; guests: Guest[] }) {
    this.name = values.name
    this.table = values.table
    this.choice = values.choice
    this.guests = values.guests
  }
}

/** Returns the list under a name that no other list has: with a number appended if necessary. */
export function withUniqueName(list: ImportedList, others: readonly ImportedList[]): ImportedList {
  const takenNames = new Set(others.map(({ name }) => name))
  let name = list.name
  for (let number = 2; takenNames.has(name); number++) name = `${list.name} ${number}`
  return name === list.name ? list : new ImportedList({ ...list, name })
}
