import { dayIn, hourOn, type Link, type LinkRole, MAX_ALLOTMENT, Refusal, texts } from '@hudur/core'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { text } from '../../text/ar.ts'
import { sheetDay, timeZone } from '../../text/format.ts'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { DateField, isEventDay } from '../../ui/date-field.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { TextField } from '../../ui/text-field.tsx'

const words = text.links

/** The fields of a link that its owner writes. `lastDay` is `YYYY-MM-DD`; empty: the link ends by the event's day. */
export type LinkFieldValues = {
  role: LinkRole
  name: string
  showsNames: boolean
  maySearch: boolean
  allotment: number
  lastDay: string
}

/** Returns the last day on which a link works, where one was chosen; otherwise an empty text. */
export const lastDayOf = ({ expiresAt }: Pick<Link, 'expiresAt'>) =>
  expiresAt === null ? '' : dayIn(timeZone(), new Date(Date.parse(expiresAt) - 1))

/** Returns the moment at which a link ends after its last day; null without one. */
const expiresAfter = (lastDay: string) => (lastDay === '' ? null : hourOn(timeZone(), lastDay, 24).toISOString())

/** Returns the fields as the server takes them: those of the link's role only. */
export const asInput = ({ role, name, showsNames, maySearch, allotment, lastDay }: LinkFieldValues) => ({
  name,
  ...(role === 'family' ? { allotment } : { showsNames, maySearch: role === 'door' && maySearch }),
  expiresAt: expiresAfter(lastDay),
})

/** Shows the fault of the allotment at its field. Returns every other failure in words. */
export function showFailure({ setError }: UseFormReturn<LinkFieldValues>, error: unknown) {
  const fault = error instanceof Refusal ? error.fields?.allotment : undefined
  if (fault === undefined) return error instanceof Refusal ? error.message : text.generator.noAnswer
  setError('allotment', { message: fault }, { shouldFocus: true })
  return undefined
}

/** Asks for the name of a link, for what its people may do, and for its last day. */
export function LinkFields({ form: { control, formState } }: { form: UseFormReturn<LinkFieldValues> }) {
  const role = useWatch({ control, name: 'role' })
  // Who may search sees names anyway.
  const searches = useWatch({ control, name: 'maySearch' }) && role === 'door'
  const firstLastDay = formState.defaultValues?.lastDay
  return (
    <>
      <Controller
        control={control}
        name="name"
        render={({ field: { ref, ...field }, fieldState }) => (
          <TextField
            {...field}
            description={words.nameHints[role]}
            error={fieldState.error?.message}
            isRequired
            label={words.name}
            maxLength={60}
            ref={ref}
          />
        )}
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
          {role === 'door' && (
            <Controller
              control={control}
              name="maySearch"
              render={({ field }) => (
                <CheckboxField
                  description={words.maySearchHint}
                  isSelected={field.value}
                  label={words.maySearch}
                  onChange={field.onChange}
                />
              )}
            />
          )}
        </>
      ) : (
        <Controller
          control={control}
          name="allotment"
          render={({ field, fieldState }) => (
            <NumberField
              {...field}
              description={words.allotmentHint}
              error={fieldState.error?.message}
              label={words.allotment}
              maxValue={MAX_ALLOTMENT}
              minValue={1}
            />
          )}
          rules={{ validate: count => (count >= 1 && count <= MAX_ALLOTMENT) || texts.badNumber(1, MAX_ALLOTMENT) }}
        />
      )}
      <Controller
        control={control}
        name="lastDay"
        render={({ field, fieldState }) => (
          <DateField {...field} description={words.lastDayHint} error={fieldState.error?.message} label={words.lastDay} />
        )}
        rules={{
          validate(day) {
            if (day === '' || day === firstLastDay) return true
            if (!isEventDay(day)) return texts.badDate
            return day >= sheetDay(new Date()) || words.lastDayOver
          },
        }}
      />
    </>
  )
}
