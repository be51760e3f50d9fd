import { type contract, type EventSummary, fold, type InputOf, Refusal } from '@hudur/core'
import { useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { useIsOffline } from '../../backend/hooks/use-connection.ts'
import { text } from '../../text/ar.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { say } from '../../ui/toast.tsx'
import { type DetailFields, FirstEventFields, showInFields } from './event-fields.tsx'
import { GuestRulesFields } from './guest-rules-fields.tsx'
import { useUpdateEvent } from './queries.ts'

const words = text.events.details

const fieldsOf = ({
  name,
  date,
  startsAt,
  place,
  mapUrl,
  hosts,
  note,
  phone,
  hidesNames,
  answers,
  answersUntil,
}: EventSummary): DetailFields => ({
  ...{ name, date, startsAt: startsAt ?? '', place: place ?? '', mapUrl: mapUrl ?? '' },
  ...{ hosts: hosts ?? '', note: note ?? '', phone: phone ?? '' },
  ...{ hidesNames, takesAnswers: answers === 'on', answersUntil: answersUntil ?? '' },
})

type Changes = Omit<InputOf<typeof contract.events.update>, 'id'>

/** Returns the changed fields as the server reads them. Of a text only its spaces at the ends are no change. */
function changesOf(fields: DetailFields, changed: Partial<Record<keyof DetailFields, boolean>>, before: DetailFields): Changes {
  const isChanged = ([field, value]: [string, string | boolean]) =>
    changed[field as keyof DetailFields] === true &&
    (typeof value === 'string' ? value.trim() : value) !== before[field as keyof DetailFields]
  const { takesAnswers, answersUntil, ...others } = Object.fromEntries(Object.entries(fields).filter(isChanged)) as Partial<DetailFields>
  return {
    ...others,
    ...(takesAnswers !== undefined && { answers: takesAnswers ? 'on' : 'off' }),
    ...(answersUntil !== undefined && { answersUntil: answersUntil || null }),
  }
}

/**
 * Changes the details of an event. Only the fields that were changed here are sent; the others follow the event, which another device may
 * change meanwhile.
 */
export function DetailsForm({ event }: { event: EventSummary }) {
  const form = useForm<DetailFields>({ values: fieldsOf(event), resetOptions: { keepDirtyValues: true } })
  const { control } = form
  // React Hook Form records changed fields only for those who read them while rendering.
  const { dirtyFields, defaultValues } = form.formState
  const name = useWatch({ control, name: 'name' })
  const update = useUpdateEvent()
  const isOffline = useIsOffline()
  const [failure, setFailure] = useState<string>()

  async function save(fields: DetailFields) {
    if (update.isPending) return
    setFailure(undefined)
    const changes = changesOf(fields, dirtyFields, defaultValues as DetailFields)
    try {
      if (Object.keys(changes).length > 0) form.reset(fieldsOf(await update.mutateAsync({ id: event.id, ...changes })))
      say.done(words.saved)
    } catch (error) {
      const isShown = showInFields(
        (field, message) => form.setError(field as keyof DetailFields, { message }, { shouldFocus: true }),
        error,
      )
      if (!isShown) setFailure(error instanceof Refusal ? error.message : text.generator.noAnswer)
    }
  }

  return (
    <form className="grid gap-5" noValidate onSubmit={form.handleSubmit(save)}>
      <FirstEventFields form={form} nameHint={fold(name) === fold(event.name) ? undefined : words.renames} />
      <Controller
        control={control}
        name="mapUrl"
        render={({ field, fieldState }) => (
          <TextField
            {...field}
            autoComplete="off"
            description={words.mapHint}
            error={fieldState.error?.message}
            inputMode="url"
            isLtr
            label={words.mapUrl}
          />
        )}
      />
      <Controller
        control={control}
        name="hosts"
        render={({ field, fieldState }) => (
          <TextField {...field} autoComplete="off" description={words.hostsHint} error={fieldState.error?.message} label={words.hosts} />
        )}
      />
      <Controller
        control={control}
        name="note"
        render={({ field, fieldState }) => <TextAreaField {...field} error={fieldState.error?.message} label={words.note} rows={3} />}
      />
      <Controller
        control={control}
        name="phone"
        render={({ field, fieldState }) => (
          <TextField {...field} autoComplete="off" error={fieldState.error?.message} inputMode="tel" isLtr label={words.phone} />
        )}
      />
      <GuestRulesFields form={form} />
      {failure !== undefined && (
        <Notice tone="danger">
          <p className="font-medium">{words.saveFailed}</p>
          <p>{failure}</p>
        </Notice>
      )}
      <Button className="justify-self-start" isDisabled={isOffline} isPending={update.isPending} type="submit">
        {text.ui.save}
      </Button>
    </form>
  )
}
