import type { CardLook, Invitation } from '@hudur/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { type EventOfDesign, useSaveDesign, useUploadPicture } from '../design-queries.ts'
import type { CardChoice } from './card-choice.ts'
import { type CardPicture, encodePicture } from './card-picture.ts'

/** How long after the last change the look is saved, in milliseconds. */
const PAUSE = 800

/** Saves the look for the event of these invitations: after they are created, and again after every change. Does nothing while `isHeld`. */
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

  /** Returns the picture's id on the server; uploads each picture once per owner. */
  async function keptPicture(picture: CardPicture, userId: string) {
    if (picture.keptFor === userId) return picture.id
    const key = `${userId} ${picture.id}`
    const known = sent.current.get(key) ?? { file: await encodePicture(picture) }
    sent.current.set(key, known)
    known.id ??= (await upload.mutateAsync({ picture: known.file, userId })).id
    return known.id
  }

  return useMutation({
    // One save after another, so that the last look wins.
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
