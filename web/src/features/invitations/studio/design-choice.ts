import type { Design } from '@hudur/core/cards/contract'
import { useCallback } from 'react'
import { text } from '../../../text/ar.ts'
import { useReadPicture } from '../design-queries.ts'
import type { CardChoice } from './card-choice.ts'
import { cropToCard } from './card-picture.ts'

/** Returns a function that loads a saved design as a `CardChoice`. The function throws if the background image cannot be loaded. */
export function useLoadDesignChoice() {
  const read = useReadPicture()
  return useCallback(
    async ({ look, userId }: Design): Promise<CardChoice> => {
      if (look.background.is === 'ready') return { look, picture: undefined }
      const id = look.background.pictureId
      return { look, picture: { id, name: text.studio.kept.picture, canvas: await cropToCard(await read(id)), keptFor: userId } }
    },
    [read],
  )
}
