import { type CardLook, invitationRules } from '@hudur/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { text } from '../../../text/ar.ts'
import { say } from '../../../ui/toast.tsx'
import { type EventOfDesign, useDesigns } from '../design-queries.ts'
import { type CardChoice, FIRST_CHOICE, looksAlike, saying } from './card-choice.ts'
import { useDesignChoice } from './design-choice.ts'

/**
 * An event that has a design already is met with it, unless another look has been chosen. A time and a place that were typed stay. Answers
 * whether that is still to be decided: until then nothing may be kept in the design's place.
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
    // Where its picture cannot be had the list of past designs shows it, and says why.
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

/** What was typed since `met` stays; the rest is as it was kept. */
const typedOr = (kept: Words, now: Words, met: Words): Words => ({
  time: now.time === met.time ? kept.time : now.time,
  place: now.place === met.place ? kept.place : now.place,
})
