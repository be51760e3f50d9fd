import type { Design } from '@hudur/core'
import { useCallback } from 'react'
import { text } from '../../../text/ar.ts'
import { useReadPicture } from '../design-queries.ts'
import type { CardChoice } from './card-choice.ts'
import { cutToCard } from './card-picture.ts'

/** Returns a function that converts a saved design to a choice. It throws if the design's background image cannot be loaded. */
export function useDesignChoice() {
  const read = useReadPicture()
  return useCallback(
    async ({ look, userId }: Design): Promise<CardChoice> => {
      if (look.background.is === 'ready') return { look, picture: undefined }
      const id = look.background.pictureId
      return { look, picture: { id, name: text.studio.kept.picture, canvas: await cutToCard(await read(id)), keptFor: userId } }
    },
    [read],
  )
}
