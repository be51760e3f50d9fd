import type { LinkRole } from '@hudur/core/actor'
import { dayInTimeZone, momentOfHour } from '@hudur/core/calendar'
import { type Link, MAX_ALLOTMENT } from '@hudur/core/links/contract'
import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { deviceTimeZone } from '../../device/time-zone.ts'
import { text } from '../../text/ar.ts'
import { formatSheetDay } from '../../text/format.ts'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { DateField, isEventDay } from '../../ui/date-field.tsx'
import { FormCheckbox } from '../../ui/form-checkbox.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { TextField } from '../../ui/text-field.tsx'

const words = text.links

/** The values of the form fields of a link. `lastDay` is `YYYY-MM-DD`; if it is empty, the end of the link depends on the event's day. */
export type LinkFieldValues = {
  role: LinkRole
  name: string
  showsNames: boolean
  maySearch: boolean
  allotment: number
  lastDay: string
}

/** Returns the chosen last day of a link as `YYYY-MM-DD`; an empty text if none was chosen. */
export const lastDayOf = ({ expiresAt }: Pick<Link, 'expiresAt'>) =>
  expiresAt === null ? '' : dayInTimeZone(deviceTimeZone(), new Date(Date.parse(expiresAt) - 1))

/** Returns the end of the last day as an ISO 8601 time; null if `lastDay` is empty. */
const endTimeOfDay = (lastDay: string) => (lastDay === '' ? null : momentOfHour(deviceTimeZone(), lastDay, 24).toISOString())

/** Converts the form values into the server's input, which has only the fields of the link's role. */
export const linkInputOf = ({ role, name, showsNames, maySearch, allotment, lastDay }: LinkFieldValues) => ({
  name,
  ...(role === 'family' ? { allotment } : { showsNames, maySearch: role === 'door' && maySearch }),
  expiresAt: endTimeOfDay(lastDay),
})

/** Shows an error of the allotment at its field. Returns the text of any other error. */
export function showLinkError({ setError }: UseFormReturn<LinkFieldValues>, error: unknown) {
  const fault = error instanceof Refusal ? error.fields?.allotment : undefined
  if (fault === undefined) return error instanceof Refusal ? error.message : text.generator.noAnswer
  setError('allotment', { message: fault }, { shouldFocus: true })
  return undefined
}

export function LinkFields({ form: { control, formState } }: { form: UseFormReturn<LinkFieldValues> }) {
  const role = useWatch({ control, name: 'role' })
  // People who may search by name also see names, so the checkbox for names is then selected.
  const searches = useWatch({ control, name: 'maySearch' }) && role === 'door'
  const initialLastDay = formState.defaultValues?.lastDay
  return (
    <>
      <FormField
        as={TextField}
        control={control}
        name="name"
        description={words.nameHints[role]}
        isRequired
        label={words.name}
        maxLength={60}
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
          {role === 'door' && <FormCheckbox control={control} description={words.maySearchHint} label={words.maySearch} name="maySearch" />}
        </>
      ) : (
        <FormField
          as={NumberField}
          control={control}
          name="allotment"
          description={words.allotmentHint}
          label={words.allotment}
          maxValue={MAX_ALLOTMENT}
          minValue={1}
          rules={{ validate: count => (count >= 1 && count <= MAX_ALLOTMENT) || texts.badNumber(1, MAX_ALLOTMENT) }}
        />
      )}
      <FormField
        as={DateField}
        control={control}
        name="lastDay"
        description={words.lastDayHint}
        label={words.lastDay}
        rules={{
          validate(day) {
            if (day === '' || day === initialLastDay) return true
            if (!isEventDay(day)) return texts.badDate
            return day >= formatSheetDay(new Date()) || words.lastDayOver
          },
        }}
      />
    </>
  )
}
