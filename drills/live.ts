import net from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { contract } from '@hudur/core/contract'
import type { LiveEventFigures } from '@hudur/core/events/contract'
import { createHttpBackend } from '@hudur/core/http-backend'
import { startPostgres } from '../api/testing/postgres-server.ts'
import { startProduct } from '../api/testing/process.ts'
import { signIn } from '../api/testing/sign-in.ts'
import { withTemporaryFolder } from '../api/testing/temporary-folder.ts'
import { waitUntil } from '../api/testing/wait.ts'
import type { LiveFigures } from '../web/src/backend/connection/follow-figures.ts'
import { createLiveFeeds } from '../web/src/backend/connection/live.ts'
import { startProxy } from '../web/testing/proxy.ts'
import { createDrillReport } from './drill.ts'
import { inviteGuests, queryPostgres, repeatUntilAnswered } from './support.ts'

const GUESTS = 200
/** The number of guests that each step admits, and the pause (ms) between two scans. */
const SCANS_PER_STEP = 25
const SCAN_PAUSE_MS = 40
/** The interval (ms) at which the proxy that cuts streams closes every connection. */
const CUT_INTERVAL_MS = 2_000
/** The maximum time (ms) until the figures on all screens are correct again. It allows a few polls at intervals of ten seconds. */
const FIGURES_TIMEOUT_MS = 60_000

/** Starts a TCP load balancer. It forwards each connection to the first of `ports` at which a server accepts it. */
async function startBalancer(ports: readonly number[]) {
  const sockets = new Set<net.Socket>()
  const balancer = net.createServer(client => {
    sockets.add(client)
    client.on('error', () => client.destroy())
    client.on('close', () => sockets.delete(client))
    const tryPorts = ([port, ...others]: readonly number[]) => {
      if (port === undefined) return client.destroy()
      const upstream = net.connect(port, '127.0.0.1')
      let isConnected = false
      upstream.once('connect', () => {
        isConnected = true
        client.pipe(upstream).pipe(client)
      })
      upstream.on('error', () => (isConnected ? client.destroy() : tryPorts(others)))
      upstream.on('close', () => isConnected && client.destroy())
      client.on('close', () => upstream.destroy())
    }
    tryPorts(ports)
  })
  await new Promise<void>(resolve => balancer.listen(0, '127.0.0.1', resolve))
  const { port } = balancer.address() as net.AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    close() {
      for (const socket of sockets) socket.destroy()
      balancer.close()
    },
  }
}

/**
 * Follows the live figures of an event with the application's own client, at two processes on one PostgreSQL. While guests are admitted,
 * PostgreSQL, the listening connections, streams and one process fail.
 */
export const liveFiguresDrill = () =>
  withTemporaryFolder(async folder => {
    const { lines, expect } = createDrillReport('live figures while servers and connections fail')
    const postgres = await startPostgres()
    const databaseUrl = `${postgres.url}postgres`
    const startNamedServer = (name: string) =>
      startProduct({ DATABASE_URL: databaseUrl, DATA_DIR: path.join(folder, name), LOG_LEVEL: 'silent' })
    const [first, second] = [await startNamedServer('first'), await startNamedServer('second')]
    const ports = [first, second].map(({ url }) => Number(new URL(url).port))
    const [toFirst, toSecond] = [await startBalancer(ports), await startBalancer(ports.toReversed())]
    const [cutting, collecting] = [await startProxy(toSecond.port), await startProxy(toSecond.port)]
    collecting.become('collecting')
    const cuts = setInterval(() => cutting.become('open'), CUT_INTERVAL_MS)
    const ends: (() => void)[] = []
    try {
      const { backend: admin, fetch: session } = await signIn(toFirst.url)
      const ids = await inviteGuests(admin, GUESTS)
      const eventId = (await admin.invitations.list({ limit: 1 })).rows[0]!.eventId!

      /** Follows the event through a base URL. Returns a function that returns the latest figures and the state of the stream. */
      function followFigures(base: string) {
        const server = createHttpBackend(contract, { base, fetch: session })
        const connection = { get: () => 'connected' as const, subscribe: () => () => undefined }
        const feed = createLiveFeeds({ server, fetch: session, base, connection, page: undefined }).of(eventId)
        ends.push(feed.subscribe(() => {}))
        return () => feed.get() as LiveFigures<LiveEventFigures>
      }
      const screens = {
        'first process': followFigures(toFirst.url),
        'second process': followFigures(toSecond.url),
        'a proxy that cuts streams': followFigures(cutting.base),
        'a proxy that collects': followFigures(collecting.base),
      }

      let admitted = 0
      async function scanGuests() {
        for (let n = 0; n < SCANS_PER_STEP; n++) {
          const id = ids[admitted]!
          await repeatUntilAnswered(() => admin.checkIn.check({ qr_code: id, nonce: id }))
          admitted++
          await pause(SCAN_PAUSE_MS)
        }
      }
      const describeScreens = () => Object.entries(screens).map(([name, read]) => `${name} ${read().figures?.arrived} (${read().state})`)
      const areFiguresCorrect = () => Object.values(screens).every(read => read().figures?.arrived === admitted)

      /** Admits guests while `fail` causes a failure, and waits until every screen shows all admitted guests. */
      async function runStep(wanted: string, fail: () => Promise<unknown>) {
        await Promise.all([scanGuests(), pause(200).then(fail)])
        const since = performance.now()
        await waitUntil(wanted, areFiguresCorrect, FIGURES_TIMEOUT_MS).catch(() => {})
        const seconds = ((performance.now() - since) / 1_000).toFixed(1)
        const isCorrect = areFiguresCorrect()
        expect(wanted, isCorrect, isCorrect ? `${admitted} of ${admitted} after ${seconds} s` : describeScreens().join(', '))
      }

      await runStep('every screen shows the guests, also through the two proxies', async () => {})
      const { state } = screens['a proxy that collects']()
      expect('the screen behind the proxy that collects is read by single requests', state === 'polling', state)
      await runStep('after PostgreSQL was restarted', () => postgres.restart())
      await runStep('after the listening connections were ended', () =>
        queryPostgres(databaseUrl, "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'hudur changes'"),
      )
      await runStep('after the first process was killed', first.kill)
      const { rows } = await admin.invitations.list({ filter: 'scanned', limit: GUESTS })
      expect('every answered scan is counted once', rows.length === admitted, `${rows.length} of ${admitted}`)
    } finally {
      clearInterval(cuts)
      for (const end of ends) end()
      await cutting.close()
      await collecting.close()
      toFirst.close()
      toSecond.close()
      await first.stop()
      await second.stop()
      await postgres.stop()
    }
    return lines
  })
