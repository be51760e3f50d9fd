import type { ReviewRow, RowEdit } from '@hudur/core/guest-lists/assess-table'
import { MAX_NAME_LENGTH } from '@hudur/core/inputs'
import { guestFields } from '@hudur/core/invitations/guest-fields'
import { LINE_FIELDS, type LineField, MARK_FIELDS } from '@hudur/core/invitations/guest-values'
import * as texts from '@hudur/core/texts'
import { text } from '../../text/ar.ts'
import { formatCountedNoun } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { PersonsStepper } from './persons-stepper.tsx'

const words = text.guestReview

const nameProblem = (name: string) => {
  if (name.trim() === '') return words.nameRequired
  return name.length > MAX_NAME_LENGTH ? words.doubts.long(formatCountedNoun(MAX_NAME_LENGTH, texts.letterWord)) : undefined
}

const lineProblem = (field: LineField, written: string) => {
  const { maxLength } = guestFields[field]
  return written.trim().length > maxLength ? texts.tooLong(maxLength) : undefined
}

type ReviewEditorProps = { row: ReviewRow; edit: RowEdit | undefined; onEdit: (change: RowEdit) => void; onClose: () => void }

/** Edits one row of an imported list, with the details for which the table has a column. Changes apply at once. */
export function ReviewEditor({ row, edit = {}, onEdit, onClose }: ReviewEditorProps) {
  const name = edit.name ?? row.name
  const phone = edit.phone ?? row.phone ?? ''
  return (
    <div className="grid gap-3">
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          autoComplete="off"
          autoFocus
          error={nameProblem(name)}
          label={words.name}
          onChange={changed => onEdit({ name: changed })}
          value={name}
        />
        <TextField
          autoComplete="off"
          description={!row.isPhoneClear && phone !== '' ? words.doubts.phone : undefined}
          inputMode="tel"
          isLtr
          label={words.phone}
          onChange={changed => onEdit({ phone: changed })}
          value={phone}
        />
        {LINE_FIELDS.filter(field => row[field] !== undefined).map(field => {
          const written = edit[field] ?? row[field] ?? ''
          return (
            <TextField
              autoComplete="off"
              error={lineProblem(field, written)}
              key={field}
              label={text.guestFields[field].label}
              onChange={changed => onEdit({ [field]: changed })}
              value={written}
            />
          )
        })}
      </div>
      {MARK_FIELDS.filter(field => row[field] !== undefined).map(field => (
        <CheckboxField
          isSelected={row[field] ?? false}
          key={field}
          label={text.guestFields[field].label}
          onChange={isMarked => onEdit({ [field]: isMarked })}
        />
      ))}
      <div className="flex flex-wrap items-center gap-3">
        <PersonsStepper name={row.name} onChange={persons => onEdit({ persons })} persons={edit.persons ?? row.persons} />
        <Button className="ms-auto" onPress={() => onEdit({ isOut: true })} variant="ghost">
          {words.leaveOut}
        </Button>
        <Button onPress={onClose} variant="outline">
          {words.done}
        </Button>
      </div>
    </div>
  )
}
