/**
 * Runs the drills that `npm run drill -- NAME…` names. A drill causes failures of machines, disks, clocks or networks, and then checks the
 * server. Without a name, all short drills run; the long ones run only by name.
 */
import process from 'node:process'
import { backupUnderLoadDrill } from './backup-under-load.ts'
import { clockSetBackDrill } from './clock.ts'
import { clockAheadDrill } from './clock-ahead.ts'
import { openConnectionsDrill } from './connections.ts'
import { diskSnapshotsDrill } from './copies.ts'
import type { DrillRow } from './drill.ts'
import { failoverDrill } from './failover.ts'
import { fullDiskDrill } from './full-disk.ts'
import { hostileAccountDrill } from './hostile.ts'
import { liveFiguresDrill } from './live.ts'
import { openapiDrill } from './openapi.ts'
import { badNetworkPhonesDrill } from './phones.ts'
import { poolersDrill } from './poolers.ts'
import { postgresRestartsDrill } from './postgres-restarts.ts'
import { powerCutsDrill } from './power-cuts.ts'
import { signInStormDrill } from './sign-in-storm.ts'
import { slowReadersDrill } from './slow-readers.ts'
import { soakDrill } from './soak.ts'
import { twoBehindNginxDrill } from './two-behind-nginx.ts'
import { whatsappDrill } from './whatsapp.ts'

const DRILLS: Record<string, () => Promise<DrillRow[]>> = {
  powerCuts: powerCutsDrill,
  copies: diskSnapshotsDrill,
  fullDisk: fullDiskDrill,
  postgresRestarts: postgresRestartsDrill,
  twoBehindNginx: twoBehindNginxDrill,
  clockSetBack: clockSetBackDrill,
  clockAhead: clockAheadDrill,
  backupUnderLoad: backupUnderLoadDrill,
  connections: openConnectionsDrill,
  live: liveFiguresDrill,
  slowReaders: slowReadersDrill,
  whatsapp: whatsappDrill,
}
const LONG_DRILLS: Record<string, () => Promise<DrillRow[]>> = {
  failover: failoverDrill,
  hostile: hostileAccountDrill,
  openapi: openapiDrill,
  phones: badNetworkPhonesDrill,
  poolers: poolersDrill,
  signInStorm: signInStormDrill,
  soak: soakDrill,
}

/** Returns the messages of an error and of all its causes. */
const errorMessages = (error: unknown): string[] =>
  error instanceof Error ? [error.message, ...errorMessages(error.cause)] : error === undefined ? [] : [String(error)]

const drillNames = process.argv.slice(2)
const unknownNames = drillNames.filter(name => !(name in DRILLS) && !(name in LONG_DRILLS))
if (unknownNames.length > 0) {
  process.stderr.write(`Name what to try: ${Object.keys({ ...DRILLS, ...LONG_DRILLS }).join(', ')}.\n`)
  process.exit(1)
}

const tableRows: DrillRow[] = []
for (const name of drillNames.length > 0 ? drillNames : Object.keys(DRILLS)) {
  process.stdout.write(`${name} …\n`)
  const lines = await { ...DRILLS, ...LONG_DRILLS }[name]!().catch((error: unknown): DrillRow[] => [
    { drill: name, wanted: 'the drill runs to its end', seen: errorMessages(error).join(': '), ok: 'NO' },
  ])
  tableRows.push(...lines)
}
// biome-ignore lint/suspicious/noConsole: the table is what this program is for
console.table(tableRows)
process.exit(tableRows.some(({ ok }) => ok === 'NO') ? 1 : 0)
