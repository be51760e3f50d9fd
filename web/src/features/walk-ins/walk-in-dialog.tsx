import { MAX_WALK_IN_NOTE_LENGTH, MAX_WALK_IN_PEOPLE } from '@hudur/core/check-in/walk-in'
import { MAX_NAME_LENGTH } from '@hudur/core/inputs'
import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { text } from '../../text/ar.ts'
import { formatCountedNoun } from '../../text/format.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { notify } from '../../ui/toast.tsx'
import { useWalkIn } from './queries.ts'

const words = text.walkIns

type WalkInValues = { name: string; people: number; note: string }

export type WalkInDialogProps = {
  /** The event and the gate at which an account admits. Empty for a door link, which has its own. */
  place: { eventId?: string | undefined; gate?: string }
  onClose: () => void
}

/** Renders the form that admits people without a card. A refusal keeps what was typed. */
export function WalkInDialog({ place, onClose }: WalkInDialogProps) {
  const form = useForm<WalkInValues>({ defaultValues: { name: '', people: 1, note: '' } })
  const walkIn = useWalkIn()
  const [failure, setFailure] = useState<string>()

  async function save({ name, people, note }: WalkInValues) {
    if (walkIn.isPending) return
    setFailure(undefined)
    try {
      await walkIn.mutateAsync({ ...place, name, people, note })
      notify.done(words.admitted(name.trim(), formatCountedNoun(people, text.scanner.personWord)))
      onClose()
    } catch (error) {
      setFailure(error instanceof Refusal ? error.message : text.generator.noAnswer)
    }
  }

  return (
    <FormDialog
      failure={failure === undefined ? undefined : { title: words.failed, text: failure }}
      isChanged={form.formState.isDirty}
      isSaving={walkIn.isPending}
      onClose={onClose}
      onSubmit={form.handleSubmit(save)}
      submitLabel={words.admit}
      title={words.title}
    >
      <FormField
        as={TextField}
        autoComplete="off"
        control={form.control}
        isRequired
        label={words.name}
        maxLength={MAX_NAME_LENGTH}
        name="name"
        rules={{ validate: name => name.trim() !== '' || words.nameMissing }}
      />
      <FormField
        as={NumberField}
        control={form.control}
        label={words.people}
        maxValue={MAX_WALK_IN_PEOPLE}
        minValue={1}
        name="people"
        rules={{ validate: count => (count >= 1 && count <= MAX_WALK_IN_PEOPLE) || texts.badNumber(1, MAX_WALK_IN_PEOPLE) }}
      />
      <FormField
        as={TextField}
        autoComplete="off"
        control={form.control}
        description={words.noteHint}
        label={words.note}
        maxLength={MAX_WALK_IN_NOTE_LENGTH}
        name="note"
      />
    </FormDialog>
  )
}
