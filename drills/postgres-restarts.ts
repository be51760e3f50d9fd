import { setTimeout as pause } from 'node:timers/promises'
import { startPostgres } from '../api/testing/postgres-server.ts'
import { startProduct } from '../api/testing/process.ts'
import { signIn } from '../api/testing/sign-in.ts'
import { withTemporaryFolder } from '../api/testing/temporary-folder.ts'
import { createDrillReport } from './drill.ts'
import { createAdmissions, inviteGuests, queryPostgres } from './support.ts'

const GUESTS = 4_000
const RESTARTS = 3

/** Restarts PostgreSQL several times while guests are admitted, and checks that every guest is counted once. */
export const postgresRestartsDrill = () =>
  withTemporaryFolder(async folder => {
    const { lines, expect } = createDrillReport(`PostgreSQL is restarted ${RESTARTS} times under load`)
    const postgres = await startPostgres()
    const databaseUrl = `${postgres.url}postgres`
    const server = await startProduct({ DATA_DIR: folder, DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent' })
    try {
      const { backend: admin } = await signIn(server.url)
      const ids = await inviteGuests(admin, GUESTS)
      const { green, lostScans, admit } = createAdmissions(admin)
      const readiness = new Set<number>()
      let isOver = false
      const watching = (async () => {
        while (!isOver) {
          readiness.add((await fetch(`${server.url}/readyz`)).status)
          await pause(100)
        }
      })()
      const guests = admit(ids, 24)
      let restarts = 0
      while (restarts < RESTARTS && green.size < GUESTS * 0.9) {
        const before = green.size
        while (green.size < before + GUESTS * 0.2 && green.size < GUESTS) await pause(5)
        await postgres.restart()
        restarts++
      }
      await guests
      isOver = true
      await watching

      const rows = await queryPostgres(
        databaseUrl,
        `select current_scans as counted, (select coalesce(sum(people), 0)::int from scans where invitation_id = invitations.id and outcome = 'admitted') as admitted from invitations`,
      )
      const wrong = rows.filter(({ counted, admitted }) => counted !== 1 || admitted !== 1).length
      expect('PostgreSQL is restarted', restarts === RESTARTS, `${restarts} times; ${lostScans()} scans were not answered and sent again`)
      expect(
        'every guest is admitted and counted once',
        green.size === GUESTS && wrong === 0,
        `${green.size} admitted, ${wrong} of ${rows.length} counted wrongly`,
      )
      const last = (await fetch(`${server.url}/readyz`)).status
      expect(
        '/readyz returns 503 meanwhile and 200 afterwards',
        readiness.has(503) && last === 200,
        `${[...readiness].join(' and ')} seen, ${last} at the end`,
      )
    } finally {
      await server.stop()
      await postgres.stop()
    }
    return lines
  })
