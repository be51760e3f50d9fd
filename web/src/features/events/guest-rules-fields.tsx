import { type UseFormReturn, useWatch } from 'react-hook-form'
import { text } from '../../text/ar.ts'
import { DateField, isEventDay } from '../../ui/date-field.tsx'
import { FormCheckbox } from '../../ui/form-checkbox.tsx'
import { FormField } from '../../ui/form-field.tsx'
import type { EventDetailValues } from './event-fields.tsx'

const words = text.eventDetails

export function GuestRulesFields({ form: { control, getValues } }: { form: UseFormReturn<EventDetailValues> }) {
  const [takesAnswers, noChildren] = useWatch({ control, name: ['takesAnswers', 'noChildren'] })

  function checkLastDay(day: string) {
    if (day === '') return true
    if (!isEventDay(day)) return words.badAnswersUntil
    return day <= getValues('date') || words.answersUntilTooLate
  }

  return (
    <>
      <FormCheckbox control={control} description={words.hidesNamesHint} label={words.hidesNames} name="hidesNames" />
      <FormCheckbox control={control} description={words.takesAnswersHint} label={words.takesAnswers} name="takesAnswers" />
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
      {takesAnswers && !noChildren && (
        <FormCheckbox control={control} description={words.asksChildrenHint} label={words.asksChildren} name="asksChildren" />
      )}
    </>
  )
}
