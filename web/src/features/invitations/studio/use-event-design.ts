import { invitationRules } from '@hudur/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { text } from '../../../text/ar.ts'
import { say } from '../../../ui/toast.tsx'
import { type EventOfDesign, useDesigns } from '../design-queries.ts'
import { type CardChoice, FIRST_CHOICE } from './card-choice.ts'
import { useDesignChoice } from './design-choice.ts'

/**
 * An event that has a design already is met with it, unless something else has been chosen. Answers whether that is still to be decided: until
 * then nothing may be kept in the design's place.
 */
export function useEventDesign(
  { eventName, eventDate, userId }: EventOfDesign,
  choice: CardChoice,
  onChoice: (change: (now: CardChoice) => CardChoice) => void,
) {
  const designs = useDesigns({ userId })
  const choiceOf = useDesignChoice()
  const wanted = designs.data?.rows.find(design => invitationRules.isSameEvent(design, { eventName: eventName.trim(), eventDate }))
  const [met, setMet] = useState(FIRST_CHOICE)
  const [decided, setDecided] = useState<string>()
  const isUntouched = choice === FIRST_CHOICE || choice === met

  const use = useEffectEvent(async (isCurrent: () => boolean) => {
    if (!wanted) return
    const isNews = isUntouched && JSON.stringify(choice.look) !== JSON.stringify(wanted.look)
    // Where its picture cannot be had the list of past designs shows it, and says why.
    const kept = isNews ? await choiceOf(wanted).catch(() => undefined) : undefined
    if (!isCurrent()) return
    setDecided(wanted.id)
    if (!kept) return
    setMet(kept)
    onChoice(now => (now === choice ? kept : now))
    say.done(text.studio.kept.used(wanted.eventName))
  })
  useEffect(() => {
    if (!wanted?.id) return
    let isCurrent = true
    void use(() => isCurrent)
    return () => {
      isCurrent = false
    }
  }, [wanted?.id])

  return designs.isPending || (wanted !== undefined && wanted.id !== decided)
}
