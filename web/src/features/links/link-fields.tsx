import { dayInTimeZone, momentOfHour } from '@hudur/core/calendar'
import { type Link, MAX_ALLOTMENT } from '@hudur/core/links/contract'
import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { deviceTimeZone } from '../../device/time-zone.ts'
import { deferredComponent } from '../../loading/deferred.tsx'
import { text } from '../../text/ar.ts'
import { formatSheetDay } from '../../text/format.ts'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { DateField, isEventDay } from '../../ui/date-field.tsx'
import { FormCheckbox } from '../../ui/form-checkbox.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { type LinkFieldValues, linkAccessInputOf } from './link-values.ts'

const words = text.links

/** Returns the chosen last day of a link as `YYYY-MM-DD`; an empty text if none was chosen. */
export const lastDayOf = ({ expiresAt }: Pick<Link, 'expiresAt'>) =>
  expiresAt === null ? '' : dayInTimeZone(deviceTimeZone(), new Date(Date.parse(expiresAt) - 1))

/** Returns the end of the last day as an ISO 8601 time; null if `lastDay` is empty. */
const endTimeOfDay = (lastDay: string) => (lastDay === '' ? null : momentOfHour(deviceTimeZone(), lastDay, 24).toISOString())

/** Converts the form values into the server's input, which has only the fields of the link's role. */
export const linkInputOf = ({ role, name, showsNames, maySearch, allotment, lastDay, ...access }: LinkFieldValues) => ({
  name,
  ...linkAccessInputOf(role, access),
  ...(role === 'family' ? { allotment } : { showsNames, maySearch: role === 'door' && maySearch }),
  expiresAt: endTimeOfDay(lastDay),
})

/** The form fields whose errors the server reports, by the names of its fields. */
const REPORTED_FIELDS = { allotment: 'allotment', expiresAt: 'lastDay', pin: 'pin', maxDevices: 'maxDevices', walkIns: 'walkIns' } as const

/** Shows an error of the allotment or of the last day at its field. Returns the text of any other error. */
export function showLinkError({ setError }: UseFormReturn<LinkFieldValues>, error: unknown) {
  if (!(error instanceof Refusal)) return text.generator.noAnswer
  for (const [reported, name] of Object.entries(REPORTED_FIELDS)) {
    const message = error.fields?.[reported]
    if (message === undefined) continue
    setError(name, { message }, { shouldFocus: true })
    return undefined
  }
  return error.message
}

const LinkAccessFields = deferredComponent(async () => (await import('./link-access-fields.tsx')).LinkAccessFields)

/** `hasPin`: whether the link has a PIN already, which an empty field keeps. */
export function LinkFields({ form, hasPin = false }: { form: UseFormReturn<LinkFieldValues>; hasPin?: boolean }) {
  const { control, formState } = form
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
      <LinkAccessFields form={form} hasPin={hasPin} />
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
