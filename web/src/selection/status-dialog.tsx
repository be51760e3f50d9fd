import { groupBy } from '@hudur/core/group-by'
import { useState } from 'react'
import { text } from '../text/ar.ts'
import { formatWholeNumber } from '../text/format.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { SelectField } from '../ui/select-field.tsx'

const words = text.selection

type StatusDialogProps<Status extends string> = {
  rows: readonly { status: string }[]
  options: readonly { id: Status; label: string }[]
  /** The names of all statuses that a row may have. */
  names: Readonly<Record<string, string>>
  /** The question, with the name of the chosen status. */
  question: (status: string) => string
  present: (statuses: string) => string
  onChosen: (status: Status, name: string) => void
  onClose: () => void
}

/** Asks which status the selected rows get, and says which they have. */
export function StatusDialog<Status extends string>(props: StatusDialogProps<Status>) {
  const { rows, options, names, question, present, onChosen, onClose } = props
  // At first a status that changes something.
  const [chosen, setChosen] = useState(options.find(({ id }) => rows.some(({ status }) => status !== id)) ?? options[0]!)
  const counts = [...groupBy(rows, ({ status }) => status)].map(
    ([status, some]) => `\u2068${names[status] ?? status}\u2069 (${formatWholeNumber(some.length)})`,
  )
  return (
    <ConfirmDialog
      confirm={words.status}
      isOpen
      onConfirm={() => onChosen(chosen.id, chosen.label)}
      onOpenChange={onClose}
      title={question(chosen.label)}
    >
      <span className="mb-4 block">{present(counts.join('، '))}</span>
      <SelectField
        label={text.ui.status}
        onChange={id => setChosen(options.find(option => option.id === id) ?? chosen)}
        options={options}
        value={chosen.id}
      />
      <span className="mt-2 block text-muted">{words.after}</span>
    </ConfirmDialog>
  )
}
