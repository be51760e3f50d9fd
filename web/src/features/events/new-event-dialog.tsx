import { Refusal } from '@hudur/core'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from '../../router/hooks.ts'
import { text } from '../../text/ar.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { notify } from '../../ui/toast.tsx'
import { BasicEventFields, type BasicEventValues, showFieldErrors } from './event-fields.tsx'
import { useCreateEvent } from './queries.ts'

const words = text.events.details
const FORM_ID = 'new-event'

/** Renders the dialog that creates an event and opens its screen. */
export function NewEventDialog({ onClose }: { onClose: () => void }) {
  const form = useForm<BasicEventValues>({ defaultValues: { name: '', date: '', startsAt: '', place: '' } })
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
      const isShown = showFieldErrors(
        (field, message) => form.setError(field as keyof BasicEventValues, { message }, { shouldFocus: true }),
        error,
      )
      if (!isShown) setFailure(error instanceof Refusal ? error.message : text.generator.noAnswer)
    }
  }

  return (
    <Dialog
      footer={
        <>
          <Button isDisabled={create.isPending} onPress={onClose} variant="outline">
            {text.ui.cancel}
          </Button>
          <Button form={FORM_ID} isPending={create.isPending} type="submit">
            {text.ui.save}
          </Button>
        </>
      }
      isDismissable={false}
      isOpen
      onOpenChange={() => create.isPending || onClose()}
      title={text.events.create}
    >
      <form className="grid gap-5" id={FORM_ID} noValidate onSubmit={form.handleSubmit(save)}>
        <BasicEventFields form={form} />
        {failure !== undefined && (
          <Notice tone="danger">
            <p className="font-medium">{words.createFailed}</p>
            <p>{failure}</p>
          </Notice>
        )}
      </form>
    </Dialog>
  )
}
