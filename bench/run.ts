import process from 'node:process'
import type { MeasurementName } from '../e2e/measurements.ts'

/** Returns the benchmark that repeats a measurement of the browser tests and records its figures. */
async function loadMeasurement(name: MeasurementName) {
  const { runMeasurement } = await import('./measurement.ts')
  return { bench: () => runMeasurement(name) }
}

/** The benchmarks of `npm run bench -- NAME…`. Most print their figures beside a goal, or a reference of the same run. */
const BENCHES: Record<string, () => Promise<{ bench: () => Promise<void> }>> = {
  api: () => import('./api.ts'),
  search: () => import('./search.ts'),
  find: () => import('./find.ts'),
  many: () => import('./many.ts'),
  events: () => import('./events.ts'),
  'event-screens': () => import('./event-screens.ts'),
  live: () => import('./live.ts'),
  night: () => import('./night.ts'),
  codes: () => import('./codes.ts'),
  lists: () => import('./lists.ts'),
  'find-code': () => import('./find-code.ts'),
  bodies: () => import('./bodies.ts'),
  cards: () => import('./cards.ts'),
  reading: () => loadMeasurement('reading'),
  messengers: () => import('./messengers.ts'),
  templates: () => loadMeasurement('templates'),
  golden: () => loadMeasurement('golden'),
  archives: () => loadMeasurement('archives'),
  sending: () => import('./sending.ts'),
  phone: () => import('./phone.ts'),
  whatsapp: () => import('./whatsapp.ts'),
  'first-load': () => import('./first-load.ts'),
  'new-version': () => import('./new-version.ts'),
  start: () => import('./start.ts'),
}

const benchNames = process.argv.slice(2)
const unknownNames = benchNames.filter(name => !(name in BENCHES))
if (benchNames.length === 0 || unknownNames.length > 0) {
  process.stderr.write(`Name what to measure: ${Object.keys(BENCHES).join(', ')}.\n`)
  process.exit(1)
}
for (const name of benchNames) {
  const { bench } = await BENCHES[name]!()
  await bench()
}
// The phones of a benchmark may still have timers.
process.exit()
