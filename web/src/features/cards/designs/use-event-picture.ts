import type { Design } from '@hudur/core/cards/contract'
import type { EventSummary } from '@hudur/core/events/contract'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useBackend } from '../../../backend/hooks/use-backend.ts'
import { invitationsKey, useRefresh } from '../../../backend/hooks/use-refresh.ts'
import { useLoadDesignChoice } from './use-design-choice.ts'

/** The delay before a missing picture is drawn, in milliseconds. By then the screen is rendered, and a changed design is saved. */
const DRAWING_DELAY_MS = 3000

/** Returns a function that draws and stores the preview picture of an event's links. After a failure previews show the product's. */
export function useSaveEventPicture() {
  const backend = useBackend()
  const loadChoice = useLoadDesignChoice()
  const { mutate } = useMutation({
    scope: { id: 'event-picture' },
    async mutationFn(design: Design) {
      const { look, picture } = await loadChoice(design)
      const { drawEventPicture } = await import('../../../cards/event-picture.ts')
      const file = await drawEventPicture({ look, picture: picture?.canvas }, design)
      await backend.events.savePicture({ id: design.eventId, picture: file })
    },
    onSuccess: useRefresh(invitationsKey),
  })
  return mutate
}

/** Draws and stores, once while an event is open, its preview picture if the event has a design and no picture. */
export function useMissingEventPicture(event: EventSummary | undefined) {
  const backend = useBackend()
  const save = useSaveEventPicture()
  const isMissing = event !== undefined && event.designId !== null && event.pictureId === null
  const saveMissing = useEffectEvent(async () => {
    const design = (await backend.invitations.designs({ eventId: event!.id, limit: 1 }).catch(() => undefined))?.rows[0]
    if (design) save(design)
  })
  useEffect(() => {
    if (!isMissing) return
    const timer = setTimeout(() => void saveMissing(), DRAWING_DELAY_MS)
    return () => clearTimeout(timer)
  }, [isMissing])
}
