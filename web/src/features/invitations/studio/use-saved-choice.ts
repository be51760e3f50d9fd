import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type EventIdentity, useDesignOf } from '../design-queries.ts'
import { drawingOf, FIRST_CHOICE } from './card-choice.ts'
import { useDesignChoice } from './design-choice.ts'

/**
 * Reads the design saved for an event, with its background image. `data` is the first template if the event has no design, and undefined
 * until it is known; `design` is null then.
 */
export function useSavedChoice(event: EventIdentity) {
  const loadChoice = useDesignChoice()
  const { data: design, ...saved } = useDesignOf(event)
  const choice = useQuery({
    queryKey: ['designs', 'choice', design?.id ?? null, design?.updatedAt],
    enabled: design !== undefined,
    queryFn: () => (design ? loadChoice(design) : FIRST_CHOICE),
    // Not cached, because a canvas takes much memory and is redrawn quickly.
    gcTime: 0,
  })
  const error = (design === undefined ? saved.error : null) ?? choice.error
  return {
    design,
    data: choice.data,
    error,
    isError: error !== null,
    isFetching: saved.isFetching || choice.isFetching,
    refetch: () => void Promise.all([saved.refetch(), choice.refetch()]),
  }
}

/** Returns the drawing of an event's cards as `drawing`, undefined until it is loaded, and what a failure and another attempt need. */
export function useEventDrawing(event: EventIdentity) {
  const { data: choice, isError, isFetching, refetch } = useSavedChoice(event)
  const drawing = useMemo(() => choice && drawingOf(choice), [choice])
  return { drawing, isError, isFetching, refetch }
}
