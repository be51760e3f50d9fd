import type { HouseSwitch } from '@hudur/core/events/house-lines'
import { MAX_NAME_LENGTH } from '@hudur/core/inputs'
import * as texts from '@hudur/core/texts'
import type { Control, UseFormReturn } from 'react-hook-form'
import { text } from '../../text/ar.ts'
import { DateField, isEventDay } from '../../ui/date-field.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { TimeAndPlaceFields, type TimeAndPlaceValues } from '../generator/time-and-place-fields.tsx'

const words = text.eventDetails

export type BasicEventValues = TimeAndPlaceValues & { name: string; date: string }

export type EventDetailValues = BasicEventValues & { mapUrl: string; hosts: string; note: string; phone: string } & {
  hidesNames: boolean
  takesAnswers: boolean
  answersUntil: string
  asksChildren: boolean
  countsExits: boolean
  /** Empty: unknown. */
  capacity: string
  houseWords: string
} & Record<HouseSwitch, boolean>

const checkName = (name: string) => {
  if (name.trim() === '') return texts.generator.eventName
  return name.trim().length <= MAX_NAME_LENGTH || texts.tooLong(MAX_NAME_LENGTH)
}

const checkDate = (day: string) => {
  if (day === '') return texts.generator.eventDate
  return isEventDay(day) || texts.badDate
}

type BasicEventFieldsProps<Fields extends BasicEventValues> = { form: UseFormReturn<Fields>; nameHint?: string | undefined }

export function BasicEventFields<Fields extends BasicEventValues>({ form, nameHint }: BasicEventFieldsProps<Fields>) {
  // A form with more fields also has these, but the type of `control` cannot express that.
  const control = form.control as unknown as Control<BasicEventValues>
  return (
    <>
      <FormField
        as={TextField}
        control={control}
        name="name"
        autoComplete="off"
        description={nameHint}
        isRequired
        label={words.name}
        placeholder={text.generator.eventNameExample}
        rules={{ validate: checkName }}
      />
      <FormField as={DateField} control={control} name="date" isRequired label={words.date} rules={{ validate: checkDate }} />
      <TimeAndPlaceFields form={form} />
    </>
  )
}
