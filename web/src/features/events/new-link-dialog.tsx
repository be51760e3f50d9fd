import { type LinkRole, type LinkWithUrl, MAX_ALLOTMENT, Refusal, texts } from '@hudur/core'
import { useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { text } from '../../text/ar.ts'
import { Button } from '../../ui/button.tsx'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { SegmentedField } from '../../ui/segmented-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useCreateLink } from './link-queries.ts'

const words = text.links
const FORM_ID = 'new-link'

type Fields = { role: LinkRole; name: string; showsNames: boolean; maySearch: boolean; allotment: number }

const ROLES = (['door', 'live', 'family'] as const).map(id => ({ id, label: words.roles[id] }))

/** The allotment that is proposed, unless the balance is smaller. */
const FIRST_ALLOTMENT = 50

type NewLinkDialogProps = { eventId: string; onClose: () => void; onCreated: (link: LinkWithUrl) => void }

/** Creates a link by which people without an account scan at a door, follow an event or invite guests to it. */
export function NewLinkDialog({ eventId, onClose, onCreated }: NewLinkDialogProps) {
  const { control, handleSubmit, setError } = useForm<Fields>({
    defaultValues: { role: 'door', name: '', showsNames: false, maySearch: false, allotment: FIRST_ALLOTMENT },
  })
  const role = useWatch({ control, name: 'role' })
  // Who may search sees names anyway.
  const searches = useWatch({ control, name: 'maySearch' }) && role === 'door'
  const create = useCreateLink()
  const [failure, setFailure] = useState<string>()

  async function save({ role, name, showsNames, maySearch, allotment }: Fields) {
    if (create.isPending) return
    setFailure(undefined)
    try {
      const isFamily = role === 'family'
      const link = { eventId, role, name, showsNames: !isFamily && showsNames, maySearch: role === 'door' && maySearch }
      onCreated(await create.mutateAsync({ ...link, ...(isFamily && { allotment }) }))
    } catch (error) {
      const fault = error instanceof Refusal ? error.fields?.allotment : undefined
      if (fault !== undefined) setError('allotment', { message: fault }, { shouldFocus: true })
      else setFailure(error instanceof Refusal ? error.message : text.generator.noAnswer)
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
          name="role"
          render={({ field }) => (
            <SegmentedField
              description={words.roleHints[field.value]}
              label={words.role}
              onChange={field.onChange}
              options={ROLES}
              value={field.value}
            />
          )}
        />
        <Controller
          control={control}
          name="name"
          render={({ field: { ref, ...field }, fieldState }) => (
            <TextField
              {...field}
              description={words.nameHints[role]}
              error={fieldState.error?.message}
              isRequired
              label={words.name}
              maxLength={60}
              ref={ref}
            />
          )}
          rules={{ validate: name => name.trim() !== '' || words.nameMissing }}
        />
        {role !== 'family' ? (
          <>
            <Controller
              control={control}
              key={role}
              name="showsNames"
              render={({ field }) => (
                <CheckboxField isSelected={field.value || searches} label={words.showsNames[role]} onChange={field.onChange} />
              )}
            />
            {role === 'door' && (
              <Controller
                control={control}
                name="maySearch"
                render={({ field }) => (
                  <CheckboxField
                    description={words.maySearchHint}
                    isSelected={field.value}
                    label={words.maySearch}
                    onChange={field.onChange}
                  />
                )}
              />
            )}
          </>
        ) : (
          <Controller
            control={control}
            name="allotment"
            render={({ field, fieldState }) => (
              <NumberField
                {...field}
                description={words.allotmentHint}
                error={fieldState.error?.message}
                label={words.allotment}
                maxValue={MAX_ALLOTMENT}
                minValue={1}
              />
            )}
            rules={{ validate: count => (count >= 1 && count <= MAX_ALLOTMENT) || texts.badNumber(1, MAX_ALLOTMENT) }}
          />
        )}
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
