import * as eventRules from '@hudur/core/events/rules'
import { useEffect, useEffectEvent, useState } from 'react'
import { text } from '../../../text/ar.ts'
import { notify } from '../../../ui/toast.tsx'
import { type CardChoice, DEFAULT_CARD_CHOICE, isSameChoice, withCardTexts } from '../card-choice.ts'
import type { EventIdentity } from '../event-identity.ts'
import { useDesigns } from '../queries.ts'
import { useLoadDesignChoice } from './use-design-choice.ts'

/**
 * Applies the saved design of the event `eventId`, unless the user has chosen another one. While `isUndecided`, the caller must save no
 * design, because it would overwrite the saved one. `isFailed`: the saved design could not be read.
 */
export function useEventDesign(
  { eventId, eventName, eventDate, userId }: EventIdentity,
  choice: CardChoice,
  onChoice: (change: (now: CardChoice) => CardChoice) => void,
) {
  const designs = useDesigns({ userId })
  const loadChoice = useLoadDesignChoice()
  const savedDesign = designs.data?.find(design =>
    eventId ? design.eventId === eventId : eventRules.isSameEvent(design, { eventName: eventName.trim(), eventDate }),
  )
  const [lastApplied, setLastApplied] = useState(DEFAULT_CARD_CHOICE)
  const [decidedId, setDecided] = useState<string>()
  const isUntouched = isSameChoice(choice, DEFAULT_CARD_CHOICE) || isSameChoice(choice, lastApplied)

  const applyDesign = useEffectEvent(async (isCurrent: () => boolean) => {
    if (!savedDesign) return
    const isDifferent = isUntouched && JSON.stringify(withCardTexts(choice.look, savedDesign.look)) !== JSON.stringify(savedDesign.look)
    // If the background image cannot be loaded, the design is not applied. The list of past designs reports the error.
    const loaded = isDifferent ? await loadChoice(savedDesign).catch(() => undefined) : undefined
    if (!isCurrent()) return
    setDecided(savedDesign.id)
    if (!loaded) return
    setLastApplied(loaded)
    onChoice(now => (isSameChoice(now, choice) ? loaded : now))
    notify.done(text.studio.kept.used(savedDesign.eventName))
  })
  useEffect(() => {
    if (!savedDesign?.id) return
    let isCurrent = true
    void applyDesign(() => isCurrent)
    return () => {
      isCurrent = false
    }
  }, [savedDesign?.id])

  return {
    isUndecided: designs.data === undefined || (savedDesign !== undefined && savedDesign.id !== decidedId),
    isFailed: designs.isError && designs.data === undefined,
    retry: () => void designs.refetch(),
    eventId: savedDesign?.eventId,
  }
}
