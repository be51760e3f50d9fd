import { setTimeout as pause } from 'node:timers/promises'
import { withDatabase } from '../api/testing/empty-database.ts'
import { createReusableInvitations } from '../api/testing/gates.ts'
import { type HttpRequest, openConnectionPool } from '../api/testing/http-lanes.ts'
import { signIn } from '../api/testing/sign-in.ts'
import { WORST_BODIES } from '../api/testing/worst-bodies.ts'
import { type FigureRow, percentilesOf, printTable, withSignedInServer } from './figures.ts'

const REPETITIONS = 3
const GUESTS = 200
const CLIENT = { username: 'client', password: 'كلمة-سر 2' }

/**
 * Measures the latencies of one account's scans while the server handles the most expensive requests of another account (`WORST_BODIES`).
 * The reference is the latencies of the same scans without these requests.
 */
export const bench = () =>
  withDatabase('SQLite', target =>
    withSignedInServer(target, async ({ on, url, backend, cookie }) => {
      const invitations = await createReusableInvitations(backend, GUESTS)
      await backend.accounts.create({ ...CLIENT, fullName: 'عميل' })
      const client = await signIn(url, CLIENT)
      const oneConnection = { lanes: 1, timeoutMs: 60_000 }
      const [door, attack] = [openConnectionPool(url, oneConnection), openConnectionPool(url, oneConnection)]
      let n = 0
      const scan = () => {
        const body = JSON.stringify({ qr_code: invitations[n++ % GUESTS]!.id, source: 'camera' })
        return door.ask({ method: 'POST', url: '/api/invitations.php', type: 'application/json', cookie, body })
      }

      async function measureScans(measurement: string, request?: HttpRequest): Promise<FigureRow> {
        let isOver = false
        const waits: number[] = []
        const scanning = (async () => {
          while (!isOver) waits.push((await scan()).took)
        })()
        let last = ''
        for (let time = 0; time < REPETITIONS; time++) {
          if (request) {
            const { status, took, body } = await attack.ask({ ...request, cookie: client.cookie })
            last = `, ${status} in ${Math.round(took)} ms, ${Math.round(body.length / 1024)} KB`
          } else await pause(300)
        }
        isOver = true
        await scanning
        return { what: measurement + last, on, ...percentilesOf(waits) }
      }

      const rows = [await measureScans('reference: scans alone')]
      for (const [what, request] of Object.entries(WORST_BODIES)) rows.push(await measureScans(what, request))
      door.close()
      attack.close()
      printTable(rows)
    }),
  )
