import { assessTable, type ImportChoice, type TableAssessment } from './assess-table.ts'
import { type ColumnReading, checkRowCount, recogniseColumns } from './columns.ts'
import { type GuestTable, type TableRefusal, TableRefusedError } from './guest-table.ts'
import { type ListSource, readTable } from './read-table.ts'

/** Requests, each with a message port. `hold` sends a parsed table. `assess` assesses the table of the last `read` or `hold`. */
export type GuestsWorkerRequest =
  | { ask: 'read'; source: ListSource }
  | { ask: 'hold'; table: GuestTable }
  | { ask: 'assess'; choice: ImportChoice; callingCode: string | undefined }

export type GuestsWorkerResponse =
  | { is: 'read'; table: GuestTable; reading: ColumnReading }
  | { is: 'refused'; refusal: TableRefusal }
  | { is: 'assessed'; assessment: TableAssessment }
  | { is: 'held' }
  | { is: 'broken'; why: string }

let currentTable: GuestTable = { rows: [] }

async function respondToRequest(request: GuestsWorkerRequest): Promise<GuestsWorkerResponse> {
  if (request.ask === 'hold') {
    currentTable = request.table
    return { is: 'held' }
  }
  if (request.ask === 'assess') return { is: 'assessed', assessment: assessTable(currentTable, request.choice, request.callingCode) }
  const table = await readTable(request.source)
  const reading = recogniseColumns(table)
  checkRowCount(table, reading)
  currentTable = table
  return { is: 'read', table, reading }
}

self.onmessage = async ({ data, ports }: MessageEvent<GuestsWorkerRequest>) =>
  ports[0]?.postMessage(
    await respondToRequest(data).catch(
      (cause: unknown): GuestsWorkerResponse =>
        cause instanceof TableRefusedError ? { is: 'refused', refusal: cause.refusal } : { is: 'broken', why: String(cause) },
    ),
  )
