import { useEffect, useRef, useState } from 'react'
import { saveFile } from '../device/download.ts'
import { text } from '../text/ar.ts'
import { formatSheetDay } from '../text/format.ts'
import { notify } from '../ui/toast.tsx'
import { csvFile } from './csv.ts'
import type { Sheet } from './sheet.ts'
import { workbookFile } from './workbook.ts'

const FILE_TYPES = { excel: { write: workbookFile, ending: 'xlsx' }, csv: { write: csvFile, ending: 'csv' } } as const
export type FileKind = keyof typeof FILE_TYPES

export type ExportState = { is: 'idle' } | { is: 'working'; done: number; all: number | undefined }

/**
 * Returns functions that save a sheet as a file and stop the writing. Only one file is written at a time. `sheetOf` receives a callback for
 * the progress (rows written, all rows) and a signal that is aborted on `stop`.
 */
export function useExport(title: string, sheetOf: (onProgress: (done: number, all: number) => void, signal: AbortSignal) => Sheet) {
  const [state, setState] = useState<ExportState>({ is: 'idle' })
  const runningExport = useRef<AbortController>(undefined)
  useEffect(() => () => runningExport.current?.abort(), [])

  async function exportFile(kind: FileKind) {
    if (runningExport.current) return
    const controller = new AbortController()
    runningExport.current = controller
    setState({ is: 'working', done: 0, all: undefined })
    try {
      const { write, ending } = FILE_TYPES[kind]
      const file = await write(sheetOf((done, all) => setState({ is: 'working', done, all }), controller.signal))
      controller.signal.throwIfAborted()
      saveFile(file, `${text.sheets.name(title, formatSheetDay(new Date()))}.${ending}`)
      notify.done(text.sheets.done)
    } catch {
      if (!controller.signal.aborted) notify.failure(text.sheets.failed)
    } finally {
      runningExport.current = undefined
      setState({ is: 'idle' })
    }
  }

  return { state, save: (kind: FileKind) => void exportFile(kind), stop: () => runningExport.current?.abort() }
}
