import * as invitationRules from '@hudur/core/invitations/rules'
import { Minus, Plus } from 'lucide-react'
import { text } from '../../text/ar.ts'
import { formatWholeNumber } from '../../text/format.ts'
import { IconButton } from '../../ui/button.tsx'

const words = text.guestReview
const MAX_PERSONS = invitationRules.maxPersonsFor('custom')

type PersonsStepperProps = { name: string; persons: number; onChange: (persons: number) => void }

export function PersonsStepper({ name, persons, onChange }: PersonsStepperProps) {
  const buttonClass = 'size-11 min-w-11! rounded-none'
  return (
    <fieldset className="inline-flex items-center overflow-hidden rounded-md border border-field-border bg-surface">
      <legend className="sr-only">{words.placesOf(name)}</legend>
      <IconButton className={buttonClass} isDisabled={persons <= 1} label={words.fewer(name)} onPress={() => onChange(persons - 1)}>
        <Minus aria-hidden="true" className="size-5" strokeWidth={1.6} />
      </IconButton>
      <output className="min-w-11 border-border border-x py-2 text-center font-semibold">{formatWholeNumber(persons)}</output>
      <IconButton
        className={buttonClass}
        isDisabled={persons >= MAX_PERSONS}
        label={words.more(name)}
        onPress={() => onChange(persons + 1)}
      >
        <Plus aria-hidden="true" className="size-5" strokeWidth={1.6} />
      </IconButton>
    </fieldset>
  )
}
