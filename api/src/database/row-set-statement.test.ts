import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestServer } from '../../testing/test-server.ts'
import {
  findIdempotencyKeys,
  findTombstones,
  findUndoneAdmissions,
  lockInvitations,
  saveAdmissions,
  updateIdempotencyKeys,
} from '../check-in/repository.ts'

const { db } = startTestServer('postgres')

const key = { user_id: 'an account', nonce: 'a nonce' }

test('on PostgreSQL, statements over a set find their rows by an index also when they were planned while the tables were empty', async () => {
  const plans = await db().write(async trx => {
    await lockInvitations(trx, [{ id: 'an invitation' }])
    await findIdempotencyKeys(trx, [key])
    await findTombstones(trx, [{ id: 'an invitation' }])
    await findUndoneAdmissions(trx, [{ invitation_id: 'an invitation', nonce: 'a nonce' }])
    await saveAdmissions(trx, {
      scans: [],
      keys: [{ ...key, names: 'a fingerprint', answer: null, created_at: '' }],
      counts: [{ id: 'an invitation', count: 1, scanned_at: null }],
    })
    await updateIdempotencyKeys(trx, [{ ...key, names: 'a fingerprint', before: null, answer: 'an answer' }])
    const prepared = sql<{ statement: string }>`select statement from pg_prepared_statements where statement like '%json_to_recordset%'`
    const found: string[] = []
    for (const { statement } of (await prepared.execute(trx)).rows) {
      const { rows } = await sql.raw<Record<string, string>>(`explain (generic_plan) ${statement}`).execute(trx)
      found.push(rows.flatMap(row => Object.values(row)).join('\n'))
    }
    return found
  })
  // `saveAdmissions` is one statement.
  expect(plans).toHaveLength(6)
  for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on (?:invitations|card_changes|tombstones|nonces|scans)/)
})
