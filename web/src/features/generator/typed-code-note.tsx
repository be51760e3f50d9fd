import type { CardLook } from '@hudur/core/cards/look'
import { useDeferredValue, useMemo } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { sampleInvitation, sampleInvitations } from '../cards/card-choice.ts'
import { ShortCodeNote } from '../cards/editor/code-note.tsx'
import type { GeneratorValues } from './generator-values.ts'
import { useGuestList } from './names-field.tsx'

export type TypedShortCodeNoteProps = { look: CardLook; form: UseFormReturn<GeneratorValues> }

/** Shows a `ShortCodeNote` for the guests in the form, before their invitations are created. */
export function TypedShortCodeNote({ look, form }: TypedShortCodeNoteProps) {
  const { guests } = useGuestList(form)
  const [eventName, kind, guestName] = useDeferredValue(useWatch({ control: form.control, name: ['eventName', 'kind', 'guestName'] }))
  const invitations = useMemo(
    () =>
      kind === 'names'
        ? sampleInvitations({ eventName, guests })
        : [sampleInvitation({ eventName, guestName: kind === 'custom' ? guestName : '' })],
    [eventName, kind, guestName, guests],
  )
  return <ShortCodeNote invitations={invitations} look={look} />
}
