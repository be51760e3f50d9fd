import { existsSync } from 'node:fs'
import path from 'node:path'
import { ensureAdministrator } from './accounts/first-administrator.ts'
import { createApp } from './app.ts'
import { readConfig } from './config.ts'
import { openDatabase } from './database/open.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** How long calls under way may take to end after SIGTERM, in milliseconds. */
const GRACE = 10_000

async function start() {
  const config = readConfig(process.env)
  const db = await openDatabase(config)
  const now = () => new Date()
  const administrator = await ensureAdministrator(db, config.admin, now())
  const site = path.resolve(import.meta.dirname, '../../web/dist')
  const app = await createApp({
    db,
    now,
    publicUrl: config.publicUrl,
    siteFolder: existsSync(site) ? site : undefined,
    logger: { level: config.logLevel },
  })

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), GRACE).unref()
    await app.close()
    await db.close()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)

  const listening = await app.listen({ port: config.port, host: config.host })
  say(`\n  حُضور  Hudur is at ${config.publicUrl?.href ?? `${listening}/`}`)
  if (administrator) {
    say(`  The first administrator is «${administrator.username}».`)
    if (administrator.password !== undefined) say(`  Password, shown this once: ${administrator.password}`)
  }
  say('')
}

start().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  if (error instanceof Error && error.cause) process.stderr.write(`${String(error.cause)}\n`)
  process.exit(1)
})
