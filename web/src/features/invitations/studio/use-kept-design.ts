import type { CardLook, Invitation } from '@hudur/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { type EventOfDesign, useSaveDesign, useUploadPicture } from '../design-queries.ts'
import type { CardChoice } from './card-choice.ts'
import { type CardPicture, encodePicture } from './card-picture.ts'

/** The design is saved this long after the last change, in milliseconds. */
const PAUSE = 800

/** Saves the design for the event of the created invitations: once they exist, and after every change. Saves nothing while `isHeld`. */
export function useKeptDesign(choice: CardChoice, [first]: readonly Invitation[], isHeld: boolean) {
  const { mutate, status } = useKeepDesign()
  const wanted = first && JSON.stringify([first.userId, first.eventName, first.eventDate, choice.look])
  const asked = useRef<string>(undefined)

  function keep() {
    if (!first) return
    asked.current = wanted
    const { eventName, eventDate, userId } = first
    mutate({ choice, event: { eventName, eventDate, userId } })
  }
  const keepNews = useEffectEvent(() => {
    if (!isHeld && asked.current !== wanted) keep()
  })
  useEffect(() => {
    if (wanted === undefined || isHeld) return
    const timer = setTimeout(() => keepNews(), PAUSE)
    return () => clearTimeout(timer)
  }, [wanted, isHeld])
  useEffect(() => () => keepNews(), [])

  return { status, retry: keep }
}

export type KeptDesign = ReturnType<typeof useKeptDesign>

type Keeping = { choice: CardChoice; event: EventOfDesign & { userId: string } }

function useKeepDesign() {
  const upload = useUploadPicture()
  const save = useSaveDesign()
  const sent = useRef(new Map<string, { file: Blob; id?: string }>())

  /** Returns the background image's id on the server. Uploads each image once per owner. */
  async function keptPicture(picture: CardPicture, userId: string) {
    if (picture.keptFor === userId) return picture.id
    const key = `${userId} ${picture.id}`
    const known = sent.current.get(key) ?? { file: await encodePicture(picture) }
    sent.current.set(key, known)
    known.id ??= (await upload.mutateAsync({ picture: known.file, userId })).id
    return known.id
  }

  return useMutation({
    // Saves run one after another, so that the last one wins.
    scope: { id: 'keep-design' },
    async mutationFn({ choice: { look, picture }, event }: Keeping) {
      const kept: CardLook =
        look.background.is === 'picture' && picture
          ? { ...look, background: { is: 'picture', pictureId: await keptPicture(picture, event.userId) } }
          : look
      return save.mutateAsync({ ...event, look: kept })
    },
  })
}
