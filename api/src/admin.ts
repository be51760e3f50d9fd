import { hashPassword, randomPassword } from './accounts/passwords.ts'
import { accountsIn } from './accounts/repository.ts'
import { sessionsIn } from './accounts/sessions-repository.ts'
import { readConfig } from './config.ts'
import type { Database } from './database/database.ts'
import { openExistingDatabase } from './database/open.ts'
import { readSettings } from './settings-file.ts'

/** The command with which the operator resets a password without a session: `npm run admin -- reset NAME`. Works while the server runs. */

/** Gives an account a random password, which is shown once, and ends its sessions. Throws an `Error` without such an account. */
async function resetPassword(db: Database, username: string) {
  const password = randomPassword()
  const passwordHash = await hashPassword(password)
  return db.write(async trx => {
    const found = await accountsIn(trx).findWithHash(username)
    const user = found && (await accountsIn(trx).lock(found.user.id))
    if (!user) throw new Error(`Nobody is called «${username}».`)
    await accountsIn(trx).setPassword(user.id, passwordHash, new Date())
    await sessionsIn(trx).removeAll(user.id)
    return { username: user.username, password }
  })
}

async function runAdminCommand([command, name, ...rest]: string[]) {
  if (command !== 'reset' || !name || rest.length > 0) throw new Error('Say whose password is to be new: npm run admin -- reset NAME')
  const db = await openExistingDatabase(readConfig(readSettings().env))
  try {
    const { username, password } = await resetPassword(db, name)
    process.stdout.write(`The new password of «${username}», shown this once: ${password}\n`)
  } finally {
    await db.close()
  }
}

runAdminCommand(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
