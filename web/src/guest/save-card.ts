import { contract, FIRST_LOOK, httpBackend } from '@hudur/core'
import { drawCardFile } from '../cards/card-renderer.ts'
import { saveFile } from '../device/download.ts'
import { cutToCard } from '../features/invitations/studio/card-picture.ts'

/** Saves the card of an invitation: the same picture as the host's, drawn by the same code. Throws when the server does not respond. */
export async function saveCard(code: string) {
  const { guests } = httpBackend(contract, { fetch: (...request) => fetch(...request) })
  const { invitation, look } = await guests.design({ code })
  const picture = look?.background.is === 'picture' ? await cutToCard(new Blob([await guests.picture({ code })])) : undefined
  const file = await drawCardFile({ look: look ?? FIRST_LOOK, picture }, invitation)
  saveFile(file, file.name)
}
