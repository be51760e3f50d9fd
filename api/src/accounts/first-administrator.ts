import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import { newId } from '../database/new-id.ts'
import { isGuessablePassword } from './guessable.ts'
import { hashPassword, randomPassword } from './passwords.ts'
import { accountsIn, newUser } from './repository.ts'

/** The quota (invitations) of the first administrator. */
const ADMINISTRATOR_QUOTA = 999_999

/**
 * Creates an administrator when there is none. Returns the username and, if it was generated, the password; otherwise undefined. Throws an
 * `Error` for a guessable password or a taken username.
 */
export async function ensureAdministrator(db: Database, { username, password }: Config['admin'], now: Date) {
  if (await accountsIn(db.read).countAdministrators()) return undefined
  if (password !== undefined && isGuessablePassword(password, username))
    throw new Error('ADMIN_PASSWORD is one of the most used passwords or contains ADMIN_USERNAME: choose another.')
  const chosen = password ?? randomPassword()
  const passwordHash = await hashPassword(chosen)
  const isCreated = await db.write(async trx => {
    const accounts = accountsIn(trx)
    // When two processes start at once, the second waits here and then finds the administrator of the first.
    await accounts.lockAdministrators()
    if (await accounts.countAdministrators()) return false
    if (!(await accounts.takeUsername(username)))
      throw new Error(`ADMIN_USERNAME is «${username}», but that name is taken and there is no administrator: choose another.`)
    const profile = { id: newId(), fullName: 'مدير النظام', username, phone: null, email: null }
    await accounts.add(newUser({ ...profile, generationLimit: ADMINISTRATOR_QUOTA, isAdmin: true }, now), passwordHash)
    return true
  })
  return isCreated ? { username, password: password === undefined ? chosen : undefined } : undefined
}
