import type { Design } from '@hudur/core/cards/contract'
import type { Contract } from '@hudur/core/contract'
import type { Backend } from '@hudur/core/endpoint'
import { drawEventPicture } from '../../../cards/event-picture.ts'
import type { CardChoice } from '../card-choice.ts'

type LoadChoice = (design: Design) => Promise<CardChoice>

/**
 * Draws and stores the preview picture of an event that has a design and no picture. Draws it again if the event was changed meanwhile.
 * Returns whether it stored a picture.
 */
export async function saveMissingPicture({ events, invitations }: Backend<Contract>, eventId: string, loadChoice: LoadChoice) {
  let event = await events.get({ id: eventId })
  if (event.pictureId !== null) return false
  for (let drawnChange: string | undefined; event.changedAt !== drawnChange; ) {
    drawnChange = event.changedAt
    const [design] = (await invitations.designs({ eventId, limit: 1 })).rows
    if (!design) return false
    const { look, picture } = await loadChoice(design)
    event = await events.savePicture({ id: eventId, picture: await drawEventPicture({ look, picture: picture?.canvas }, design) })
  }
  return true
}
