import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestServer } from '../../testing/test-server.ts'
import { findIdempotencyKeys, findUndoneAdmissions, lockInvitations, setAdmittedCounts } from '../check-in/repository.ts'

const { db } = startTestServer('postgres')

test('on PostgreSQL, statements over a set find their rows by an index also when their plan was made while the table was empty', async () => {
  const plans = await db().write(async trx => {
    await lockInvitations(trx, [{ id: 'an invitation' }])
    await findIdempotencyKeys(trx, [{ user_id: 'an account', nonce: 'a nonce' }])
    await findUndoneAdmissions(trx, [{ invitation_id: 'an invitation', nonce: 'a nonce' }])
    await setAdmittedCounts(trx, [{ id: 'an invitation', count: 1, scanned_at: null }])
    const prepared = await sql<{
      statement: string
    }>`select statement from pg_prepared_statements where statement like '%json_to_recordset%'`.execute(trx)
    const found: string[] = []
    for (const { statement } of prepared.rows) {
      const { rows } = await sql.raw<Record<string, string>>(`explain (generic_plan) ${statement}`).execute(trx)
      found.push(rows.flatMap(row => Object.values(row)).join('\n'))
    }
    return found
  })
  expect(plans).toHaveLength(4)
  for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on (?:invitations|card_changes|nonces|scans)/)
})
