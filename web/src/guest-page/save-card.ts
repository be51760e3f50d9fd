import { contract } from '@hudur/core/contract'
import { createHttpBackend } from '@hudur/core/http-backend'
import { cropToCard } from '../cards/card-picture.ts'
import { drawCardFile } from '../cards/card-renderer.ts'
import { saveFile } from '../device/download.ts'

/** Saves the card of an invitation as a picture file, drawn as on the host's device. Throws when the server does not respond. */
export async function saveCard(code: string) {
  const { guests } = createHttpBackend(contract, { fetch: (...request) => fetch(...request) })
  const { invitation, look } = await guests.design({ code })
  const picture = look.background.is === 'picture' ? await cropToCard(new Blob([await guests.picture({ code })])) : undefined
  const file = await drawCardFile({ look, picture }, invitation)
  saveFile(file, file.name)
}
