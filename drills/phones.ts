import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { type Contract, contract } from '@hudur/core/contract'
import type { Backend } from '@hudur/core/endpoint'
import { createHttpBackend, UnreachableError } from '@hudur/core/http-backend'
import { startProduct } from '../api/testing/process.ts'
import { signIn } from '../api/testing/sign-in.ts'
import { withTemporaryFolder } from '../api/testing/temporary-folder.ts'
import { readDatabaseCounts } from './database-counts.ts'
import { createDrillReport } from './drill.ts'
import { earlyAdmissionsDrill } from './early-admissions.ts'
import { inviteGuests, latencySummary, repeatUntilAnswered } from './support.ts'

const PHONES = 300
const GUESTS = 5_000
/** The duration of the event in minutes. The environment variable `DRILL_MINUTES` sets it. */
const DURATION_MINUTES = Number(process.env.DRILL_MINUTES || 10)

/**
 * Returns a `fetch` over a bad network. Of ten requests, one never arrives, one loses its response, one is sent twice, and two are up to 2
 * s late.
 */
function createBadNetworkFetch(good: typeof fetch): typeof fetch {
  return async (url, init) => {
    const chance = Math.random()
    if (chance < 0.1) {
      await pause(100 + Math.random() * 400)
      throw new TypeError('lost on the way')
    }
    if (chance < 0.2) {
      await good(url, init)
      throw new TypeError('its answer was lost')
    }
    if (chance < 0.3) void good(url, init).catch(() => {})
    if (chance > 0.8) await pause(Math.random() * 2_000)
    return good(url, init)
  }
}

/** Scans with three hundred phones over a bad network, each with a session. Some guests show their card at two gates. */
const simplePhonesDrill = () =>
  withTemporaryFolder(async folder => {
    const { lines, expect, note } = createDrillReport(
      `${PHONES} phones, ${GUESTS.toLocaleString('en')} guests, ${DURATION_MINUTES} minutes, a bad network`,
    )
    const server = await startProduct({ DATA_DIR: folder })
    const { backend: admin } = await signIn(server.url)
    const ids = await inviteGuests(admin, GUESTS)
    const devices: Backend<Contract>[] = []
    for (let n = 0; n < PHONES; n++) {
      const { fetch } = await signIn(server.url)
      devices.push(createHttpBackend(contract, { base: server.url, fetch: createBadNetworkFetch(fetch) }))
    }

    const waits: number[] = []
    const outcomesOf = new Map<string, string[]>()
    let lostScans = 0
    const start = Date.now()
    const scans = ids.flatMap((id, n) => {
      const at = Math.random() * DURATION_MINUTES * 60_000
      // One of ten guests shows the card again at another gate, half of them at the same moment.
      const secondScan = n % 10 === 0 ? [{ id, at: at + (n % 20 === 0 ? 0 : 5_000), nonce: `again-${n}` }] : []
      return [{ id, at, nonce: `guest-${n}` }, ...secondScan]
    })
    await Promise.all(
      scans.map(async ({ id, at, nonce }, n) => {
        await pause(Math.max(0, start + at - Date.now()))
        const device = devices[n % PHONES]!
        const answer = await repeatUntilAnswered(
          async () => {
            const requestedAt = performance.now()
            const answered = await device.checkIn.check({ qr_code: id, nonce, source: 'camera' })
            waits.push(performance.now() - requestedAt)
            return answered
          },
          cause => {
            if (cause instanceof UnreachableError) lostScans++
          },
        )
        outcomesOf.set(id, [...(outcomesOf.get(id) ?? []), answer.outcome])
      }),
    )
    await server.stop()

    const { invitations, problem } = readDatabaseCounts(folder)
    const once = invitations.filter(({ counted, admitted }) => counted === 1 && admitted === 1).length
    const greens = [...outcomesOf.values()].filter(outcomes => outcomes.filter(outcome => outcome === 'admitted').length === 1).length
    const others = [...outcomesOf.values()].flat().filter(outcome => outcome !== 'admitted' && outcome !== 'used').length
    expect('every guest is counted once', once === GUESTS && problem === '', `${once} of ${GUESTS}`)
    expect(
      'every guest is admitted at one gate, and used at any other',
      greens === GUESTS && others === 0,
      `${greens} admitted once, ${others} other outcomes`,
    )
    note('scans lost and sent again', lostScans)
    note('time of an answered scan, with the delays of the network', latencySummary(waits))
    return lines
  })

/** Phones that only ask the server, and then, half as long, devices that decide before it has answered. */
export const badNetworkPhonesDrill = async () => [...(await simplePhonesDrill()), ...(await earlyAdmissionsDrill(DURATION_MINUTES / 2))]
