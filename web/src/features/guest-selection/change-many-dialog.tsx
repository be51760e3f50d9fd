import { guestFields } from '@hudur/core/invitations/guest-fields'
import type { Invitation } from '@hudur/core/invitations/invitation'
import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import { type SubmitEvent, useState } from 'react'
import { text } from '../../text/ar.ts'
import { formatCountedNoun, formatWholeNumber } from '../../text/format.ts'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { SegmentedField } from '../../ui/segmented-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { notify } from '../../ui/toast.tsx'
import { useUpdateMany } from './queries.ts'

const words = text.guestSelection.changeMany

/** The maximum number of present values that are listed for a field. */
const MAX_LISTED_VALUES = 4

/** The chosen changes. A missing field stays as it is; an empty text removes the value. */
type Changes = { side?: string; table?: string; isVip?: boolean }

const isChanged = (invitation: Invitation, { side, table, isVip }: Changes) =>
  (side !== undefined && invitation.side !== (side.trim() || null)) ||
  (table !== undefined && invitation.table !== (table.trim() || null)) ||
  (isVip !== undefined && invitation.isVip !== isVip)

/** Returns the most frequent present values of a field with their numbers: «أهل العروس (12)، بلا جهة (3)». */
function presentValues(invitations: readonly Invitation[], field: 'side' | 'table') {
  const counts = new Map<string, number>()
  for (const { [field]: value } of invitations) {
    const label = value ?? words.none[field]
    counts.set(label, (counts.get(label) ?? 0) + 1)
  }
  const sorted = [...counts].sort(([, one], [, other]) => other - one)
  const listed = sorted.slice(0, MAX_LISTED_VALUES).map(([value, count]) => words.valueCount(value, formatWholeNumber(count)))
  return [...listed, ...(sorted.length > listed.length ? [words.others] : [])].join('، ')
}

type ChangeManyDialogProps = { invitations: readonly Invitation[]; onClose: () => void; onDone: () => void }

/** Changes the side, the table and the VIP mark of many guests at once. The button says for how many guests something changes. */
export function ChangeManyDialog({ invitations: selectedInvitations, onClose, onDone }: ChangeManyDialogProps) {
  // Keeps the invitations with which the dialog was opened, because the selection changes when the list is reloaded.
  const [invitations] = useState(selectedInvitations)
  const [changes, setChanges] = useState<Changes>({})
  const [failure, setFailure] = useState<string>()
  const update = useUpdateMany()
  const changedCount = invitations.filter(invitation => isChanged(invitation, changes)).length
  const tooLong = (['side', 'table'] as const).some(field => (changes[field] ?? '').trim().length > guestFields[field].maxLength)

  async function saveChanges(submitted: SubmitEvent<HTMLFormElement>) {
    submitted.preventDefault()
    if (update.isPending || changedCount === 0 || tooLong) return
    setFailure(undefined)
    try {
      const { changed } = await update.mutateAsync({ ids: invitations.map(({ id }) => id), ...changes })
      notify.done(words.done(formatCountedNoun(changed, text.eventGuests.genitiveGuestWord)))
      onDone()
    } catch (error) {
      setFailure(error instanceof Refusal ? error.message : text.generator.noAnswer)
    }
  }

  return (
    <FormDialog
      failure={failure === undefined ? undefined : { title: words.failed, text: failure }}
      isChanged={Object.keys(changes).length > 0}
      isSaving={update.isPending}
      isSubmitDisabled={changedCount === 0 || tooLong}
      onClose={onClose}
      onSubmit={submitted => void saveChanges(submitted as SubmitEvent<HTMLFormElement>)}
      submitLabel={changedCount === 0 ? words.label : words.submit(formatCountedNoun(changedCount, text.eventGuests.genitiveGuestWord))}
      title={words.title(formatCountedNoun(invitations.length, text.eventGuests.genitiveGuestWord))}
    >
      {(['side', 'table'] as const).map(field => (
        <LineChange
          field={field}
          key={field}
          onChange={value => setChanges(({ [field]: _, ...others }) => (value === undefined ? others : { ...others, [field]: value }))}
          present={presentValues(invitations, field)}
          value={changes[field]}
        />
      ))}
      <SegmentedField
        description={words.presentVip(formatWholeNumber(invitations.filter(({ isVip }) => isVip).length))}
        label={text.guestFields.isVip.label}
        onChange={choice => setChanges(({ isVip: _, ...others }) => (choice === 'keep' ? others : { ...others, isVip: choice === 'yes' }))}
        options={[
          { id: 'keep', label: words.vip.keep },
          { id: 'yes', label: words.vip.yes },
          { id: 'no', label: words.vip.no },
        ]}
        value={changes.isVip === undefined ? 'keep' : changes.isVip ? 'yes' : 'no'}
      />
    </FormDialog>
  )
}

type LineChangeProps = {
  field: 'side' | 'table'
  /** The present values of the guests. */
  present: string
  /** The new value; undefined while the field stays as it is. */
  value: string | undefined
  onChange: (value: string | undefined) => void
}

function LineChange({ field, present, value, onChange }: LineChangeProps) {
  const { maxLength } = guestFields[field]
  return (
    <div className="grid gap-1">
      <CheckboxField
        description={words.present(present)}
        isSelected={value !== undefined}
        label={words.change[field]}
        onChange={isSelected => onChange(isSelected ? '' : undefined)}
      />
      {value !== undefined && (
        <TextField
          autoComplete="off"
          description={words.emptyRemoves}
          error={value.trim().length > maxLength ? texts.tooLong(maxLength) : undefined}
          label={text.guestFields[field].label}
          onChange={onChange}
          value={value}
        />
      )}
    </div>
  )
}
