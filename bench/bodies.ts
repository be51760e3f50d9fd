import { contract } from '@hudur/core/contract'
import { createHttpBackend } from '@hudur/core/http-backend'
import { withDatabase } from '../api/testing/empty-database.ts'
import { type HttpRequest, openConnectionPool } from '../api/testing/http-lanes.ts'
import { startProduct } from '../api/testing/process.ts'
import { browserFetch } from '../api/testing/server.ts'
import { signIn } from '../api/testing/sign-in.ts'
import { WORST_BODIES } from '../api/testing/worst-bodies.ts'
import { type FigureRow, printTable } from './figures.ts'

const REPETITIONS = 3
const GUESTS = 200
const PASSWORD = 'كلمة-سر 2'

/** Creates an account with a quota of 100 invitations and signs it in. Returns its session cookie. */
async function signInOrdinaryUser(url: string, admin: Awaited<ReturnType<typeof signIn>>['backend']) {
  await admin.accounts.create({ fullName: 'عميل', username: 'client', password: PASSWORD })
  const cookies = new Map<string, string>()
  await createHttpBackend(contract, { base: url, fetch: browserFetch(cookies) }).accounts.login({ username: 'client', password: PASSWORD })
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
}

/**
 * Measures the latencies of one account's scans while the server processes the requests of another account whose bodies are the most
 * expensive (`WORST_BODIES`). The reference is the same scans alone.
 */
export const bench = () =>
  withDatabase('SQLite', async ({ on, env }) => {
    const server = await startProduct({ ...env, LOG_LEVEL: 'silent' })
    const { backend, cookie } = await signIn(server.url)
    const createdInvitations = await backend.invitations.create({
      invitations: Array.from({ length: GUESTS }, () => ({
        eventName: 'قياس',
        eventDate: '2027-01-01',
        generationType: 'count' as const,
        maxScans: 1000,
      })),
    })
    const client = await signInOrdinaryUser(server.url, backend)
    const [door, attack] = [
      openConnectionPool(server.url, { lanes: 1, timeoutMs: 60_000 }),
      openConnectionPool(server.url, { lanes: 1, timeoutMs: 60_000 }),
    ]
    let n = 0
    const scan = () => {
      const body = JSON.stringify({ qr_code: createdInvitations[n++ % GUESTS]!.id, source: 'camera' })
      return door.ask({ method: 'POST', url: '/api/invitations.php', type: 'application/json', cookie, body })
    }

    async function measureScans(measurement: string, request: HttpRequest | undefined): Promise<FigureRow> {
      let isOver = false
      const waits: number[] = []
      const scanning = (async () => {
        while (!isOver) waits.push((await scan()).took)
      })()
      let last = ''
      for (let time = 0; time < REPETITIONS; time++) {
        if (request) {
          const { status, took, body } = await attack.ask({ ...request, cookie: client })
          last = `, ${status} in ${Math.round(took)} ms, ${Math.round(body.length / 1024)} KB`
        } else await new Promise(resolve => setTimeout(resolve, 300))
      }
      isOver = true
      await scanning
      waits.sort((one, other) => one - other)
      const percentileAt = (share: number) => Math.round(waits[Math.floor(waits.length * share)] ?? 0)
      return {
        what: measurement + last,
        on,
        'p50 ms': percentileAt(0.5),
        'p99 ms': percentileAt(0.99),
        'worst ms': Math.round(waits.at(-1) ?? 0),
      }
    }

    const rows = [await measureScans('reference: scans alone', undefined)]
    for (const [what, request] of Object.entries(WORST_BODIES)) rows.push(await measureScans(what, request))
    door.close()
    attack.close()
    await server.stop()
    printTable(rows)
  })
