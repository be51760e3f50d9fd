import { MAX_AT_ONCE } from '@hudur/core'
import { useRef, useState } from 'react'
import { text } from '../../../text/ar.ts'
import { counted } from '../../../text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { Assessment, ImportChoice, RowEdit } from './assess-table.ts'
import { ImportColumns } from './import-columns.tsx'
import { ImportFindings } from './import-findings.tsx'
import { ImportQuestions } from './import-questions.tsx'
import { ImportTable } from './import-table.tsx'
import { ImportedList } from './imported-list.ts'
import type { Table, TableRefusal } from './table.ts'
import { type ImportSource, useImport } from './use-import.ts'

const words = text.guests

const sayRefusal = (refusal: TableRefusal) =>
  refusal.reason === 'too-many'
    ? words.tooMany(counted(refusal.count, words.rowWord), counted(MAX_AT_ONCE, words.guestWord))
    : words.refusals[refusal.reason]

type ImportDialogProps = { source: ImportSource; onTake: (list: ImportedList) => void; onClose: () => void }

/** What a file or a pasted table would make, before it is taken over. Closing it changes nothing. */
export function ImportDialog({ source, onTake, onClose }: ImportDialogProps) {
  const { state, choose } = useImport(source)
  const [isAsked, setAsked] = useState(false)
  const content = useRef<HTMLDivElement>(null)
  const ready = state.is === 'ready' ? state : undefined
  const count = ready?.assessment?.guests.length ?? 0

  function take() {
    if (!ready?.assessment) return
    const { table, choice, assessment } = ready
    if (assessment.questions.some(({ isOpen }) => isOpen)) {
      setAsked(true)
      content.current?.querySelector<HTMLElement>('[aria-labelledby="import-questions"] input')?.focus()
      return
    }
    onTake(new ImportedList({ name: source.name, table, choice, guests: assessment.guests.map(({ row, ...guest }) => guest) }))
  }

  return (
    <Dialog
      footer={
        <>
          <Button onPress={onClose} variant="outline">
            {ready ? text.ui.cancel : text.ui.close}
          </Button>
          {ready && (
            <Button isDisabled={count === 0} onPress={take}>
              {words.take(counted(count, words.addWord))}
            </Button>
          )}
        </>
      }
      isDismissable={false}
      isOpen
      onOpenChange={onClose}
      size="cover"
      title={words.title}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 p-1 text-foreground" ref={content}>
        <p className="break-words text-muted text-sm">
          <bdi>{source.name}</bdi>
        </p>
        {state.is === 'refused' && <Notice tone="danger">{sayRefusal(state.refusal)}</Notice>}
        {state.is === 'broken' && <Notice tone="danger">{words.broken}</Notice>}
        {ready?.assessment ? (
          <Preview assessment={ready.assessment} choice={ready.choice} choose={choose} isAsked={isAsked} table={ready.table} />
        ) : (
          (ready || state.is === 'reading') && (
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

type PreviewProps = {
  table: Table
  choice: ImportChoice
  assessment: Assessment
  choose: (change: (choice: ImportChoice) => Partial<ImportChoice>) => void
  isAsked: boolean
}

function Preview({ table, choice, assessment, choose, isAsked }: PreviewProps) {
  const { guests, questions } = assessment
  const persons = guests.reduce((sum, guest) => sum + guest.persons, 0)
  const edit = (edits: Record<number, RowEdit>) => choose(() => ({ edits }))
  const setOut = (rows: number[], isOut: boolean) =>
    choose(({ edits }) => ({ edits: { ...edits, ...Object.fromEntries(rows.map(row => [row, { ...edits[row], isOut }])) } }))

  return (
    <>
      <p className="font-medium text-lg" role="status">
        {guests.length > 0 ? words.will(counted(guests.length, words.willWord), counted(persons, words.forPersonsWord)) : words.nobody}
      </p>
      <ImportColumns onChange={reading => choose(() => reading)} reading={choice} table={table} />
      {questions.length > 0 && <ImportQuestions edits={choice.edits} isAsked={isAsked} onEdit={edit} questions={questions} />}
      <ImportFindings
        assessment={assessment}
        keepsRepeated={choice.keepsRepeated}
        onKeepsRepeated={keepsRepeated => choose(() => ({ keepsRepeated }))}
        onPutBack={() => setOut(assessment.leftOut, false)}
      />
      {guests.length > 0 && <ImportTable guests={guests} onLeaveOut={row => setOut([row], true)} />}
    </>
  )
}
