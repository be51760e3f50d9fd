import { assessTable, type ImportChoice, type TableAssessment } from '@hudur/core/guest-lists/assess-table'
import { type ColumnReading, checkRowCount, recogniseColumns } from '@hudur/core/guest-lists/columns'
import type { ExistingGuest } from '@hudur/core/guest-lists/existing-guests'
import { type GuestTable, type TableRefusal, TableRefusedError } from '@hudur/core/guest-lists/guest-table'
import { type ListSource, readTable } from '@hudur/core/guest-lists/read-table'
import { toInternationalPhone } from '../../text/international-phone.ts'

/**
 * Requests, each with a message port. `hold` sends a parsed table, `existing` the guests whom the event has already. `assess` assesses the
 * table of the last `read` or `hold`.
 */
export type GuestsWorkerRequest =
  | { ask: 'read'; source: ListSource }
  | { ask: 'hold'; table: GuestTable }
  | { ask: 'existing'; guests: ExistingGuest[] }
  | { ask: 'assess'; choice: ImportChoice; callingCode: string | undefined }

export type GuestsWorkerResponse =
  | { is: 'read'; table: GuestTable; reading: ColumnReading }
  | { is: 'refused'; refusal: TableRefusal }
  | { is: 'assessed'; assessment: TableAssessment }
  | { is: 'held' }
  | { is: 'broken'; why: string }

let currentTable: GuestTable = { rows: [] }
let existingGuests: ExistingGuest[] = []

async function respondToRequest(request: GuestsWorkerRequest): Promise<GuestsWorkerResponse> {
  if (request.ask === 'hold') {
    currentTable = request.table
    return { is: 'held' }
  }
  if (request.ask === 'existing') {
    existingGuests = request.guests
    return { is: 'held' }
  }
  if (request.ask === 'assess')
    return {
      is: 'assessed',
      assessment: assessTable(currentTable, request.choice, phone => toInternationalPhone(phone, request.callingCode), existingGuests),
    }
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
