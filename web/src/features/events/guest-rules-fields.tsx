import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { text } from '../../text/ar.ts'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { DateField, isEventDay } from '../../ui/date-field.tsx'
import { FormField } from '../../ui/form-field.tsx'
import type { EventDetailValues } from './event-fields.tsx'

const words = text.events.details

export function GuestRulesFields({ form: { control, getValues } }: { form: UseFormReturn<EventDetailValues> }) {
  const takesAnswers = useWatch({ control, name: 'takesAnswers' })

  function checkLastDay(day: string) {
    if (day === '') return true
    if (!isEventDay(day)) return words.badAnswersUntil
    return day <= getValues('date') || words.answersUntilTooLate
  }

  return (
    <>
      <Controller
        control={control}
        name="hidesNames"
        render={({ field: { value, onChange } }) => (
          <CheckboxField description={words.hidesNamesHint} isSelected={value} label={words.hidesNames} onChange={onChange} />
        )}
      />
      <Controller
        control={control}
        name="takesAnswers"
        render={({ field: { value, onChange } }) => (
          <CheckboxField description={words.takesAnswersHint} isSelected={value} label={words.takesAnswers} onChange={onChange} />
        )}
      />
      {takesAnswers && (
        <FormField
          as={DateField}
          control={control}
          name="answersUntil"
          description={words.answersUntilHint}
          label={words.answersUntil}
          rules={{ validate: checkLastDay }}
        />
      )}
    </>
  )
}
