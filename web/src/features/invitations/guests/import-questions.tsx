import { invitationRules } from '@hudur/core'
import { useState } from 'react'
import { text } from '../../../text/ar.ts'
import { counted, wholeNumber } from '../../../text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { ImportChoice, Question, RowEdit } from './assess-table.ts'

const words = text.guests
const AT_A_TIME = 10

type QuestionsProps = {
  questions: Question[]
  edits: ImportChoice['edits']
  onEdit: (edits: Record<number, RowEdit>) => void
  /** Whether the user wanted to go on: what is still open is then said at its field. */
  isAsked: boolean
}

const of = (about: Question['about']) =>
  about === 'phone'
    ? {
        label: words.phoneOf,
        unclear: words.unclearPhone,
        answered: words.answeredPhone,
        without: words.noPhone,
        forAll: words.noPhoneForAll,
      }
    : {
        label: words.personsOf,
        unclear: words.unclearPersons(wholeNumber(invitationRules.mostPlaces('custom'))),
        answered: words.answeredPersons,
        without: words.onePerson,
        forAll: words.onePersonForAll,
      }

/** What is unclear in a list, row by row, each with a field to answer in. */
export function ImportQuestions({ questions, edits, onEdit, isAsked }: QuestionsProps) {
  const [shown, setShown] = useState(AT_A_TIME)
  const open = questions.filter(({ isOpen }) => isOpen)
  const kinds = [...new Set(open.map(({ about }) => about))]

  function answerAll(about: Question['about']) {
    const answered = { ...edits }
    for (const { row, about: other } of open) if (other === about) answered[row] = { ...answered[row], [about]: '' }
    onEdit(answered)
  }

  return (
    <section aria-labelledby="import-questions" className="grid gap-4 rounded-xl border border-border p-4">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h3 className="font-semibold" id="import-questions">
          {words.questions}
        </h3>
        {open.length > 0 && (
          <p className={`text-sm ${isAsked ? 'text-danger' : 'text-muted'}`} role="status">
            {words.questionsLeft(counted(open.length, words.questionWord))}
          </p>
        )}
      </div>
      {questions.slice(0, shown).map(({ row, name, about, written, isOpen }) => {
        const { label, unclear, answered, without } = of(about)
        const value = edits[row]?.[about]
        const answer = (answer: string) => onEdit({ ...edits, [row]: { ...edits[row], [about]: answer } })
        const isLeft = value?.trim() === ''
        return (
          <div className="flex flex-wrap items-start gap-x-3 gap-y-1" key={`${row}-${about}`}>
            <TextField
              autoComplete="off"
              className="min-w-0 grow basis-56"
              description={isOpen ? unclear : isLeft ? without : answered}
              error={isOpen && isAsked ? unclear : undefined}
              inputMode={about === 'phone' ? 'tel' : 'numeric'}
              isLtr
              label={label(name, wholeNumber(row))}
              onChange={answer}
              value={value ?? written}
            />
            <Button
              aria-label={`${without}: ${label(name, wholeNumber(row))}`}
              className="sm:mt-8"
              isDisabled={isLeft}
              onPress={() => answer('')}
              variant="outline"
            >
              {without}
            </Button>
          </div>
        )
      })}
      <div className="flex flex-wrap gap-2">
        {questions.length > shown && (
          <Button onPress={() => setShown(shown + AT_A_TIME)} size="sm" variant="outline">
            {words.more(wholeNumber(questions.length - shown))}
          </Button>
        )}
        {open.length > 1 &&
          kinds.map(about => (
            <Button key={about} onPress={() => answerAll(about)} size="sm" variant="outline">
              {of(about).forAll}
            </Button>
          ))}
      </div>
    </section>
  )
}
