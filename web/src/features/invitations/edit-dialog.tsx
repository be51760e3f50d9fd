import type { Invitation } from '@hudur/core/invitations/invitation'
import * as invitationRules from '@hudur/core/invitations/rules'
import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useUpdateInvitation } from '../../backend/hooks/use-invitations.ts'
import { text } from '../../text/ar.ts'
import { formatWholeNumber } from '../../text/format.ts'
import { AlertBox } from '../../ui/alert-box.tsx'
import { Button } from '../../ui/button.tsx'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { notify } from '../../ui/toast.tsx'
import { type GateTextField, MAX_GATE_TEXT_LENGTHS } from '../guest-lists/guest.ts'

const words = text.data
const FORM_ID = 'edit-invitation'
const EDITABLE_FIELDS = ['guestName', 'eventName', 'maxScans', 'phone', 'table', 'note', 'isVip', 'side'] as const

type EditFields = Pick<Invitation, 'guestName' | 'eventName' | 'maxScans' | 'isVip'> & Record<'phone' | GateTextField, string>

const lengthCheckFor = (field: GateTextField) => (written: string) =>
  written.trim().length <= MAX_GATE_TEXT_LENGTHS[field] || texts.tooLong(MAX_GATE_TEXT_LENGTHS[field])

type EditDialogProps = {
  invitation: Invitation
  onClose: () => void
  /** Whether only guest, number of people and telephone number can be edited. A family link allows no other changes. */
  isGuestOnly?: boolean
}

/** Renders the form that edits an invitation, with the gate fields table, note, VIP mark and side. Only changed fields are sent. */
export function EditDialog({ invitation, onClose, isGuestOnly = false }: EditDialogProps) {
  const { guestName, eventName, maxScans, generationType, isVip } = invitation
  const initialFields: EditFields = {
    guestName,
    eventName,
    maxScans,
    isVip,
    phone: invitation.phone ?? '',
    table: invitation.table ?? '',
    note: invitation.note ?? '',
    side: invitation.side ?? '',
  }
  const { control, handleSubmit, setError } = useForm<EditFields>({ defaultValues: initialFields })
  const update = useUpdateInvitation()
  const [failureMessage, setFailureMessage] = useState<string>()
  const maxPersons = invitationRules.maxPersonsFor(generationType)

  function saveChanges(fields: EditFields) {
    if (update.isPending) return
    const changes = Object.fromEntries(
      EDITABLE_FIELDS.filter(name => fields[name] !== initialFields[name]).map(name => [name, fields[name]]),
    )
    if (Object.keys(changes).length === 0) return onClose()
    update.mutate(
      { id: invitation.id, ...changes },
      {
        onSuccess() {
          notify.done(words.updated)
          onClose()
        },
        onError(error) {
          if (!(error instanceof Refusal)) return setFailureMessage('')
          const fieldErrors = error.code === 'below-scans' ? { maxScans: error.message } : (error.fields ?? {})
          for (const [name, message] of Object.entries(fieldErrors)) setError(name as keyof EditFields, { message }, { shouldFocus: true })
          if (Object.keys(fieldErrors).length === 0) setFailureMessage(error.message)
        },
      },
    )
  }

  return (
    <Dialog
      footer={
        <>
          <Button isDisabled={update.isPending} onPress={onClose} variant="outline">
            {text.ui.cancel}
          </Button>
          <Button form={FORM_ID} isPending={update.isPending} type="submit">
            {text.ui.save}
          </Button>
        </>
      }
      isDismissable={false}
      isOpen
      onOpenChange={() => update.isPending || onClose()}
      title={words.editTitle}
    >
      <form className="grid gap-5" id={FORM_ID} noValidate onSubmit={handleSubmit(saveChanges)}>
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
          rules={{ validate: persons => (1 <= persons && persons <= maxPersons) || texts.badNumber(1, maxPersons) }}
        />
        <FormField as={TextField} control={control} name="phone" autoComplete="off" inputMode="tel" isLtr label={words.phone} />
        {!isGuestOnly && (
          <>
            <FormField
              as={TextField}
              control={control}
              name="table"
              autoComplete="off"
              label={words.tableField}
              rules={{ validate: lengthCheckFor('table') }}
            />
            <FormField
              as={TextAreaField}
              control={control}
              name="note"
              autoComplete="off"
              label={words.note}
              rows={2}
              rules={{ validate: lengthCheckFor('note') }}
            />
            <Controller
              control={control}
              name="isVip"
              render={({ field: { value, onChange } }) => <CheckboxField isSelected={value} label={words.vip} onChange={onChange} />}
            />
            <FormField
              as={TextField}
              control={control}
              name="side"
              autoComplete="off"
              description={words.sideHint}
              label={words.side}
              rules={{ validate: lengthCheckFor('side') }}
            />
          </>
        )}
      </form>
      <AlertBox onClose={() => setFailureMessage(undefined)} title={failureMessage === undefined ? undefined : words.updateFailed}>
        {failureMessage}
      </AlertBox>
    </Dialog>
  )
}
