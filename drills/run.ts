/**
 * `npm run drill -- NAME` runs drills: it provokes failures of machines, disks, clocks and networks and checks the product afterwards.
 * Without a name all short drills run; the long ones run only by their names.
 */
import process from 'node:process'
import { backupUnderLoad } from './backup-under-load.ts'
import { clockSetBack } from './clock.ts'
import { connections } from './connections.ts'
import { copies } from './copies.ts'
import type { Line } from './drill.ts'
import { fullDisk } from './full-disk.ts'
import { hostile } from './hostile.ts'
import { live } from './live.ts'
import { openapi } from './openapi.ts'
import { phones } from './phones.ts'
import { postgresRestarts } from './postgres-restarts.ts'
import { powerCuts } from './power-cuts.ts'
import { signInStorm } from './sign-in-storm.ts'
import { soak } from './soak.ts'
import { twoBehindNginx } from './two-behind-nginx.ts'
import { upgradeToEvents } from './upgrade.ts'

const DRILLS: Record<string, () => Promise<Line[]>> = {
  powerCuts,
  copies,
  fullDisk,
  postgresRestarts,
  twoBehindNginx,
  clockSetBack,
  backupUnderLoad,
  connections,
  upgradeToEvents,
  live,
}
const LONG: Record<string, () => Promise<Line[]>> = { hostile, openapi, phones, signInStorm, soak }

/** Returns the message of an error and those of its causes. */
const causesOf = (error: unknown): string[] =>
  error instanceof Error ? [error.message, ...causesOf(error.cause)] : error === undefined ? [] : [String(error)]

const drillNames = process.argv.slice(2)
const unknown = drillNames.filter(name => !(name in DRILLS) && !(name in LONG))
if (unknown.length > 0) {
  process.stderr.write(`Name what to try: ${Object.keys({ ...DRILLS, ...LONG }).join(', ')}.\n`)
  process.exit(1)
}

const table: Line[] = []
for (const name of drillNames.length > 0 ? drillNames : Object.keys(DRILLS)) {
  process.stdout.write(`${name} …\n`)
  const lines = await { ...DRILLS, ...LONG }[name]!().catch((error: unknown): Line[] => [
    { drill: name, wanted: 'the drill runs to its end', seen: causesOf(error).join(': '), ok: 'NO' },
  ])
  table.push(...lines)
}
// biome-ignore lint/suspicious/noConsole: the table is what this program is for
console.table(table)
process.exit(table.some(({ ok }) => ok === 'NO') ? 1 : 0)
