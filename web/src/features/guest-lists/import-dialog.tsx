import type { ImportChoice, ReviewRow, RowEdit, TableAssessment } from '@hudur/core/guest-lists/assess-table'
import { guestFromRow } from '@hudur/core/guest-lists/guest'
import type { GuestTable } from '@hudur/core/guest-lists/guest-table'
import { usedSheets } from '@hudur/core/guest-lists/sheets'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { text } from '../../text/ar.ts'
import { formatCountedNoun, formatWholeNumber } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { GrowingList } from '../../ui/growing-list.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ImportColumns } from './import-columns.tsx'
import { ImportedList } from './imported-list.ts'
import { ListQuestions } from './list-questions.tsx'
import type { EventOfList } from './read-existing-guests.ts'
import { refusalText } from './refusal-text.ts'
import { ReviewDoubt } from './review-doubt.tsx'
import { LeftOutRows, RowsWithoutDoubts } from './review-lists.tsx'
import { useExistingGuests } from './use-existing-guests.ts'
import { type ImportSource, useImport } from './use-import.ts'

const words = text.guestReview
const DOUBTS_AT_A_TIME = 20

const isIncluded = ({ isOut }: ReviewRow) => !isOut
const countPersons = (rows: readonly ReviewRow[]) => rows.reduce((sum, { persons }) => sum + persons, 0)

export type ImportDialogProps = {
  source: ImportSource
  /** The event whose guests are compared with the list. */
  event: EventOfList
  /** The owner's balance minus the form's invitations outside this list; undefined until the owner is loaded. */
  balance: number | undefined
  /** Called after every change, so that a review interrupted by a reload can continue. The `guests` of the list are empty. */
  onReview: (list: ImportedList) => void
  onAccept: (list: ImportedList) => void
  /** Receives the choices, so that a later review restores them. */
  onClose: (choice?: ImportChoice) => void
  /** Keeps the lines of the names field unchanged, each as a name. Undefined for other sources than that field. */
  onKeepLines?: (() => void) | undefined
}

/** Renders the review of guests from a file, a text or contacts. The user answers questions about doubtful rows and accepts the list. */
export function ImportDialog({ source, event, balance, onReview, onAccept, onClose, onKeepLines }: ImportDialogProps) {
  const existing = useExistingGuests(event)
  const { state, changeChoice, chooseSheets } = useImport(source, existing.guests)
  const readyImport = state.is === 'ready' ? state : undefined
  const guests = readyImport?.assessment?.rows.filter(isIncluded) ?? []
  const closeReview = () => onClose(readyImport?.choice)
  const reportReview = useEffectEvent((table: GuestTable, choice: ImportChoice) =>
    onReview(new ImportedList({ name: source.name, table, choice, guests: [] })),
  )
  const [table, choice] = [readyImport?.table, readyImport?.choice]
  useEffect(() => {
    if (table && choice) reportReview(table, choice)
  }, [table, choice])

  function acceptGuests() {
    if (!readyImport?.assessment) return
    const { table, choice } = readyImport
    onAccept(new ImportedList({ name: source.name, table, choice, guests: guests.map(guestFromRow) }))
  }

  return (
    <Dialog
      footer={
        readyImport ? (
          <div className="grid w-full grid-cols-[minmax(0,1fr)] gap-2 short:grid-cols-[minmax(0,1fr)_auto] short:items-center short:gap-6">
            <p className="flex flex-wrap justify-between gap-x-4 text-muted text-sm" role="status">
              <span className="font-medium text-foreground">
                {words.total(
                  formatCountedNoun(guests.length, text.invitationWord),
                  formatCountedNoun(countPersons(guests), words.seatWord),
                )}
              </span>
              {balance !== undefined && <RemainingBalance remaining={balance - guests.length} />}
            </p>
            <Button className="w-full" isDisabled={guests.length === 0} onPress={acceptGuests} size="lg">
              {words.take}
            </Button>
          </div>
        ) : (
          <Button onPress={closeReview} variant="outline">
            {text.ui.close}
          </Button>
        )
      }
      isDismissable={false}
      isOpen
      onOpenChange={closeReview}
      size="cover"
      title={text.guests.title}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 p-1 text-foreground">
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <p className="min-w-0 break-words text-muted text-sm">
            <bdi>{source.name}</bdi>
          </p>
          {readyImport && onKeepLines && (
            <Button className="h-auto whitespace-normal" onPress={onKeepLines} variant="ghost">
              {words.keepWritten}
            </Button>
          )}
        </div>
        {state.is === 'refused' && <Notice tone="danger">{refusalText(state.refusal)}</Notice>}
        {state.is === 'broken' && <Notice tone="danger">{words.broken}</Notice>}
        {existing.isFailed && <Notice tone="warning">{words.existingFailed}</Notice>}
        {readyImport?.assessment ? (
          <ImportReview
            assessment={readyImport.assessment}
            choice={readyImport.choice}
            choose={changeChoice}
            chooseSheets={chooseSheets}
            table={readyImport.table}
          />
        ) : (
          (readyImport || state.is === 'reading') && (
            <div className="grid gap-3" role="status">
              <span className="sr-only">{words.reading}</span>
              <Skeleton className="h-12 w-full" />
              <Skeleton className="h-40 w-full" />
            </div>
          )
        )}
      </div>
    </Dialog>
  )
}

