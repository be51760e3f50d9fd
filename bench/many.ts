import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { addManyInvitations, invitationIdAt } from '../api/testing/many-invitations.ts'
import { type BenchServer, benchOnBothEngines, type FigureRow, percentilesOf, roundToTenth, spreadIndex } from './figures.ts'

const INVITATION_COUNT = 20_000
const SELECTED_COUNT = 5_000
/** Scans begin at this interval (ms) for this time (ms), whether or not earlier ones were answered, as those of several gates do. */
const SCAN_INTERVAL_MS = 50
const DURATION_MS = 30_000
/** The goal: the p99 of scans beside the calls, in proportion to that without. */
const MAX_RATIO = 1.5

/** Measures scans while changes of 5,000 selected invitations are made, and the same number of scans without. */
async function measureMany({ on, backend, user, place }: BenchServer): Promise<FigureRow[]> {
  await addManyInvitations(place, user.id, INVITATION_COUNT)
  let scanNumber = 0

  async function measureScans(beside: () => Promise<unknown> = async () => {}) {
    const times: number[] = []
    const scans: Promise<unknown>[] = []
    const calls = wait(DURATION_MS / 4).then(beside)
    for (const end = performance.now() + DURATION_MS; performance.now() < end; await wait(SCAN_INTERVAL_MS)) {
      const [n, start] = [scanNumber++, performance.now()]
      const scan = backend.checkIn.check({ qr_code: invitationIdAt(spreadIndex(n, INVITATION_COUNT)), nonce: `scan-${n}` })
      scans.push(scan.then(() => times.push(performance.now() - start)))
    }
    await Promise.all([...scans, calls])
    return percentilesOf(times)
  }

  const guestsOf = (eventName: string) =>
    Array.from({ length: SELECTED_COUNT }, (_, n) => ({ eventName, eventDate: '2097-01-14', guestName: `ضيف ${n}` }))
  const took: FigureRow[] = []
  async function measureCall(what: string, call: () => Promise<unknown>) {
    const start = performance.now()
    await call()
    took.push({ what, on, 'worst ms': roundToTenth(performance.now() - start) })
  }
  const target = await backend.events.create({ name: 'الثانية', date: '2097-01-14' })
  const [first] = await backend.invitations.create({ invitations: guestsOf('الأولى') })
  const all = { eventId: first!.eventId!, count: SELECTED_COUNT }

  const without = await measureScans()
  const beside = await measureScans(async () => {
    await measureCall('5,000 changed and moved', () => backend.invitations.updateMany({ all, eventId: target.id, table: '7', maxScans: 2 }))
    await wait(DURATION_MS / 4)
    const moved = { eventId: target.id, search: 'ضيف', count: SELECTED_COUNT }
    await measureCall('5,000 deleted', () => backend.invitations.removeMany({ all: moved }))
  })
  const ratio = beside['p99 ms'] / without['p99 ms']
  if (ratio > MAX_RATIO) process.exitCode = 1
  return [
    { what: 'scans without', on, ...without },
    { what: 'scans beside', on, ...beside, 'of the reference': `${ratio.toFixed(2)} × (goal ${MAX_RATIO})` },
    ...took,
  ]
}

/** Measures scans beside changes of many selected rows on both database engines. */
export async function bench() {
  await benchOnBothEngines(measureMany)
}
