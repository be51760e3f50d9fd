import type { ImportChoice, TableAssessment } from '@hudur/core/guest-lists/assess-table'
import { checkRowCount, recogniseColumns } from '@hudur/core/guest-lists/columns'
import type { ExistingGuest } from '@hudur/core/guest-lists/existing-guests'
import { type GuestTable, type TableRefusal, TableRefusedError } from '@hudur/core/guest-lists/guest-table'
import type { ListSource } from '@hudur/core/guest-lists/read-table'
import { withSheets } from '@hudur/core/guest-lists/sheets'
import { useEffect, useRef, useState } from 'react'
import { useCallingCode } from '../../backend/hooks/use-installation.ts'
import type { GuestsWorkerRequest, GuestsWorkerResponse } from './guests-worker.ts'
import { ImportedList } from './imported-list.ts'

/**
 * The source of guests, with earlier decisions in `choice`. For an interrupted review, `place` is the index of the list it replaces (-1 for
 * none), and `isOfField` says that its lines are the text of the field of names.
 */
export type ImportSource = {
  name: string
  from: ListSource | ImportedList
  choice?: ImportChoice | undefined
  place?: number
  isOfField?: boolean
}

export type ImportState =
  | { is: 'reading' }
  | { is: 'refused'; refusal: TableRefusal }
  | { is: 'broken' }
  | { is: 'ready'; table: GuestTable; choice: ImportChoice; assessment: TableAssessment | undefined }

/** Opens a worker that reads lists, so that a large or malicious list does not block the page. */
function openListReader() {
  const worker = new Worker(new URL('./guests-worker.ts', import.meta.url), { type: 'module' })
  const ask = (request: GuestsWorkerRequest) =>
    new Promise<GuestsWorkerResponse>(resolve => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = ({ data }: MessageEvent<GuestsWorkerResponse>) => {
        port1.close()
        resolve(data)
      }
      worker.onerror = event => resolve({ is: 'broken', why: event.message })
      worker.postMessage(request, [port2])
    })
  return { ask, close: () => worker.terminate() }
}

/**
 * Reads a source of guests in a worker, and assesses the table again whenever the user changes a choice. `existing`: the guests whom the
 * event has already; undefined until they are known, and until then the table is not assessed.
 */
export function useImport({ from, choice: initialChoice }: ImportSource, existing: ExistingGuest[] | undefined) {
  // If the calling code is unknown, the user is asked about telephone numbers without a country code.
  const { callingCode, isKnown } = useCallingCode()
  const reader = useRef<ReturnType<typeof openListReader>>(undefined)
  const [state, setState] = useState<ImportState>({ is: 'reading' })

  useEffect(() => {
    const newReader = openListReader()
    reader.current = newReader
    let isCancelled = false
    async function readImportSource() {
      if (from instanceof ImportedList) {
        await newReader.ask({ ask: 'hold', table: from.table })
        return setState({ is: 'ready', table: from.table, choice: from.choice, assessment: undefined })
      }
      const answer = await newReader.ask({ ask: 'read', source: from })
      if (isCancelled) return
      if (answer.is === 'refused') setState(answer)
      else if (answer.is !== 'read') setState({ is: 'broken' })
      else {
        const choice = initialChoice ?? { ...answer.reading, edits: {} }
        setState({ is: 'ready', table: answer.table, choice, assessment: undefined })
      }
    }
    void readImportSource()
    return () => {
      isCancelled = true
      newReader.close()
    }
  }, [from, initialChoice])

  const choice = state.is === 'ready' ? state.choice : undefined
  useEffect(() => {
    if (!choice || !isKnown || !existing) return
    let isOver = false
    void reader.current?.ask({ ask: 'existing', guests: existing })
    void reader.current?.ask({ ask: 'assess', choice, callingCode }).then(answer => {
      if (isOver) return
      setState(now => {
        if (answer.is !== 'assessed') return { is: 'broken' }
        return now.is === 'ready' ? { ...now, assessment: answer.assessment } : now
      })
    })
    return () => {
      isOver = true
    }
  }, [choice, callingCode, isKnown, existing])

  const changeChoice = (change: (choice: ImportChoice) => Partial<ImportChoice>) =>
    setState(now => (now.is === 'ready' ? { ...now, choice: { ...now.choice, ...change(now.choice) } } : now))

  /** Reads the rows of other sheets. Removes the earlier answers, which belonged to the former rows. */
  function chooseSheets(used: number[]) {
    if (state.is !== 'ready') return
    const table = withSheets(state.table, used)
    const reading = recogniseColumns(table)
    try {
      checkRowCount(table, reading)
    } catch (cause) {
      if (cause instanceof TableRefusedError) return setState({ is: 'refused', refusal: cause.refusal })
      throw cause
    }
    void reader.current?.ask({ ask: 'hold', table })
    setState({ is: 'ready', table, choice: { ...reading, edits: {} }, assessment: undefined })
  }

  return { state, changeChoice, chooseSheets }
}
