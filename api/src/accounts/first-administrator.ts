import { randomInt } from 'node:crypto'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import { newId } from '../database/new-id.ts'
import { hashPassword } from './passwords.ts'
import { accountsIn } from './repository.ts'

/** The balance of the first administrator. */
const LIMIT = 999_999

/** Letters and digits that are not mistaken for each other when read from a screen. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const randomPassword = () => Array.from({ length: 14 }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** Makes an administrator while there is none. Answers the name, and the password if it was made up here: it is shown this once. */
export async function ensureAdministrator(db: Database, { username, password }: Config['admin'], now: Date) {
  if (await accountsIn(db.read).hasAdministrator()) return undefined
  const chosen = password ?? randomPassword()
  const passwordHash = await hashPassword(chosen)
  const made = await db.write(async trx => {
    const accounts = accountsIn(trx)
    if (await accounts.hasAdministrator()) return false
    const user = { fullName: 'مدير النظام', username, phone: null, email: null, generationLimit: LIMIT, usedGenerations: 0, isAdmin: true }
    await accounts.add({ ...user, id: newId(), createdAt: now.toISOString() }, passwordHash)
    return true
  })
  return made ? { username, password: password === undefined ? chosen : undefined } : undefined
}
