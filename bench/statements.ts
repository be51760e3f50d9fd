import { createCheckIn } from '../api/src/check-in/service.ts'
import { openDatabase } from '../api/src/database/open.ts'
import { startRecordingProxy } from '../api/testing/postgres-proxy.ts'

type Scan = { qr_code: string; nonce?: string }

/** The types of the messages that execute a statement: `Bind` of a prepared one, and `Query`. */
const STATEMENT_TYPES = new Set(['B', 'Q'])

/** Returns the number of statements in the messages (latin1) that a client has sent to PostgreSQL. */
function countStatements(messages: string) {
  const bytes = Buffer.from(messages, 'latin1')
  let statements = 0
  for (let at = 0; at < bytes.length; at += 1 + bytes.readUInt32BE(at + 1)) {
    if (STATEMENT_TYPES.has(String.fromCharCode(bytes[at]!))) statements++
  }
  return statements
}

/**
 * Decides on scans that arrive together in one set on PostgreSQL, as an account. Returns the statements and the round trips of the set's
 * transaction. SQLite executes the same statements, each once for a row.
 */
export async function countStatementsOfSet(databaseUrl: string, userId: string, scans: readonly Scan[]) {
  const proxy = await startRecordingProxy(databaseUrl)
  const db = await openDatabase({ databaseUrl: proxy.url, dataDir: '' })
  const scan = createCheckIn({ db, now: () => new Date(), timeZone: 'Asia/Aden' })
  const inputs = scans.map(({ qr_code: code, nonce }) => ({ code, nonce, source: 'camera' as const, admit: 1, happened: false }))
  await Promise.all(inputs.map(input => scan({ id: userId, isAdmin: true }, { name: () => 'session' }, input)))
  await db.close()
  proxy.close()
  const isOfSet = (trip: string) => trip.includes('for update')
  const trips = proxy.connections.find(connection => connection.some(isOfSet)) ?? []
  const set = trips.slice(trips.findIndex(isOfSet))
  const end = set.findIndex(trip => trip.includes('commit')) + 1
  return { 'statements a set': countStatements(set.slice(0, end).join('')), 'trips a set': end }
}
