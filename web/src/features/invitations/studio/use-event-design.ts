import { type CardLook, invitationRules } from '@hudur/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { text } from '../../../text/ar.ts'
import { say } from '../../../ui/toast.tsx'
import { type EventOfDesign, useDesigns } from '../design-queries.ts'
import { type CardChoice, FIRST_CHOICE, looksAlike, saying } from './card-choice.ts'
import { useDesignChoice } from './design-choice.ts'

/**
 * Applies the saved design of an event, unless the user has chosen another one. Typed texts for time and place stay. Returns true until it
 * is decided whether the design is applied. Until then the caller must not save, because that would overwrite the saved design.
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
  const isUntouched = looksAlike(choice, FIRST_CHOICE) || looksAlike(choice, met)

  const use = useEffectEvent(async (isCurrent: () => boolean) => {
    if (!wanted) return
    const isNews = isUntouched && JSON.stringify(choice.look) !== JSON.stringify(wanted.look)
    // If the background image cannot be loaded, the design is not applied. The list of past designs reports the error.
    const kept = isNews ? await choiceOf(wanted).catch(() => undefined) : undefined
    if (!isCurrent()) return
    setDecided(wanted.id)
    if (!kept) return
    setMet(kept)
    onChoice(now => (looksAlike(now, choice) ? { ...kept, look: saying(kept.look, typedOr(kept.look, now.look, met.look)) } : now))
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

type Words = Pick<CardLook, 'time' | 'place'>

/** Returns time and place: a text that the user has changed since the last applied design `met`, otherwise the saved one. */
const typedOr = (kept: Words, now: Words, met: Words): Words => ({
  time: now.time === met.time ? kept.time : now.time,
  place: now.place === met.place ? kept.place : now.place,
})
