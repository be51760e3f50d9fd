import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { cardDrawingOf, DEFAULT_CARD_CHOICE, withEventTexts } from '../card-choice.ts'
import type { EventIdentity } from '../event-identity.ts'
import { useSavedDesign } from '../queries.ts'
import { useLoadDesignChoice } from './use-design-choice.ts'

/** Reads an event's saved design with its background image. If there is none, `design` is null and `data` is the first template. */
export function useSavedChoice(event: EventIdentity) {
  const loadChoice = useLoadDesignChoice()
  const { data: design, ...saved } = useSavedDesign(event)
  const unsaved = withEventTexts(DEFAULT_CARD_CHOICE, event)
  const choice = useQuery({
    queryKey: ['designs', 'choice', design?.look ?? unsaved.look],
    enabled: design !== undefined,
    queryFn: () => (design ? loadChoice(design) : unsaved),
    // The choice is not cached, because its canvas needs much memory and is redrawn quickly.
    gcTime: 0,
  })
  const { error, errorUpdatedAt } = design === undefined && saved.error ? saved : choice
  return {
    design,
    data: choice.data,
    error,
    errorUpdatedAt,
    isError: error !== null,
    isFetching: saved.isFetching || choice.isFetching,
    refetch: () => void Promise.all([saved.refetch(), choice.refetch()]),
  }
}

/**
 * Returns the drawing of an event's cards, which is undefined until it is loaded, with the state of the request and a function that repeats
 * it.
 */
export function useEventDrawing(event: EventIdentity) {
  const { data: choice, isError, isFetching, error, errorUpdatedAt, refetch } = useSavedChoice(event)
  const drawing = useMemo(() => choice && cardDrawingOf(choice), [choice])
  return { drawing, isError, isFetching, error, errorUpdatedAt, refetch }
}
