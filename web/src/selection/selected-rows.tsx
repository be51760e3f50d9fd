import type { CountedWord } from '@hudur/core/counted'
import { FileSpreadsheet, FileText, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import type { Cell, Sheet } from '../sheets/sheet.ts'
import { useExport } from '../sheets/use-export.ts'
import { text } from '../text/ar.ts'
import { formatCountedNoun } from '../text/format.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { ActionButton, SelectionBar } from '../ui/selection-bar.tsx'
import type { useDelayedChange } from './use-delayed-change.tsx'
import type { RowSelection } from './use-selection.ts'

const words = text.selection

/** What the user is asked before a change of selected rows, and how it is made. */
export type SelectionChange<Row extends { id: string }, Filters extends object> = {
  announcement: string
  failed: string
  send: (input: ReturnType<RowSelection<Row, Filters>['toInput']>) => Promise<string | undefined>
}

/** An action for selected rows: one that asks for confirmation with numbers, or one that opens a dialog of its own. */
export type RowsAction<Row extends { id: string }, Filters extends object> = {
  id: string
  label: string
  Icon: LucideIcon
  isDanger?: boolean
} & ({ open: () => void } | { question: string; numbers: readonly string[]; change: SelectionChange<Row, Filters> })

type SheetColumn<Row> = { title: string; width: number; cell: (row: Row) => Cell }

/** Returns rows as a spreadsheet. */
export const rowsSheet = <Row,>(columns: readonly SheetColumn<Row>[], rows: readonly Row[]): Sheet => ({
  columns: columns.map(({ title, width }) => ({ title, width })),
  pages: [rows.map(row => columns.map(({ cell }) => cell(row)))],
})

/** Returns a function that starts a change of the selected rows, ends the selection, and restores it if the change is undone or fails. */
export const startChangeOf =
  <Row extends { id: string }, Filters extends object>(
    selection: RowSelection<Row, Filters>,
    delayed: Pick<ReturnType<typeof useDelayedChange>, 'start'>,
  ) =>
  ({ announcement, failed, send }: SelectionChange<Row, Filters>) => {
    const input = selection.toInput()
    delayed.start({ announcement, failed, restore: selection.keep(), send: () => send(input) })
    selection.stop()
  }

type SelectedRowsProps<Row extends { id: string }, Filters extends object> = {
  selection: RowSelection<Row, Filters>
  delayed: ReturnType<typeof useDelayedChange>
  word: CountedWord
  actions: readonly RowsAction<Row, Filters>[]
  /** The name of the exported file, and its content. */
  file: string
  sheetOf: (rows: readonly Row[]) => Sheet
}

/** Renders the bar with the actions for selected rows, the question before a change, and the notice with which the change is undone. */
export function SelectedRows<Row extends { id: string }, Filters extends object>(props: SelectedRowsProps<Row, Filters>) {
  const { selection, delayed, word, actions, file, sheetOf } = props
  const [askedId, setAsked] = useState<string>()
  const fileExport = useExport(file, () => sheetOf([...selection.rows.values()]))
  const asked = actions.find(({ id }) => id === askedId)
  const isEmpty = selection.rows.size === 0
  const [first, ...others] = [
    ...actions.map(action => ({ ...action, isDisabled: isEmpty, act: 'open' in action ? action.open : () => setAsked(action.id) })),
    ...(['excel', 'csv'] as const).map(kind => ({
      id: kind,
      label: text.sheets[kind],
      Icon: kind === 'excel' ? FileSpreadsheet : FileText,
      isDisabled: isEmpty || fileExport.state.is === 'working',
      act: () => fileExport.save(kind),
    })),
  ]

  return (
    <>
      {/* The bar is higher than the navigation bar that it covers, so the page gets a larger padding. */}
      {(selection.isOn || delayed.isBusy) && <div className="h-16 print:hidden" />}
      {selection.isOn && (
        <SelectionBar
          actions={others}
          label={words.bar}
          onClose={selection.stop}
          status={words.count(formatCountedNoun(selection.rows.size, word))}
        >
          {first && <ActionButton action={first} />}
        </SelectionBar>
      )}
      {asked && 'question' in asked && (
        <ConfirmDialog
          confirm={asked.label}
          isDanger={asked.isDanger ?? false}
          isOpen
          onConfirm={() => {
            setAsked(undefined)
            startChangeOf(selection, delayed)(asked.change)
          }}
          onOpenChange={() => setAsked(undefined)}
          title={asked.question}
        >
          {asked.numbers.map(line => (
            <span className="block" key={line}>
              {line}
            </span>
          ))}
          <span className="mt-2 block text-muted">{words.after}</span>
        </ConfirmDialog>
      )}
      {delayed.notice}
    </>
  )
}
