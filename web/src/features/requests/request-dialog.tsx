import { zodResolver } from '@hookform/resolvers/zod'
import { contract } from '@hudur/core/contract'
import { isUnansweredError } from '@hudur/core/http-backend'
import { Refusal } from '@hudur/core/refusals'
import { EventType } from '@hudur/core/requests/contract'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { useTabDraft } from '../../backend/hooks/use-draft.ts'
import { text } from '../../text/ar.ts'
import { AlertBox } from '../../ui/alert-box.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { formErrorOf } from '../../ui/form-errors.ts'
import { FormField } from '../../ui/form-field.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { notify } from '../../ui/toast.tsx'
import { useClearErrorsOnChange } from '../../ui/use-corrections.ts'
import { useCreateRequest } from './queries.ts'

const words = text.requests
const RequestInput = contract.requests.create.input
const eventTypes = EventType.options.map(id => ({ id, label: text.orders.types[id] }))

type RequestFormValues = z.input<typeof RequestInput>

const EMPTY_VALUES: RequestFormValues = {
  eventName: '',
  eventDate: '',
  eventType: '' as EventType,
  phone: '',
  invitationCount: 1,
  notes: '',
}

/** Renders the form for requesting invitations. Typed values stay when the dialog is closed and when the page reloads. */
export function RequestDialog({ isOpen, onOpenChange }: { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }) {
  const { draft, keep } = useTabDraft<RequestFormValues>('request')
  const form = useForm({
    resolver: zodResolver(RequestInput),
    defaultValues: draft ?? EMPTY_VALUES,
    reValidateMode: 'onSubmit',
  })
  useClearErrorsOnChange(form)
  useEffect(() => form.subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) }), [form, keep])
  const { control, handleSubmit, reset, setError } = form
  const create = useCreateRequest()
  const [failureText, setFailureText] = useState<string>()

  async function submit(wanted: RequestFormValues) {
    if (create.isPending) return
    try {
      await create.mutateAsync(wanted)
      notify.done(words.sent)
      reset(EMPTY_VALUES)
      onOpenChange(false)
    } catch (error) {
      if (isUnansweredError(error) || !(error instanceof Refusal)) return setFailureText(words.failed)
      for (const [name, message] of Object.entries(error.fields ?? {})) setError(name as keyof RequestFormValues, { message })
      setFailureText(words.refused(error.message || words.unknown))
    }
  }

  return (
    <FormDialog
      alert={<AlertBox onClose={() => setFailureText(undefined)} title={failureText} />}
      isOpen={isOpen}
      // The typed values stay as a draft, so closing needs no question.
      isChanged={false}
      isSaving={create.isPending}
      onClose={() => onOpenChange(false)}
      onSubmit={handleSubmit(submit, errors => setFailureText(formErrorOf(errors)))}
      submitLabel={words.send}
      size="lg"
      title={words.addTitle}
    >
      <p className="text-muted text-sm">{words.addLead}</p>
      <FormField
        as={TextField}
        control={control}
        name="eventName"
        isRequired
        label={text.generator.eventName}
        placeholder={text.generator.eventNameExample}
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <FormField as={DateField} control={control} name="eventDate" isRequired label={text.generator.eventDate} />
        <FormField as={SelectField} control={control} name="eventType" isRequired label={words.eventType} options={eventTypes} />
        <FormField
          as={TextField}
          control={control}
          name="phone"
          autoComplete="tel"
          isLtr
          isRequired
          label={words.phone}
          placeholder="05xxxxxxxx"
          type="tel"
        />
        <FormField as={NumberField} control={control} name="invitationCount" label={words.count} maxValue={1000} minValue={1} />
      </div>
      <FormField as={TextAreaField} control={control} name="notes" description={words.notesHint} label={words.notes} rows={3} />
    </FormDialog>
  )
}
