import type { EventSummary } from '@hudur/core/events/contract'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useBackend } from '../../../backend/hooks/use-backend.ts'
import { invitationsKey, useRefresh } from '../../../backend/hooks/use-refresh.ts'
import { useLoadDesignChoice } from './use-design-choice.ts'

/** The delay before a missing picture is drawn, in milliseconds. By then the screen is rendered, and a changed design is saved. */
const DRAWING_DELAY_MS = 3000

/**
 * Returns a function that draws and stores the missing preview picture of an event's links. It continues after the screen is left. If it
 * fails, previews show the product's picture. Events without a design get none.
 */
export function useSaveEventPicture() {
  const backend = useBackend()
  const loadChoice = useLoadDesignChoice()
  const refresh = useRefresh(invitationsKey)
  const { mutate } = useMutation({
    scope: { id: 'event-picture' },
    async mutationFn(eventId: string) {
      const { saveMissingPicture } = await import('./save-missing-picture.ts')
      if (await saveMissingPicture(backend, eventId, loadChoice)) await refresh()
    },
  })
  return mutate
}

/** Draws and stores the preview picture of the open event whenever it is missing: a change of the event deletes it. */
export function useMissingEventPicture(event: EventSummary | undefined, delayMs = DRAWING_DELAY_MS) {
  const save = useSaveEventPicture()
  const missingSince = event !== undefined && event.designId !== null && event.pictureId === null ? event.changedAt : undefined
  const saveMissing = useEffectEvent(() => save(event!.id))
  useEffect(() => {
    if (missingSince === undefined) return
    const timer = setTimeout(() => saveMissing(), delayMs)
    return () => clearTimeout(timer)
  }, [missingSince, delayMs])
}
