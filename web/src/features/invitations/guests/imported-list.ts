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
