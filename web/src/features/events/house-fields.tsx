import { MAX_HOUSE_WORDS_LENGTH } from '@hudur/core/events/house'
import { HOUSE_SWITCHES } from '@hudur/core/events/house-lines'
import * as texts from '@hudur/core/texts'
import type { UseFormReturn } from 'react-hook-form'
import { text } from '../../text/ar.ts'
import { FormCheckbox } from '../../ui/form-checkbox.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { EventDetailValues } from './event-fields.tsx'

const words = text.eventDetails.house

/** Renders the words of the house: a switch for each usual phrase, and the host's own words. */
export function HouseFields({ form: { control } }: { form: UseFormReturn<EventDetailValues> }) {
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-semibold text-sm">{words.title}</legend>
      <p className="text-muted text-sm">{words.hint}</p>
      {HOUSE_SWITCHES.map(name => (
        <FormCheckbox control={control} key={name} label={texts.house[name]} name={name} />
      ))}
      <FormField
        as={TextField}
        control={control}
        name="houseWords"
        autoComplete="off"
        label={words.own}
        placeholder={words.example}
        rules={{ validate: written => written.trim().length <= MAX_HOUSE_WORDS_LENGTH || texts.tooLong(MAX_HOUSE_WORDS_LENGTH) }}
      />
    </fieldset>
  )
}
