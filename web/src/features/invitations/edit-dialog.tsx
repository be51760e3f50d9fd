import { guestFields } from '@hudur/core/invitations/guest-fields'
import { DETAIL_FIELDS, type LineField, type MarkField } from '@hudur/core/invitations/guest-values'
import type { Invitation } from '@hudur/core/invitations/invitation'
import * as invitationRules from '@hudur/core/invitations/rules'
import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import { useState } from 'react'
import { type Control, Controller, useForm, useWatch } from 'react-hook-form'
import { useUpdateInvitation } from '../../backend/hooks/use-invitations.ts'
import { text } from '../../text/ar.ts'
import { formatWholeNumber } from '../../text/format.ts'
import { AlertBox } from '../../ui/alert-box.tsx'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { notify } from '../../ui/toast.tsx'

const words = text.data

type EditFields = Pick<Invitation, 'guestName' | 'eventName' | 'maxScans' | 'children' | MarkField> & Record<'phone' | LineField, string>

/** The fields of the form, of which only changed ones are sent. */
const initialFieldsOf = (invitation: Invitation) => {
  const { guestName, eventName, maxScans, children = 0, phone } = invitation
  const details = Object.fromEntries(DETAIL_FIELDS.map(field => [field, invitation[field] ?? '']))
  return { guestName, eventName, maxScans, children, phone: phone ?? '', ...details } as EditFields
}

function DetailField({ control, field }: { control: Control<EditFields>; field: LineField | MarkField }) {
  const row = guestFields[field]
  const { label, hint } = { hint: undefined, ...text.guestFields[field] }
  if (row.kind === 'mark')
    return (
      <Controller
        control={control}
        name={field as MarkField}
        render={({ field: { value, onChange } }) => <CheckboxField isSelected={value} label={label} onChange={onChange} />}
      />
    )
  const { maxLength } = row
  const props = {
    ...{ control, name: field as LineField, autoComplete: 'off', label, description: hint },
    rules: { validate: (written: string) => written.trim().length <= maxLength || texts.tooLong(maxLength) },
  }
  return 'isLong' in row ? <FormField as={TextAreaField} rows={2} {...props} /> : <FormField as={TextField} {...props} />
}

type EditDialogProps = {
  invitation: Invitation
  onClose: () => void
  /** Whether only guest, number of people and telephone number can be edited. A family link allows no other changes. */
  isGuestOnly?: boolean
}

export function EditDialog({ invitation, onClose, isGuestOnly = false }: EditDialogProps) {
  const { generationType } = invitation
  const initialFields = initialFieldsOf(invitation)
  const { control, formState, handleSubmit, setError } = useForm<EditFields>({ defaultValues: initialFields })
  const persons = useWatch({ control, name: 'maxScans' })
  const update = useUpdateInvitation()
  const [failureMessage, setFailureMessage] = useState<string>()
  const maxPersons = invitationRules.maxPersonsFor(generationType)

  async function saveChanges(fields: EditFields) {
    if (update.isPending) return
    const changes = Object.fromEntries(Object.entries(fields).filter(([name, value]) => value !== initialFields[name as keyof EditFields]))
    if (Object.keys(changes).length === 0) return onClose()
    try {
      await update.mutateAsync({ id: invitation.id, ...changes })
      notify.done(words.updated)
      onClose()
    } catch (error) {
      if (!(error instanceof Refusal)) return setFailureMessage('')
      const fieldErrors = error.code === 'below-scans' ? { maxScans: error.message } : (error.fields ?? {})
      for (const [name, message] of Object.entries(fieldErrors)) setError(name as keyof EditFields, { message }, { shouldFocus: true })
      if (Object.keys(fieldErrors).length === 0) setFailureMessage(error.message)
    }
  }

  return (
    <FormDialog
      alert={
        <AlertBox onClose={() => setFailureMessage(undefined)} title={failureMessage === undefined ? undefined : words.updateFailed}>
          {failureMessage}
        </AlertBox>
      }
      isChanged={formState.isDirty}
      isSaving={update.isPending}
      onClose={onClose}
      onSubmit={handleSubmit(saveChanges)}
      title={words.editTitle}
    >
      <FormField
        as={TextField}
        control={control}
        name="guestName"
        isRequired={generationType !== 'count'}
        label={words.columns.guest}
        rules={{
          validate: name => invitationRules.hasRequiredGuestName({ generationType, guestName: name }) || texts.generator.guest,
        }}
      />
      {!isGuestOnly && (
        <FormField
          as={TextField}
          control={control}
          name="eventName"
          isRequired
          label={text.generator.eventName}
          rules={{ validate: name => name.trim() !== '' || texts.generator.eventName }}
        />
      )}
      <FormField
        as={NumberField}
        control={control}
        name="maxScans"
        description={text.generator.range(formatWholeNumber(1), formatWholeNumber(maxPersons))}
        label={words.maxScans}
        maxValue={maxPersons}
        minValue={1}
        rules={{ validate: number => (1 <= number && number <= maxPersons) || texts.badNumber(1, maxPersons) }}
      />
      <FormField
        as={NumberField}
        control={control}
        name="children"
        label={words.children}
        maxValue={persons}
        minValue={0}
        rules={{ validate: (count, { maxScans }) => count <= maxScans || texts.generator.tooManyChildren(maxScans) }}
      />
      <FormField as={TextField} control={control} name="phone" autoComplete="off" inputMode="tel" isLtr label={words.phone} />
      {!isGuestOnly && DETAIL_FIELDS.map(field => <DetailField control={control} field={field} key={field} />)}
    </FormDialog>
  )
}
