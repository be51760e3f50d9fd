import { invitationRules } from '@hudur/core'
import { useEffect, useEffectEvent } from 'react'
import { text } from '../../../text/ar.ts'
import { say } from '../../../ui/toast.tsx'
import { type EventOfDesign, useDesigns } from '../design-queries.ts'
import { type CardChoice, FIRST_CHOICE } from './card-choice.ts'
import { useDesignChoice } from './design-choice.ts'

/** An event that has a design already is met with it, unless something else has been chosen. */
export function useEventDesign(
  { eventName, eventDate, userId }: EventOfDesign,
  onChoice: (change: (now: CardChoice) => CardChoice) => void,
) {
  const designs = useDesigns({ userId })
  const choiceOf = useDesignChoice()
  const wanted = designs.data?.rows.find(design => invitationRules.isSameEvent(design, { eventName: eventName.trim(), eventDate }))

  const use = useEffectEvent(async () => {
    if (!wanted) return
    try {
      const kept = await choiceOf(wanted)
      onChoice(now => {
        if (now !== FIRST_CHOICE) return now
        say.done(text.studio.kept.used(wanted.eventName))
        return kept
      })
    } catch {
      // The list of past designs shows it, and says why it cannot be had.
    }
  })
  useEffect(() => {
    if (wanted?.id) void use()
  }, [wanted?.id])
}
