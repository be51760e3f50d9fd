import { type LinkWithUrl, Refusal } from '@hudur/core'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { text } from '../../text/ar.ts'
import { Button } from '../../ui/button.tsx'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useCreateLink } from './link-queries.ts'

const words = text.links
const FORM_ID = 'new-link'

type Fields = { name: string; showsNames: boolean }
type NewLinkDialogProps = { eventId: string; onClose: () => void; onCreated: (link: LinkWithUrl) => void }

/** Creates a link by which somebody without an account follows the arrivals of an event. */
export function NewLinkDialog({ eventId, onClose, onCreated }: NewLinkDialogProps) {
  const { control, handleSubmit } = useForm<Fields>({ defaultValues: { name: '', showsNames: false } })
  const create = useCreateLink()
  const [failure, setFailure] = useState<string>()

  async function save(fields: Fields) {
    if (create.isPending) return
    setFailure(undefined)
    try {
      onCreated(await create.mutateAsync({ eventId, ...fields }))
    } catch (error) {
      setFailure(error instanceof Refusal ? error.message : text.generator.noAnswer)
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
            {words.make}
          </Button>
        </>
      }
      isDismissable={false}
      isOpen
      onOpenChange={() => create.isPending || onClose()}
      title={words.new}
    >
      <form className="grid gap-5" id={FORM_ID} noValidate onSubmit={handleSubmit(save)}>
        <Controller
          control={control}
          name="name"
          render={({ field: { ref, ...field }, fieldState }) => (
            <TextField
              {...field}
              description={words.nameHint}
              error={fieldState.error?.message}
              isRequired
              label={words.name}
              maxLength={60}
              ref={ref}
            />
          )}
          rules={{ validate: name => name.trim() !== '' || words.nameMissing }}
        />
        <Controller
          control={control}
          name="showsNames"
          render={({ field }) => <CheckboxField isSelected={field.value} label={words.showsNames} onChange={field.onChange} />}
        />
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
