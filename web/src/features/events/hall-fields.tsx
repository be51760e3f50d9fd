import { toWesternDigits } from '@hudur/core/arabic'
import { MAX_CAPACITY } from '@hudur/core/events/contract'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { text } from '../../text/ar.ts'
import { formatWholeNumber } from '../../text/format.ts'
import { FormCheckbox } from '../../ui/form-checkbox.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { EventDetailValues } from './event-fields.tsx'

const words = text.eventDetails

/** Returns the typed capacity; null for an empty text, and undefined where it is no possible number. */
export function parseCapacity(typed: string): number | null | undefined {
  if (typed.trim() === '') return null
  const people = Number(toWesternDigits(typed.trim()))
  return Number.isInteger(people) && people >= 1 && people <= MAX_CAPACITY ? people : undefined
}

/** Renders whether gates count exits, and how many people the hall holds. */
export function HallFields({ form: { control } }: { form: UseFormReturn<EventDetailValues> }) {
  const countsExits = useWatch({ control, name: 'countsExits' })
  return (
    <>
      <FormCheckbox control={control} description={words.countsExitsHint} label={words.countsExits} name="countsExits" />
      {countsExits && (
        <FormField
          as={TextField}
          control={control}
          name="capacity"
          autoComplete="off"
          description={words.capacityHint}
          inputMode="numeric"
          isLtr
          label={words.capacity}
          rules={{ validate: typed => parseCapacity(typed) !== undefined || words.badCapacity(formatWholeNumber(MAX_CAPACITY)) }}
        />
      )}
    </>
  )
}
