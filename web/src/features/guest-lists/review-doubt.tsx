import type { ReviewRow, RowDoubt, RowEdit } from '@hudur/core/guest-lists/assess-table'
import { MARK_FIELDS } from '@hudur/core/invitations/guest-values'
import { Check, Pencil, Phone, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { text } from '../../text/ar.ts'
import { guestGenderOf } from '../../text/form-of-guest.ts'
import { formatWholeNumber } from '../../text/format.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Numeric } from '../../ui/numeric.tsx'
import { doubtQuestion } from './doubt-question.ts'
import { PersonsStepper } from './persons-stepper.tsx'
import { ReviewEditor } from './review-editor.tsx'

const words = text.guestReview

type AnswerChoice = { label: string; edit: RowEdit; isChosen: boolean }

/** Returns the two possible answers to a question; an empty array if the user has to edit the row instead. */
function doubtAnswers(doubt: RowDoubt, row: ReviewRow): AnswerChoice[] {
  const { name, persons, isOut } = row
  const say = words.doubts
  const form = guestGenderOf(name)
  const inclusionChoices = (out: string, guest: string): AnswerChoice[] => [
    { label: out, edit: { isOut: true }, isChosen: isOut },
    { label: guest, edit: { isOut: false }, isChosen: !isOut },
  ]
  switch (doubt.about) {
    case 'count': {
      const { all, with: both } = doubt
      const label = all === 1 ? say.alone : say.all(formatWholeNumber(all))
      return [
        { label, edit: { persons: all, isOut: false }, isChosen: !isOut && persons === all },
        {
          label: say.with[form](formatWholeNumber(both - 1), formatWholeNumber(both)),
          edit: { persons: both, isOut: false },
          isChosen: !isOut && persons === both,
        },
      ]
    }
    case 'same':
      return inclusionChoices(say.isSame[form], say.isOther[form])
    case 'message':
      return inclusionChoices(say.isNobody, say.isGuest)
    case 'leftover': {
      const { whole, name: rest = whole, table, isVip } = doubt
      const label = table ? say.isTable(table) : isVip ? text.guestFields.isVip.label : say.removesPart
      const without: RowEdit = { name: rest, ...(table && { table }), ...(isVip && { isVip }) }
      return [
        {
          label: say.keepsPart,
          edit: { name: whole, ...(table && { table: '' }), ...(isVip && { isVip: false }) },
          isChosen: name === whole,
        },
        ...(rest === whole ? [] : [{ label, edit: without, isChosen: name === rest }]),
      ]
    }
    default: {
      const field = MARK_FIELDS.find(mark => mark === doubt.about)
      if (!field) return []
      const { label, no } = text.guestFields[field]
      return [
        { label, edit: { [field]: true }, isChosen: row[field] === true },
        { label: no, edit: { [field]: false }, isChosen: row[field] !== true },
      ]
    }
  }
}

type ReviewDoubtProps = {
  row: ReviewRow
  edit: RowEdit | undefined
  onEdit: (change: RowEdit) => void
  others: ReadonlyMap<number, ReviewRow>
}

export function ReviewDoubt({ row, edit, onEdit, others }: ReviewDoubtProps) {
  const [isEditing, setEditing] = useState(false)
  const { name, written, persons, phone, isPhoneClear, doubts, isOut } = row
  const answers = doubts.flatMap(doubt => doubtAnswers(doubt, row))
  const hasStepper = !doubts.some(({ about }) => about === 'count') && !isOut
  const label = words.edit(name, formatWholeNumber(row.row))
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded-lg border border-warning border-s-4 bg-surface p-4">
      {doubts.map(doubt => (
        <p className="flex items-start gap-2 font-medium text-sm text-warning-soft-foreground" key={doubt.about}>
          <TriangleAlert aria-hidden="true" className="mt-1 size-4 shrink-0" strokeWidth={1.75} />
          <span className="min-w-0 break-words">{doubtQuestion(doubt, row, others)}</span>
        </p>
      ))}
      {!isEditing && (
        <p className="flex items-center gap-1">
          <bdi className={`min-w-0 break-words font-semibold text-lg ${isOut ? 'text-muted line-through' : ''}`}>{name}</bdi>
          <IconButton className="size-11 shrink-0" label={label} onPress={() => setEditing(true)}>
            <Pencil aria-hidden="true" className="size-5" strokeWidth={1.6} />
          </IconButton>
        </p>
      )}
      <p className="break-words text-muted text-xs">{words.wrote(written)}</p>
      {answers.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {answers.map(({ label, edit, isChosen }) => (
            <Button
              aria-label={`${label}: ${name}`}
              aria-pressed={isChosen}
              className={`h-auto min-h-11 min-w-fit grow basis-0 whitespace-normal py-1.5 ${isChosen ? 'border-2 border-accent bg-accent-soft text-accent-soft-foreground' : ''}`}
              key={label}
              onPress={() => onEdit(edit)}
              variant="outline"
            >
              {isChosen && <Check aria-hidden="true" className="size-4 shrink-0" strokeWidth={2} />}
              {label}
            </Button>
          ))}
        </div>
      )}
      {isEditing ? (
        <ReviewEditor edit={edit} onClose={() => setEditing(false)} onEdit={onEdit} row={row} />
      ) : (
        (hasStepper || phone) && (
          <div className="flex flex-wrap items-center justify-between gap-2">
            {phone ? (
              <Button
                aria-label={`${words.phone} ${phone}: ${label}`}
                className={`max-w-full ${isPhoneClear ? 'bg-default' : 'bg-warning-soft text-warning-soft-foreground'}`}
                onPress={() => setEditing(true)}
                variant="ghost"
              >
                <Phone aria-hidden="true" className="size-4" strokeWidth={1.6} />
                <Numeric>{phone}</Numeric>
              </Button>
            ) : (
              <span className="text-muted text-sm">{words.noPhone}</span>
            )}
            {hasStepper && <PersonsStepper name={name} onChange={persons => onEdit({ persons })} persons={edit?.persons ?? persons} />}
          </div>
        )
      )}
    </li>
  )
}
