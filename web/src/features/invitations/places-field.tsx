import { type GenerationType, invitationRules, texts } from '@hudur/core'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { text } from '../../text/ar.ts'
import { wholeNumber } from '../../text/format.ts'
import { NumberField } from '../../ui/number-field.tsx'
import type { GeneratorFields } from './generator-fields.ts'

export type PlacesFieldProps = { form: UseFormReturn<GeneratorFields>; kind: GenerationType; name: 'uses' | 'scans' }

/** Asks how many people one invitation admits. */
export function PlacesField({ form, kind, name }: PlacesFieldProps) {
  const maxPersons = invitationRules.mostPlaces(kind)
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <NumberField
          {...field}
          description={
            kind === 'count'
              ? text.generator.rangeOrFirst(wholeNumber(1), wholeNumber(maxPersons))
              : text.generator.range(wholeNumber(1), wholeNumber(maxPersons))
          }
          error={fieldState.error?.message}
          // The specification replaces an invalid number by 1 for «count», and leaves it to be refused for «custom».
          {...(kind === 'count' && { fallback: 1 })}
          label={text.generator.persons}
          maxValue={maxPersons}
          minValue={1}
        />
      )}
      rules={{ validate: persons => (1 <= persons && persons <= maxPersons) || texts.badNumber(1, maxPersons) }}
    />
  )
}
