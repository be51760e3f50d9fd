import { hashPassword, randomPassword } from './accounts/passwords.ts'
import { accountsIn } from './accounts/repository.ts'
import { sessionsIn } from './accounts/sessions-repository.ts'
import { readConfig } from './config.ts'
import type { Database } from './database/database.ts'
import { openExistingDatabase } from './database/open.ts'
import { explainDatabaseFailure } from './database-failure.ts'
import { endOpenLinks, readOpenLinks } from './links/open-links.ts'
import { readSettings } from './settings-file.ts'

/**
 * The option of `npm run admin -- reset NAME` that also ends the open links of the account's events. The command resets a password without
 * a session, also while the server runs.
 */
const END_LINKS = '--end-links'

/**
 * Sets a random password for an account and ends its sessions. Returns the password, which is shown once, and the number of open or ended
 * links. Throws an `Error` for an unknown username.
 */
async function resetPassword(db: Database, username: string, { endsLinks, timeZone }: { endsLinks: boolean; timeZone: string }) {
  const password = randomPassword()
  const passwordHash = await hashPassword(password)
  return db.write(async trx => {
    const found = await accountsIn(trx).findWithHash(username)
    const user = found && (await accountsIn(trx).lock(found.user.id))
    if (!user) throw new Error(`Nobody is called «${username}».`)
    const now = new Date()
    await accountsIn(trx).setPassword(user.id, passwordHash, { by: 'server', at: now })
    await sessionsIn(trx).removeAll(user.id)
    const clock = { now, timeZone }
    const links = endsLinks
      ? await endOpenLinks(trx, user.id, { ...clock, by: 'server' })
      : (await readOpenLinks(trx, user.id, clock)).length
    return { username: user.username, password, links }
  })
}

async function runAdminCommand([command, name, ...rest]: string[]) {
  const endsLinks = rest.length === 1 && rest[0] === END_LINKS
  if (command !== 'reset' || !name || (rest.length > 0 && !endsLinks))
    throw new Error(`Say whose password is to be new: npm run admin -- reset NAME [${END_LINKS}]`)
  const config = readConfig(readSettings().env)
  const db = await openExistingDatabase(config).catch(async cause => {
    throw new Error((await explainDatabaseFailure(cause, config))?.says ?? cause.message, { cause })
  })
  try {
    const { username, password, links } = await resetPassword(db, name, { endsLinks, timeZone: config.timeZone })
    process.stdout.write(`The new password of «${username}», shown this once: ${password}\n`)
    if (endsLinks) process.stdout.write(`Ended links: ${links}\n`)
    else if (links > 0) process.stdout.write(`Links that are still open: ${links}. The same command with ${END_LINKS} ends them.\n`)
  } finally {
    await db.close()
  }
}

runAdminCommand(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
