import { execFile } from 'node:child_process'
import os from 'node:os'
import process from 'node:process'
import { promisify } from 'node:util'
import { startPostgres } from '../api/testing/postgres-server.ts'
import { clockAheadEnvironment, startProduct } from '../api/testing/process.ts'
import { signIn } from '../api/testing/sign-in.ts'
import { openSqliteDatabase } from '../api/testing/snapshot.ts'
import { withTemporaryFolder } from '../api/testing/temporary-folder.ts'
import { createDrillReport } from './drill.ts'
import { inviteGuests, queryPostgres } from './support.ts'

const DAYS_AHEAD = 400
/** The tables from which a server would delete rows if it trusted the wrong clock. */
const TABLES = ['sessions', 'links', 'messages', 'tombstones', 'idempotency_keys', 'activity', 'scans', 'orders', 'pictures']
/** An SQL statement that inserts a message older than the retention of messages. */
const EXPIRED_MESSAGE = `insert into messages (id, full_name, email, subject, message, source, status, created_at)
  values ('expired', 'سارة', 'sara@example.com', 'سؤال', 'كم؟', 'website', 'new', '2020-01-01T00:00:00.000Z')`

type Query = (sql: string) => Promise<Record<string, unknown>[]>

/** Starts the server with a clock that is 400 days ahead, and then with the right one. Checks what it deletes. */
async function deleteByWrongClock(engine: string, environment: Record<string, string>, query: Query) {
  const { lines, expect } = createDrillReport(`the clock is ${DAYS_AHEAD} days ahead at a start (${engine})`)
  const start = (env: Record<string, string> = {}) => startProduct({ ...environment, LOG_LEVEL: 'warn', ...env })
  const countRows = async () => {
    const counts: Record<string, number> = {}
    for (const table of TABLES) counts[table] = Number((await query(`select count(*) as n from ${table}`))[0]!.n)
    return counts
  }

  const first = await start()
  const { backend: office, fetch: officeFetch } = await signIn(first.url)
  const [id, scanned] = await inviteGuests(office, 50)
  const [event] = (await office.events.list({})).rows
  await office.invitations.remove({ id: id! })
  await office.checkIn.check({ qr_code: scanned!, nonce: 'guest' })
  await office.messages.create({ fullName: 'سارة', email: 'sara@example.com', subject: 'سؤال', message: 'كم دعوة؟' })
  await office.requests.order({ eventName: 'زفاف', eventDate: '2027-01-14', eventType: 'wedding', phone: '777123456' })
  const family = await office.links.create({ eventId: event!.id, role: 'family', name: 'أهل العروس', allotment: 9 })
  await first.stop()
  await query(EXPIRED_MESSAGE)
  const before = await countRows()

  const ahead = await start(clockAheadEnvironment(DAYS_AHEAD))
  const after = await countRows()
  expect('nothing is deleted', JSON.stringify(after) === JSON.stringify(before), JSON.stringify(after))
  const [{ allotment } = {}] = await query(`select allotment from links where id = '${family.id}'`)
  expect('a family link keeps its allotment', Number(allotment) === 9, String(allotment))
  expect('the log says so', ahead.log().includes(`${DAYS_AHEAD} days ahead`), /nothing expired[^"]*/.exec(ahead.log())?.[0] ?? 'no line')
  const { backend: later } = await signIn(ahead.url)
  const saysDays = (text: string) => text.includes(` ${DAYS_AHEAD} `)
  const warnings = await later.installation.warnings({})
  expect('administrators see a warning', warnings.some(saysDays), warnings.join())
  const { stdout } = await promisify(execFile)(process.execPath, ['api/src/setup/command.ts'], {
    env: { ...process.env, SETTINGS_FILE: os.devNull, ...environment, ...clockAheadEnvironment(DAYS_AHEAD), PORT: new URL(ahead.url).port },
  }).catch((error: { stdout: string }) => error)
  expect('check-setup tells it', stdout.includes(`${DAYS_AHEAD} days ahead`), /.*days ahead.*/.exec(stdout)?.[0] ?? 'no line')
  await ahead.stop()

  const right = await start()
  const signedIn = await officeFetch(`${right.url}/api/auth/me.php`).then(response => response.json())
  expect('with the right clock a session of before is open', signedIn !== null, signedIn === null ? 'ended' : 'open')
  const expired = await query("select id from messages where id = 'expired'")
  const last = await countRows()
  expect('what has really expired is deleted again', expired.length === 0, `${before.messages! - last.messages!} of 1 message`)
  const warningsNow = await (await signIn(right.url)).backend.installation.warnings({})
  expect('the warning has gone', !warningsNow.some(saysDays), warningsNow.join() || 'none')
  await right.stop()
  return lines
}

export const clockAheadDrill = () =>
  withTemporaryFolder(async folder => {
    const onSqlite = await deleteByWrongClock('SQLite', { DATA_DIR: folder }, async sql => {
      const database = openSqliteDatabase(folder)
      try {
        return database.prepare(sql).all()
      } finally {
        database.close()
      }
    })
    const postgres = await startPostgres()
    try {
      const url = `${postgres.url}postgres`
      const onPostgres = await deleteByWrongClock('PostgreSQL', { DATA_DIR: folder, DATABASE_URL: url }, sql => queryPostgres(url, sql))
      return [...onSqlite, ...onPostgres]
    } finally {
      await postgres.stop()
    }
  })
