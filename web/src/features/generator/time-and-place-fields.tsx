import { MAX_PLACE_LENGTH, MAX_TIME_LENGTH } from '@hudur/core/events/contract'
import * as texts from '@hudur/core/texts'
import type { Control, UseFormReturn } from 'react-hook-form'
import { text } from '../../text/ar.ts'
import { FormField } from '../../ui/form-field.tsx'
import { TextField } from '../../ui/text-field.tsx'

const words = text.timeAndPlace

/** The time and the place of an event in a form. */
export type TimeAndPlaceValues = { startsAt: string; timeWords: string; place: string }

const checkLength = (max: number) => ({ validate: (written: string) => written.trim().length <= max || texts.tooLong(max) })

type TimeAndPlaceFieldsProps<Values extends TimeAndPlaceValues> = { form: UseFormReturn<Values>; onBlur?: () => void }

/** Edits when and where an event begins. Its cards, the guest's page, the messages and the calendar show these fields. */
export function TimeAndPlaceFields<Values extends TimeAndPlaceValues>({ form, ...props }: TimeAndPlaceFieldsProps<Values>) {
  // A form with more fields also has these, but the type of `control` cannot express that.
  const control = form.control as unknown as Control<TimeAndPlaceValues>
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <FormField as={TextField} control={control} name="startsAt" isLtr label={words.startsAt} type="time" {...props} />
        <FormField
          as={TextField}
          control={control}
          name="timeWords"
          autoComplete="off"
          description={words.timeWordsHint}
          label={words.timeWords}
          placeholder={words.timeWordsExample}
          rules={checkLength(MAX_TIME_LENGTH)}
          {...props}
        />
      </div>
      <FormField
        as={TextField}
        control={control}
        name="place"
        autoComplete="off"
        description={words.placeHint}
        label={words.place}
        rules={checkLength(MAX_PLACE_LENGTH)}
        {...props}
      />
    </>
  )
}
