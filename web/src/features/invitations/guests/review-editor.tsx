import { MAX_NAME, texts } from '@hudur/core'
import { text } from '../../../text/ar.ts'
import { counted } from '../../../text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { ReviewRow, RowEdit } from './assess-table.ts'
import { PlacesStepper } from './places-stepper.tsx'

const words = text.guests

const problemOf = (name: string) => {
  if (name.trim() === '') return words.nameRequired
  return name.length > MAX_NAME ? words.doubts.long(counted(MAX_NAME, texts.letterWord)) : undefined
}

type ReviewEditorProps = { row: ReviewRow; edit: RowEdit | undefined; onEdit: (change: RowEdit) => void; onClose: () => void }

/** Edits one guest of a list. Changes apply at once; an unclear number is marked at its field. */
export function ReviewEditor({ row, edit = {}, onEdit, onClose }: ReviewEditorProps) {
  const name = edit.name ?? row.name
  const phone = edit.phone ?? row.phone ?? ''
  return (
    <div className="grid gap-3">
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          autoComplete="off"
          autoFocus
          error={problemOf(name)}
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
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <PlacesStepper name={row.name} onChange={persons => onEdit({ persons })} persons={edit.persons ?? row.persons} />
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
