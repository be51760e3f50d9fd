import type { CardLook } from '@hudur/core/cards/look'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { type CardPicture, encodePicture } from '../../../cards/card-picture.ts'
import type { CardChoice } from '../card-choice.ts'
import type { EventIdentity } from '../event-identity.ts'
import { useSaveDesign, useUploadPicture } from '../queries.ts'
import { useSaveEventPicture } from './use-event-picture.ts'

/** The delay between the last change of the design and its saving, in milliseconds. */
const SAVE_DELAY_MS = 800

type SavedEvent = EventIdentity & { userId: string }
const keyOf = ({ userId, eventName, eventDate }: SavedEvent, look: CardLook) => JSON.stringify([userId, eventName, eventDate, look])

/**
 * Saves the design of an event, if there is an `event`, and again after each change of the design. Saves nothing while `isBlocked`.
 * `stored` is the choice that the server has at the first render.
 */
export function useDesignSaving(choice: CardChoice, event: SavedEvent | undefined, isBlocked: boolean, stored?: CardChoice) {
  const { mutate, status } = useSaveDesignWithPicture()
  const currentKey = event && keyOf(event, choice.look)
  const savedKey = useRef(event && stored && keyOf(event, stored.look))

  function saveNow() {
    if (!event) return
    savedKey.current = currentKey
    const { eventId, eventName, eventDate, userId } = event
    mutate({ choice, event: { eventId, eventName, eventDate, userId } })
  }
  const saveChanges = useEffectEvent(() => {
    if (!isBlocked && savedKey.current !== currentKey) saveNow()
  })
  useEffect(() => {
    if (currentKey === undefined || isBlocked) return
    const timer = setTimeout(() => saveChanges(), SAVE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [currentKey, isBlocked])
  useEffect(() => () => saveChanges(), [])

  return { status, retry: saveNow }
}

export type DesignSaving = ReturnType<typeof useDesignSaving>

type DesignInput = { choice: CardChoice; event: SavedEvent }

function useSaveDesignWithPicture() {
  const upload = useUploadPicture()
  const save = useSaveDesign()
  const saveEventPicture = useSaveEventPicture()
  const uploads = useRef(new Map<string, { file: Blob; id?: string }>())

  /** Returns the background image's id on the server. Uploads each image once per owner. */
  async function uploadPictureOnce(picture: CardPicture, userId: string) {
    if (picture.keptFor === userId) return picture.id
    const key = `${userId} ${picture.id}`
    const pictureUpload = uploads.current.get(key) ?? { file: await encodePicture(picture) }
    uploads.current.set(key, pictureUpload)
    pictureUpload.id ??= (await upload.mutateAsync({ picture: pictureUpload.file, userId })).id
    return pictureUpload.id
  }

  return useMutation({
    // Saves run one after another, so that the last one wins.
    scope: { id: 'keep-design' },
    async mutationFn({ choice: { look, picture }, event }: DesignInput) {
      const savedLook: CardLook =
        look.background.is === 'picture' && picture
          ? { ...look, background: { is: 'picture', pictureId: await uploadPictureOnce(picture, event.userId) } }
          : look
      const design = await save.mutateAsync({ ...event, look: savedLook })
      saveEventPicture(design.eventId)
      return design
    },
  })
}
