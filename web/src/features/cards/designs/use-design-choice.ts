import type { Design } from '@hudur/core/cards/contract'
import { useCallback } from 'react'
import { cropToCard } from '../../../cards/card-picture.ts'
import { text } from '../../../text/ar.ts'
import type { CardChoice } from '../card-choice.ts'
import { useReadPicture } from '../queries.ts'

/** Returns a function that loads a saved design as a `CardChoice`. The function throws if the background image cannot be loaded. */
export function useLoadDesignChoice() {
  const read = useReadPicture()
  return useCallback(
    async ({ look, userId }: Pick<Design, 'look' | 'userId'>): Promise<CardChoice> => {
      if (look.background.is === 'ready') return { look, picture: undefined }
      const id = look.background.pictureId
      return { look, picture: { id, name: text.studio.kept.picture, canvas: await cropToCard(await read(id)), keptFor: userId } }
    },
    [read],
  )
}
