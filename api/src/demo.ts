import { ensureAdministrator } from './accounts/first-administrator.ts'
import { readConfig } from './config.ts'
import { openDatabase } from './database/open.ts'
import { planEventCalls, TONIGHT_EVENT_NAME } from './demo/events.ts'
import { planBackOfficeCalls } from './demo/office.ts'
import { findUnusedCode, PASSWORD, runScenario } from './demo/run-scenario.ts'
import { readSettings } from './settings-file.ts'

/**
 * Fills an empty data folder with demo data through the API: hosts, registrations, orders, events and scans of the last 46 days. Adds
 * nothing when the folder already has an administrator. Prints how to sign in and a code to scan.
 */

const ADMIN = { username: 'admin', password: PASSWORD }

/** How long ago (ms) the first administrator of the demo was created. */
const FIRST_START_AGO_MS = 46 * 86_400_000

const config = readConfig(readSettings().env)
const db = await openDatabase(config)
const now = new Date()
if (await ensureAdministrator(db, ADMIN, new Date(now.getTime() - FIRST_START_AGO_MS))) {
  const at = { now, timeZone: config.timeZone }
  await runScenario(db, config, now, callers => [...planBackOfficeCalls(callers, at), ...planEventCalls(callers, at)])
}
const unusedInvitationCode = await findUnusedCode(db, config, ADMIN.username, TONIGHT_EVENT_NAME)
await db.close()

const scannerUrl = new URL('/Scanner', config.publicUrl ?? `http://localhost:${config.port}`).href
process.stdout.write(
  [
    '',
    `  Demo data in ${config.dataDir}; remove the folder for new demo data.`,
    `  Sign in as «${ADMIN.username}», or as the host «hanaa», with «${PASSWORD}».`,
    `  The scanner is at ${scannerUrl}${unusedInvitationCode === undefined ? '' : `; the code of a guest who has not come yet: ${unusedInvitationCode}`}`,
    '',
  ].join('\n'),
)