const RemainingBalance = ({ remaining }: { remaining: number }) =>
  remaining < 0 ? (
    <span className="text-warning-soft-foreground">{words.beyond(formatWholeNumber(-remaining))}</span>
  ) : (
    <span>{words.left(formatWholeNumber(remaining))}</span>
  )

/** Divides the rows into doubtful, clear and left-out ones. A doubtful row stays doubtful when the user has answered its questions. */
function groupRows({ rows }: TableAssessment) {
  const doubtful = rows.filter(({ doubts }) => doubts.length > 0)
  const rowsWithoutDoubts = rows.filter(({ doubts }) => doubts.length === 0)
  return { doubtful, clear: rowsWithoutDoubts.filter(isIncluded), out: rowsWithoutDoubts.filter(({ isOut }) => isOut) }
}

function tallyText({ rows, questions }: TableAssessment, { doubtful, clear, out }: ReturnType<typeof groupRows>) {
  const existing = out.filter(({ why }) => why === 'existing').length
  const readText = words.tally(formatCountedNoun(rows.length, words.readWord))
  const { one, two, more } = words.allClear
  if (doubtful.length + out.length + questions.length === 0) return `${readText}، ${[one, two][rows.length - 1] ?? more}.`
  const parts = [
    clear.length === 0 ? words.none : formatCountedNoun(clear.length, words.clearWord),
    ...(doubtful.length > 0 ? [formatCountedNoun(doubtful.length, words.doubtfulWord)] : []),
    ...(existing > 0 ? [formatCountedNoun(existing, words.existingWord)] : []),
    ...(out.length > existing ? [formatCountedNoun(out.length - existing, words.outWord)] : []),
  ]
  return `${readText}. ${parts.join('، و')}.`
}

type ImportReviewProps = {
  table: GuestTable
  choice: ImportChoice
  assessment: TableAssessment
  choose: (change: (choice: ImportChoice) => Partial<ImportChoice>) => void
  chooseSheets: (used: number[]) => void
}

function ImportReview({ table, choice, assessment, choose, chooseSheets }: ImportReviewProps) {
  const { rows, questions } = assessment
  const groups = groupRows(assessment)
  const { doubtful, clear, out } = groups
  const rowsByNumber = new Map(rows.map(row => [row.row, row]))
  const editRow = (row: number, change: RowEdit) => choose(({ edits }) => ({ edits: { ...edits, [row]: { ...edits[row], ...change } } }))
  return (
    <>
      <p className="text-lg" role="status">
        {rows.some(isIncluded) ? tallyText(assessment, groups) : words.nobody}
      </p>
      <ListQuestions
        choice={choice}
        choose={change => choose(() => change)}
        chooseSheets={chooseSheets}
        questions={questions}
        table={table}
      />
      <RowSection count={doubtful.length} title={words.doubtful}>
        <GrowingList className="grid grid-cols-[minmax(0,1fr)] gap-2" items={doubtful} step={DOUBTS_AT_A_TIME}>
          {row => (
            <ReviewDoubt
              edit={choice.edits[row.row]}
              key={row.row}
              onEdit={change => editRow(row.row, change)}
              others={rowsByNumber}
              row={row}
            />
          )}
        </GrowingList>
      </RowSection>
      <RowSection count={clear.length} title={words.clear}>
        <RowsWithoutDoubts edits={choice.edits} onEdit={editRow} rows={clear} />
      </RowSection>
      <RowSection count={out.length} title={words.out}>
        <LeftOutRows onEdit={editRow} rows={out} />
      </RowSection>
      {table.is === undefined && (
        <details open={!rows.some(isIncluded)}>
          <summary className="flex min-h-11 cursor-pointer items-center font-semibold">{words.columns}</summary>
          <ImportColumns key={usedSheets(table).join()} onChange={reading => choose(() => reading)} reading={choice} table={table} />
        </details>
      )}
    </>
  )
}

const RowSection = ({ title, count, children }: { title: string; count: number; children: ReactNode }) =>
  count > 0 && (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 className="font-semibold">
        {title} <span className="font-normal text-muted">{formatWholeNumber(count)}</span>
      </h3>
      {children}
    </section>
  )
