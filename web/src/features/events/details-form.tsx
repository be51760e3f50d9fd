import { foldSpelling } from '@hudur/core/arabic'
import type { contract } from '@hudur/core/contract'
import type { EndpointInput } from '@hudur/core/endpoint'
import type { EventSummary } from '@hudur/core/events/contract'
import { EMPTY_HOUSE } from '@hudur/core/events/house'
import { extractMapUrl } from '@hudur/core/events/map-url'
import { Refusal } from '@hudur/core/refusals'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useIsOffline } from '../../backend/hooks/use-connection.ts'
import { useUpdateEvent } from '../../backend/hooks/use-event.ts'
import { text } from '../../text/ar.ts'
import { Button } from '../../ui/button.tsx'
import { showFieldErrors } from '../../ui/form-errors.ts'
import { FormField } from '../../ui/form-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { notify } from '../../ui/toast.tsx'
import { useLeaveQuestion } from '../../ui/use-leave-question.ts'
import { useSaveEventPicture } from '../cards/designs/use-event-picture.ts'
import { BasicEventFields, type EventDetailValues } from './event-fields.tsx'
import { GuestRulesFields } from './guest-rules-fields.tsx'
import { HallFields, parseCapacity } from './hall-fields.tsx'
import { HouseFields } from './house-fields.tsx'

const words = text.eventDetails

const formValuesOf = ({
  name,
  date,
  startsAt,
  timeWords,
  place,
  mapUrl,
  hosts,
  note,
  phone,
  hidesNames,
  answers,
  answersUntil,
  asksChildren,
  // A device may have downloaded the event from a server that counted no exits.
  countsExits = false,
  capacity = null,
  // A device may have downloaded the event from a server whose events had no words of the house.
  house: { words: houseWords, ...switches } = EMPTY_HOUSE,
}: EventSummary): EventDetailValues => ({
  ...{ name, date, startsAt: startsAt ?? '', timeWords: timeWords ?? '', place: place ?? '', mapUrl: mapUrl ?? '' },
  ...{ hosts: hosts ?? '', note: note ?? '', phone: phone ?? '' },
  ...{ hidesNames, takesAnswers: answers === 'on', answersUntil: answersUntil ?? '' },
  ...{ countsExits, capacity: capacity === null ? '' : String(capacity) },
  ...{ asksChildren, ...switches, houseWords: houseWords ?? '' },
})

type EventChanges = Omit<EndpointInput<typeof contract.events.update>, 'id'>

/** Returns the changed fields in the form that the server reads. A text that differs only in spaces at its ends is not changed. */
function changesOf(
  fields: EventDetailValues,
  changed: Partial<Record<keyof EventDetailValues, boolean>>,
  before: EventDetailValues,
): EventChanges {
  const isChanged = ([field, value]: [string, string | boolean]) =>
    changed[field as keyof EventDetailValues] === true &&
    (typeof value === 'string' ? value.trim() : value) !== before[field as keyof EventDetailValues]
  const { takesAnswers, answersUntil, mapUrl, capacity, houseWords, noChildren, noPhotography, personalOnly, modestDress, ...others } =
    Object.fromEntries(Object.entries(fields).filter(isChanged)) as Partial<EventDetailValues>
  const house = { noChildren, noPhotography, personalOnly, modestDress, words: houseWords }
  return {
    ...others,
    ...(mapUrl !== undefined && { mapUrl: extractMapUrl(mapUrl) }),
    ...(takesAnswers !== undefined && { answers: takesAnswers ? 'on' : 'off' }),
    ...(answersUntil !== undefined && { answersUntil: answersUntil || null }),
    ...(capacity !== undefined && { capacity: parseCapacity(capacity) ?? null }),
    ...(Object.values(house).some(value => value !== undefined) && { house }),
  }
}

/** Changes the details of an event. It sends only changed fields; the others show the event, which another device may change. */
export function DetailsForm({ event }: { event: EventSummary }) {
  const form = useForm<EventDetailValues>({ values: formValuesOf(event), resetOptions: { keepDirtyValues: true } })
  const { control } = form
  // React Hook Form tracks changed fields only if `dirtyFields` is read during rendering.
  const { dirtyFields, defaultValues } = form.formState
  const typed = useWatch({ control }) as EventDetailValues
  const update = useUpdateEvent()
  const savePicture = useSaveEventPicture()
  const isOffline = useIsOffline()
  // After a save, React Hook Form may still report a field as changed whose value is the saved one.
  useLeaveQuestion(Object.keys(changesOf(typed, dirtyFields, defaultValues as EventDetailValues)).length > 0)
  const [failure, setFailure] = useState<string>()

  async function save(fields: EventDetailValues) {
    if (update.isPending) return
    setFailure(undefined)
    const changes = changesOf(fields, dirtyFields, defaultValues as EventDetailValues)
    try {
      if (Object.keys(changes).length > 0) {
        const saved = await update.mutateAsync({ id: event.id, ...changes })
        form.reset(formValuesOf(saved))
        if (saved.designId !== null && saved.pictureId === null) savePicture(saved.id)
      }
      notify.done(words.saved)
    } catch (error) {
      if (!showFieldErrors(form.setError, error)) setFailure(error instanceof Refusal ? error.message : text.generator.noAnswer)
    }
  }

  return (
    <form className="grid gap-5" noValidate onSubmit={form.handleSubmit(save)}>
      <BasicEventFields form={form} nameHint={foldSpelling(typed.name) === foldSpelling(event.name) ? undefined : words.renames} />
      <FormField
        as={TextField}
        control={control}
        name="mapUrl"
        autoComplete="off"
        description={words.mapHint}
        inputMode="url"
        isLtr
        label={words.mapUrl}
      />
      <FormField as={TextField} control={control} name="hosts" autoComplete="off" description={words.hostsHint} label={words.hosts} />
      <FormField as={TextAreaField} control={control} name="note" label={words.note} rows={3} />
      <FormField as={TextField} control={control} name="phone" autoComplete="off" inputMode="tel" isLtr label={words.phone} />
      <HouseFields form={form} />
      <GuestRulesFields form={form} />
      <HallFields form={form} />
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
