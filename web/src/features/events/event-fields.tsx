import { MAX_NAME, Refusal, texts } from '@hudur/core'
import { type Control, Controller, type UseFormReturn } from 'react-hook-form'
import { text } from '../../text/ar.ts'
import { DateField, isEventDay } from '../../ui/date-field.tsx'
import { TextField } from '../../ui/text-field.tsx'

const words = text.events.details

/** The fields that are asked for when an event is created. */
export type FirstFields = { name: string; date: string; startsAt: string; place: string }

/** All fields of an event that a host writes. */
export type DetailFields = FirstFields & { mapUrl: string; hosts: string; note: string; phone: string } & {
  hidesNames: boolean
  takesAnswers: boolean
  answersUntil: string
}

const checkName = (name: string) => {
  if (name.trim() === '') return texts.generator.eventName
  return name.trim().length <= MAX_NAME || texts.tooLong(MAX_NAME)
}

const checkDate = (day: string) => {
  if (day === '') return texts.generator.eventDate
  return isEventDay(day) || texts.badDate
}

type FirstEventFieldsProps<Fields extends FirstFields> = { form: UseFormReturn<Fields>; nameHint?: string | undefined }

/** Asks for the name, the day, the hour and the place of an event. */
export function FirstEventFields<Fields extends FirstFields>({ form, nameHint }: FirstEventFieldsProps<Fields>) {
  // A form with more fields has these too, which the type of `control` cannot express.
  const control = form.control as unknown as Control<FirstFields>
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

/** Shows the server's errors at the fields that they concern. Returns whether there is one. */
export function showInFields(setError: (field: string, message: string) => void, error: unknown) {
  const faults = Object.entries(error instanceof Refusal ? (error.fields ?? {}) : {})
  for (const [field, message] of faults) setError(field, message)
  return faults.length > 0
}
