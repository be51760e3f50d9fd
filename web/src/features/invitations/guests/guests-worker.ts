import { type Assessment, assessTable, type ImportChoice } from './assess-table.ts'
import { measureTable, type Reading, recogniseColumns } from './columns.ts'
import { type ListSource, readTable } from './read-table.ts'
import { type Table, type TableRefusal, TableRefused } from './table.ts'

/**
 * Requests to the worker, each with a message port for the response. `read` parses a list into a table, `hold` hands over a parsed table;
 * `assess` concerns the table of the last `read` or `hold`.
 */
export type ToReader =
  | { ask: 'read'; source: ListSource }
  | { ask: 'hold'; table: Table }
  | { ask: 'assess'; choice: ImportChoice; callingCode: string | undefined }

export type FromReader =
  | { is: 'read'; table: Table; reading: Reading }
  | { is: 'refused'; refusal: TableRefusal }
  | { is: 'assessed'; assessment: Assessment }
  | { is: 'held' }
  | { is: 'broken'; why: string }

let held: Table = { rows: [] }

async function answer(asked: ToReader): Promise<FromReader> {
  if (asked.ask === 'hold') {
    held = asked.table
    return { is: 'held' }
  }
  if (asked.ask === 'assess') return { is: 'assessed', assessment: assessTable(held, asked.choice, asked.callingCode) }
  const table = await readTable(asked.source)
  const reading = recogniseColumns(table)
  measureTable(table, reading)
  held = table
  return { is: 'read', table, reading }
}

self.onmessage = async ({ data, ports }: MessageEvent<ToReader>) =>
  ports[0]?.postMessage(
    await answer(data).catch(
      (cause: unknown): FromReader =>
        cause instanceof TableRefused ? { is: 'refused', refusal: cause.refusal } : { is: 'broken', why: String(cause) },
    ),
  )
