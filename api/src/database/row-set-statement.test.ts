import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../testing/engines.ts'
import { startTestServer } from '../../testing/test-server.ts'
import {
  findAdmissions,
  findIdempotencyKeys,
  findTombstones,
  findUndoneAdmissions,
  insertIdempotencyKeys,
  lockInvitations,
  saveAdmissions,
  updateIdempotencyKeys,
} from '../check-in/repository.ts'
import { executeInOneTrip } from './row-set-statement.ts'

const key = { user_id: 'an account', nonce: 'a nonce' }
const newKey = { ...key, names: 'a fingerprint', answer: null, created_at: '' }

describe.each(ENGINES)('statements in one round trip on %s', engine => {
  const { db, count } = startTestServer(engine)

  test('executeInOneTrip runs its statements in order, and returns no rows for a statement without rows', async () => {
    const [added, none, found] = await db().write(trx =>
      executeInOneTrip(trx, [
        insertIdempotencyKeys.withRows(trx, [newKey]),
        findUndoneAdmissions.withRows(trx, []),
        findIdempotencyKeys.withRows(trx, [key]),
      ]),
    )
    expect(Number(added.numAffectedRows)).toBe(1)
    expect(none.rows).toEqual([])
    expect(found.rows).toEqual([{ ...key, names: 'a fingerprint', answer: null }])
  })

  test('when a statement of executeInOneTrip fails, it rejects with the error of that statement, and the write is rolled back', async () => {
    const written = db().write(trx =>
      executeInOneTrip(trx, [
        insertIdempotencyKeys.withRows(trx, [newKey]),
        insertIdempotencyKeys.withRows(trx, [{ ...newKey, names: null as unknown as string }]),
        findIdempotencyKeys.withRows(trx, [key]),
      ]),
    )
    await expect(written).rejects.toThrow(/null/i)
    expect(await count('nonces')).toBe(0)
  })
})

describe('plans', () => {
  const { db } = startTestServer('postgres')

  test('on PostgreSQL, statements over a set find their rows by an index also when they were planned while the tables were empty', async () => {
    const plans = await db().write(async trx => {
      await lockInvitations(trx, [{ id: 'an invitation' }])
      await findIdempotencyKeys(trx, [key])
      await findTombstones(trx, [{ id: 'an invitation' }])
      await findUndoneAdmissions(trx, [{ invitation_id: 'an invitation', nonce: 'a nonce' }])
      await findAdmissions(trx, [{ invitation_id: 'an invitation', nonce: 'a nonce' }])
      await saveAdmissions(trx, {
        scans: [],
        keys: [newKey],
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
    expect(plans).toHaveLength(7)
    const tables = '(?:invitations|card_changes|tombstones|nonces|scans)'
    for (const plan of plans) {
      expect(plan).not.toMatch(new RegExp(`Seq Scan on ${tables}`))
      const scans = [...plan.matchAll(new RegExp(`Index (?:Only )?Scan using .* on ${tables}.*\\n *(.*)`, 'g'))]
      // The index must find the given rows, not all rows with a constant.
      for (const [, condition] of scans) expect(condition).toMatch(/^Index Cond: .*\bgiven(?:_\d)?\./)
    }
  })
})
