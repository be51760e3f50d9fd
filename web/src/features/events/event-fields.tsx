import { MAX_NAME_LENGTH, Refusal, texts } from '@hudur/core'
import { type Control, Controller, type UseFormReturn } from 'react-hook-form'
import { text } from '../../text/ar.ts'
import { DateField, isEventDay } from '../../ui/date-field.tsx'
import { TextField } from '../../ui/text-field.tsx'

const words = text.events.details

/** The values of the form fields that a new event has. */
export type BasicEventValues = { name: string; date: string; startsAt: string; place: string }

/** The values of all form fields in the details of an event. */
export type EventDetailValues = BasicEventValues & { mapUrl: string; hosts: string; note: string; phone: string } & {
  hidesNames: boolean
  takesAnswers: boolean
  answersUntil: string
}

const checkName = (name: string) => {
  if (name.trim() === '') return texts.generator.eventName
  return name.trim().length <= MAX_NAME_LENGTH || texts.tooLong(MAX_NAME_LENGTH)
}

const checkDate = (day: string) => {
  if (day === '') return texts.generator.eventDate
  return isEventDay(day) || texts.badDate
}

type BasicEventFieldsProps<Fields extends BasicEventValues> = { form: UseFormReturn<Fields>; nameHint?: string | undefined }

/** Renders the form fields for the name, the day, the start time and the place of an event. */
export function BasicEventFields<Fields extends BasicEventValues>({ form, nameHint }: BasicEventFieldsProps<Fields>) {
  // A form with more fields also has these four, but the type of `control` cannot express that.
  const control = form.control as unknown as Control<BasicEventValues>
  return (
    <>
      <Controller
        control={control}
        name="name"
        render={({ field, fieldState }) => (
          <TextField
            {...field}
            autoComplete="off"
            description={nameHint}
            error={fieldState.error?.message}
            isRequired
            label={words.name}
            placeholder={text.generator.eventNameExample}
          />
        )}
        rules={{ validate: checkName }}
      />
      <Controller
        control={control}
        name="date"
        render={({ field, fieldState }) => (
          <DateField
            {...field}
            error={fieldState.error?.message}
            isRequired
            label={words.date}
            ref={group => field.ref({ focus: () => group?.querySelector<HTMLElement>('[role="spinbutton"]')?.focus() })}
          />
        )}
        rules={{ validate: checkDate }}
      />
      <Controller
        control={control}
        name="startsAt"
        render={({ field, fieldState }) => (
          <TextField {...field} className="max-w-40" error={fieldState.error?.message} isLtr label={words.startsAt} type="time" />
        )}
      />
      <Controller
        control={control}
        name="place"
        render={({ field, fieldState }) => (
          <TextField {...field} autoComplete="off" description={words.placeHint} error={fieldState.error?.message} label={words.place} />
        )}
      />
    </>
  )
}

/** Shows the field errors of a refusal at their fields. Returns whether the refusal has field errors. */
export function showFieldErrors(setError: (field: string, message: string) => void, error: unknown) {
  const faults = Object.entries(error instanceof Refusal ? (error.fields ?? {}) : {})
  for (const [field, message] of faults) setError(field, message)
  return faults.length > 0
}
