import { ensureAdministrator } from './accounts/first-administrator.ts'
import { readConfig } from './config.ts'
import { openDatabase } from './database/open.ts'
import { eventCalls, TONIGHT_EVENT } from './demo/events.ts'
import { backOfficeCalls } from './demo/office.ts'
import { PASSWORD, runScenario, unusedCode } from './demo/run-scenario.ts'
import { readSettings } from './settings-file.ts'

/**
 * Fills an empty data folder with demo data through the API: hosts, registrations, orders, events and scans of the last 46 days. Adds
 * nothing when the folder already has an administrator. Prints how to sign in and a code to scan.
 */

const ADMIN = { username: 'admin', password: PASSWORD }

/** How long ago (ms) the first administrator of the demo was created. */
const FIRST_START_AGO = 46 * 86_400_000

const config = readConfig(readSettings().env)
const db = await openDatabase(config)
const now = new Date()
if (await ensureAdministrator(db, ADMIN, new Date(now.getTime() - FIRST_START_AGO))) {
  const at = { now, timeZone: config.timeZone }
  await runScenario(db, config, now, callers => [...backOfficeCalls(callers, at), ...eventCalls(callers, at)])
}
const code = await unusedCode(db, config, ADMIN.username, TONIGHT_EVENT)
await db.close()

const scanner = new URL('/Scanner', config.publicUrl ?? `http://localhost:${config.port}`).href
process.stdout.write(
  [
    '',
    `  Demo data in ${config.dataDir}; remove the folder for new demo data.`,
    `  Sign in as «${ADMIN.username}», or as the host «hanaa», with «${PASSWORD}».`,
    `  The scanner is at ${scanner}${code === undefined ? '' : `; the code of a guest who has not come yet: ${code}`}`,
    '',
  ].join('\n'),
)
