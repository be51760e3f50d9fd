import { Refusal } from '@hudur/core/refusals'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from '../../router/hooks.ts'
import { text } from '../../text/ar.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { showFieldErrors } from '../../ui/form-errors.ts'
import { notify } from '../../ui/toast.tsx'
import { BasicEventFields, type BasicEventValues } from './event-fields.tsx'
import { useCreateEvent } from './queries.ts'

const words = text.eventDetails
export function NewEventDialog({ onClose }: { onClose: () => void }) {
  const form = useForm<BasicEventValues>({ defaultValues: { name: '', date: '', startsAt: '', timeWords: '', place: '' } })
  const create = useCreateEvent()
  const navigate = useNavigate()
  const [failure, setFailure] = useState<string>()

  async function save(fields: BasicEventValues) {
    if (create.isPending) return
    setFailure(undefined)
    try {
      const event = await create.mutateAsync(fields)
      notify.done(words.created)
      await navigate(`/events/${event.id}`)
    } catch (error) {
      if (!showFieldErrors(form.setError, error)) setFailure(error instanceof Refusal ? error.message : text.generator.noAnswer)
    }
  }

  return (
    <FormDialog
      failure={failure === undefined ? undefined : { title: words.createFailed, text: failure }}
      isChanged={form.formState.isDirty}
      isSaving={create.isPending}
      onClose={onClose}
      onSubmit={form.handleSubmit(save)}
      title={text.events.create}
    >
      <BasicEventFields form={form} />
    </FormDialog>
  )
}
