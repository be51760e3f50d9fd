import { isWelcomeLinkValid } from '@hudur/core/accounts/welcome-link'
import type { contract } from '@hudur/core/contract'
import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import type { Kysely } from 'kysely'
import { activityIn } from '../activity/repository.ts'
import { hashToken } from '../database/hash-token.ts'
import type { Tables } from '../database/schema.ts'
import type { Deps, Services } from '../deps.ts'
import { refuseGuessablePassword } from './guessable.ts'
import { hashPassword } from './passwords.ts'
import { accountsIn } from './repository.ts'
import { welcomeLinksIn } from './welcome-links-repository.ts'

type WelcomeService = Pick<Services<typeof contract.accounts>, 'welcome' | 'setFirstPassword'>

const endedRefusal = () => new Refusal('link-ended', { text: texts.welcome.ended })

/** Returns the endpoints of people who open the link for the first password of their account. */
export function welcomeService({ db, now }: Deps): WelcomeService {
  /** Reads the account of a valid token. Throws `link-ended`. */
  async function findAccount(reading: Kysely<Tables>, token: string) {
    const link = await welcomeLinksIn(reading).findByToken(hashToken(token))
    const user = link && isWelcomeLinkValid(link, now()) ? await accountsIn(reading).find(link.userId) : undefined
    // An administrator's password needs more than a link: the account was given its rights after the link was made.
    if (!user || user.isAdmin) throw endedRefusal()
    return user
  }

  return {
    async welcome({ input: { token } }) {
      const { fullName, username } = await findAccount(db.read, token)
      return { fullName, username }
    },

    async setFirstPassword({ input: { token, password }, session, requester }) {
      const { id, username } = await findAccount(db.read, token)
      refuseGuessablePassword(password, username, 'password')
      const passwordHash = await hashPassword(password, requester)
      const user = await db.write(async trx => {
        await accountsIn(trx).lock(id)
        // Another request may have used or replaced the link before the account was locked.
        const { fullName } = await findAccount(trx, token)
        await accountsIn(trx).setPassword(id, passwordHash, { by: { id }, at: now() })
        const description = texts.activity.firstPasswordSet(fullName)
        await activityIn(trx).record({ userId: id, verb: 'update', target: 'user', targetId: id, description, at: now() })
        return (await accountsIn(trx).find(id))!
      })
      if (!(await session.start(id, passwordHash))) throw endedRefusal()
      return user
    },
  }
}
