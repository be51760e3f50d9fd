import type { GenerationType } from '@hudur/core/invitations/invitation'
import * as invitationRules from '@hudur/core/invitations/rules'
import * as texts from '@hudur/core/texts'
import type { UseFormReturn } from 'react-hook-form'
import { text } from '../../text/ar.ts'
import { formatWholeNumber } from '../../text/format.ts'
import { FormField } from '../../ui/form-field.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import type { GeneratorValues } from './generator-values.ts'

export type PersonsFieldProps = { form: UseFormReturn<GeneratorValues>; kind: GenerationType; name: 'uses' | 'scans' }

export function PersonsField({ form, kind, name }: PersonsFieldProps) {
  const maxPersons = invitationRules.maxPersonsFor(kind)
  return (
    <FormField
      as={NumberField}
      control={form.control}
      name={name}
      description={
        kind === 'count'
          ? text.generator.rangeOrFirst(formatWholeNumber(1), formatWholeNumber(maxPersons))
          : text.generator.range(formatWholeNumber(1), formatWholeNumber(maxPersons))
      }
      // The specification requires that an invalid number becomes 1 for «count», and that it is refused for «custom».
      {...(kind === 'count' && { fallback: 1 })}
      label={text.generator.persons}
      maxValue={maxPersons}
      minValue={1}
      rules={{ validate: persons => (1 <= persons && persons <= maxPersons) || texts.badNumber(1, maxPersons) }}
    />
  )
}
