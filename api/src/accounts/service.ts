import { type contract, Refusal } from '@hudur/core'
import type { Deps } from '../app.ts'
import type { Services } from '../http/serve.ts'
import { verifyPassword } from './passwords.ts'
import { accountsIn } from './repository.ts'

export const accountService = ({ db }: Deps): Services<typeof contract.accounts> => ({
  async login({ input: { username, password }, session }) {
    const found = await accountsIn(db.read).findWithHash(username)
    if (!(await verifyPassword(password, found?.passwordHash)) || !found) throw new Refusal('wrong-credentials')
    await session.start(found.user.id)
    return found.user
  },

  async me({ actor }) {
    return (actor && (await accountsIn(db.read).find(actor.id))) ?? null
  },

  async logout({ session }) {
    await session.end()
    return { success: true }
  },
})
