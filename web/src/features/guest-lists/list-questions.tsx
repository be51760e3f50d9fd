import type { ImportChoice } from '@hudur/core/guest-lists/assess-table'
import type { GuestTable } from '@hudur/core/guest-lists/guest-table'
import type { ListQuestion } from '@hudur/core/guest-lists/list-questions'
import { usedSheets } from '@hudur/core/guest-lists/sheets'
import { TriangleAlert } from 'lucide-react'
import { text } from '../../text/ar.ts'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { listQuestionText } from './list-question-text.ts'

const words = text.guestReview

const withRefusal = <Code extends string>(refused: readonly Code[], code: Code, isRefused: boolean) => [
  ...refused.filter(other => other !== code),
  ...(isRefused ? [code] : []),
]

type ListQuestionsProps = {
  questions: readonly ListQuestion[]
  table: GuestTable
  choice: ImportChoice
  choose: (change: Partial<ImportChoice>) => void
  chooseSheets: (used: number[]) => void
}

/** Asks what concerns the whole list, each question once, with a switch where the answer changes the guests. */
export function ListQuestions({ questions, table, choice, choose, chooseSheets }: ListQuestionsProps) {
  if (questions.length === 0) return null
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {questions.map((question, index) => (
        <li
          className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded-lg border border-warning border-s-4 bg-surface p-4"
          // biome-ignore lint/suspicious/noArrayIndexKey: questions have no identity, and are not reordered
          key={index}
        >
          <p className="flex items-start gap-2 font-medium text-sm text-warning-soft-foreground">
            <TriangleAlert aria-hidden="true" className="mt-1 size-4 shrink-0" strokeWidth={1.75} />
            <span className="min-w-0 break-words">{listQuestionText(question)}</span>
          </p>
          {question.about === 'sheets' && <SheetChoice chooseSheets={chooseSheets} table={table} />}
          {question.about === 'statuses' && question.declined > 0 && (
            <CheckboxField
              isSelected={!choice.keepsDeclined}
              label={words.leavesDeclined}
              onChange={leaves => choose({ keepsDeclined: !leaves })}
            />
          )}
          {question.about === 'existing' && (
            <CheckboxField
              isSelected={!choice.addsExisting}
              label={words.leavesExisting}
              onChange={leaves => choose({ addsExisting: !leaves })}
            />
          )}
          {question.about === 'neighbour-phones' && (
            <CheckboxField
              isSelected={!choice.refusedNeighbours?.includes(question.callingCode)}
              label={words.neighbours[question.callingCode].accept}
              onChange={accepts =>
                choose({ refusedNeighbours: withRefusal(choice.refusedNeighbours ?? [], question.callingCode, !accepts) })
              }
            />
          )}
          {question.about === 'groups' && (
            <CheckboxField
              isSelected={!choice.ignoresGroups}
              label={words.usesGroups}
              onChange={uses => choose({ ignoresGroups: !uses })}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

function SheetChoice({ table, chooseSheets }: Pick<ListQuestionsProps, 'table' | 'chooseSheets'>) {
  const used = usedSheets(table)
  /** The last sheet stays chosen, because a list without rows cannot be reviewed. */
  function changeSheet(index: number, isUsed: boolean) {
    const others = used.filter(other => other !== index)
    const next = isUsed ? [...others, index].sort((one, other) => one - other) : others
    if (next.length > 0) chooseSheets(next)
  }
  return (
    <fieldset className="grid gap-1">
      <legend className="sr-only">{words.sheets}</legend>
      {table.sheets?.map(({ name, isHidden }, index) => (
        <CheckboxField
          isSelected={used.includes(index)}
          // biome-ignore lint/suspicious/noArrayIndexKey: a sheet is identified by its position
          key={index}
          label={isHidden ? words.hiddenSheet(name) : name}
          onChange={isUsed => changeSheet(index, isUsed)}
        />
      ))}
    </fieldset>
  )
}
