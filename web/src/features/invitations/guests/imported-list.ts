import type { ImportChoice } from './assess-table.ts'
import type { Guest } from './guest.ts'
import type { Table } from './table.ts'

/** Guests that came from a file or a pasted table, with all that is needed to look at them again. A class, because the form copies plain objects on every key. */
export class ImportedList {
  readonly name: string
  readonly table: Table
  readonly choice: ImportChoice
  readonly guests: Guest[]

  constructor(given: { name: string; table: Table; choice: ImportChoice; guests: Guest[] }) {
    this.name = given.name
    this.table = given.table
    this.choice = given.choice
    this.guests = given.guests
  }
}

/** The list under a name that none of the others has: with a number behind it where one has. */
export function withOwnName(list: ImportedList, others: readonly ImportedList[]): ImportedList {
  const taken = new Set(others.map(({ name }) => name))
  let name = list.name
  for (let number = 2; taken.has(name); number++) name = `${list.name} ${number}`
  return name === list.name ? list : new ImportedList({ ...list, name })
}
