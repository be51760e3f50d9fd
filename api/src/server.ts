import { existsSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { ensureAdministrator } from './accounts/first-administrator.ts'
import { createApp } from './app.ts'
import { hourlyBackups } from './backups/hourly.ts'
import { type Config, readConfig } from './config.ts'
import { dailyDeletion } from './daily-deletion.ts'
import { lockFolder } from './database/folder-lock.ts'
import { type DatabaseLocation, openDatabase } from './database/open.ts'
import { explainDatabaseFailure } from './database-failure.ts'
import { diskWatch } from './disk.ts'
import { beginEpoch, endEpoch } from './installation/epoch.ts'
import { mailSender } from './mail/sender.ts'
import { readSettings } from './settings-file.ts'
import { configWarnings } from './setup/config-warnings.ts'
import { contentFile } from './site/content-file.ts'
import { levelSigns, plainLogStream } from './terminal.ts'
import { handleUncaughtErrors } from './uncaught-errors.ts'
import { officeWhatsApp } from './whatsapp/office.ts'

/** A person reads the output of a terminal; elsewhere programs read the log. */
const isTerminal = process.stdout.isTTY === true

const printLine = (line: string) => process.stdout.write(`${line}\n`)

/** Returns the lines as one JSON entry of the log. */
const logEntryOf = (level: number, lines: readonly string[]) => JSON.stringify({ level, time: Date.now(), msg: lines.join(' ') })

const INFO_LEVEL = 30
const FATAL_LEVEL = 60

const LOOPBACK_HOSTS = ['127.0.0.1', '::1', 'localhost']

/** The most connections that wait to be accepted; the operating system may allow fewer. */
const BACKLOG = 4_096

/** How long (ms) running calls may take to end after SIGTERM or SIGINT. After that the process exits with code 1. */
const STOP_TIMEOUT_MS = 10_000

/**
 * The exit codes of a start that fails: because of a permanent cause, and because of a temporary one, after which `npm start` tries again.
 */
const CANNOT_START_EXIT_CODE = 1
const CANNOT_START_YET_EXIT_CODE = 75

/** Returns the lines that name the first administrator, if this start has created it. */
const administratorLines = (created: { username: string; password: string | undefined } | undefined) =>
  [
    created && `The first administrator is «${created.username}».`,
    created?.password !== undefined && `Password, shown this once: ${created.password}`,
  ].filter(line => typeof line === 'string')

/** Prints a message regardless of the log level: as plain lines in a terminal, otherwise as one JSON entry. */
function printMessage(lines: readonly string[]) {
  if (lines.length === 0) return
  if (isTerminal) printLine(`\n${lines.map(line => `  ${line}\n`).join('')}`)
  else printLine(logEntryOf(INFO_LEVEL, lines))
}

function printConfigWarnings(config: Config) {
  const warnings = configWarnings(config)
  for (const { says } of warnings) printLine(`  ${levelSigns.warning} ${says}`)
  if (warnings.length > 0) printLine('  Settings are in hudur.env (see hudur.env.example); npm run check-setup tests them.\n')
}

/** The database of this start, once it is known. */
let location: DatabaseLocation | undefined

async function startServer() {
  const settings = readSettings()
  const config = readConfig(settings.env)
  location = config
  // Several processes may share one PostgreSQL database; a SQLite file belongs to one process.
  const isAlone = config.databaseUrl === undefined
  const release = isAlone ? lockFolder(config.dataDir) : undefined
  // Read before the database is opened: an invalid `site.json` must be corrected first, and stops the start.
  const content = await contentFile(config.dataDir, problem => app.log.error(problem.message))
  const db = await openDatabase(config)
  // Other processes may use a PostgreSQL database: after a restore, the operator begins an epoch (docs/operations.md).
  if (isAlone) await beginEpoch(db)
  const now = () => new Date()
  // The backups, the disk and the deletion are created before the app, but write to its log.
  const log = {
    info: (details: unknown, sentence: string) => app.log.info(details, sentence),
    warn: (details: unknown, sentence: string) => app.log.warn(details, sentence),
    error: (cause: unknown, sentence: string) => app.log.error(cause, sentence),
  }
  const site = path.resolve(import.meta.dirname, '../../web/dist')
  const mail = config.mail && mailSender({ db, now, ...config.mail })
  const whatsapp =
    config.whatsapp && officeWhatsApp({ db, now, timeZone: config.timeZone, callingCode: config.defaultCountry, config: config.whatsapp })
  const backups = isAlone && config.backups ? hourlyBackups({ dataDir: config.dataDir, keep: config.backups, now, log }) : undefined
  // This process cannot measure the disk of a PostgreSQL server.
  const disk = isAlone ? diskWatch({ folder: config.dataDir, log }) : undefined
  const deletion = dailyDeletion({ db, now, timeZone: config.timeZone, log })
  const app: FastifyInstance = await createApp({
    db,
    now,
    mail,
    whatsapp,
    timeZone: config.timeZone,
    defaultCountry: config.defaultCountry,
    publicUrl: config.publicUrl,
    // The build writes this file last: a site that is being built is not served.
    siteFolder: existsSync(path.join(site, '.built')) ? site : undefined,
    content,
    trustProxy: config.trustProxy,
    rateLimit: config.rateLimit,
    metricsToken: config.metricsToken,
    backups: backups?.figures,
    disk,
    clock: deletion.clock,
    logger: isTerminal ? { level: config.logLevel ?? 'warn', stream: plainLogStream(printLine) } : { level: config.logLevel ?? 'info' },
  })
  handleUncaughtErrors(app.log)
  if (!config.rateLimit && !LOOPBACK_HOSTS.includes(config.host)) app.log.warn(`RATE_LIMIT is off, and ${config.host} is open to others`)
  if (settings.isExposed) app.log.warn(`${settings.file} contains secrets, and other users of this machine may read it: chmod 600`)

  await disk?.start()
  await deletion.start()

  let stopping = false
  const stopServer = async () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref()
    await app.close()
    disk?.stop()
    deletion.stop()
    await mail?.stop()
    await whatsapp?.stop()
    await backups?.stop()
    if (isAlone) await endEpoch(db)
    await db.close()
    release?.()
    process.exit(0)
  }
  process.on('SIGTERM', stopServer)
  process.on('SIGINT', stopServer)

  // Done before the server listens, so that no request is answered while there is no administrator.
  const administrator = await ensureAdministrator(db, config.admin, now())
  const listening = await app.listen({ port: config.port, host: config.host, backlog: BACKLOG }).catch((cause: unknown) => {
    // Prints the initial password even when the start fails: the administrator then exists, so no later start prints the password.
    printMessage(administratorLines(administrator))
    throw new Error(`Port ${config.port} on ${config.host} cannot be had: name another by PORT.`, { cause })
  })
  mail?.start(app.log)
  whatsapp?.start(app.log)
  await backups?.start()
  printMessage([`حُضور  Hudur is at ${config.publicUrl?.href ?? `${listening}/`}`, ...administratorLines(administrator)])
  if (isTerminal) printConfigWarnings(config)
}

/** Returns the message of an error, and that of its cause unless the message contains it. */
function messagesOf(error: unknown) {
  if (!(error instanceof Error)) return [String(error)]
  const { message, cause } = error
  const isRepeated = cause instanceof Error && message.includes(cause.message)
  return cause === undefined || isRepeated ? [message] : [message, String(cause)]
}

startServer().catch(async (error: unknown) => {
  const failure = location && (await explainDatabaseFailure(error, location))
  const lines = failure ? [failure.says] : messagesOf(error)
  process.stderr.write(`${isTerminal ? lines.join('\n') : logEntryOf(FATAL_LEVEL, lines)}\n`)
  process.exit(failure?.canPass ? CANNOT_START_YET_EXIT_CODE : CANNOT_START_EXIT_CODE)
})
