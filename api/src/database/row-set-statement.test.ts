import { Kysely, SqliteDialect, sql } from 'kysely'
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
  markInvitationsChanged,
  saveAdmissions,
  setStoredAnswers,
  updateIdempotencyKeys,
} from '../check-in/repository.ts'
import { rowSetStatement, selectInOneTrip } from './row-set-statement.ts'
import type { Tables } from './schema.ts'

const key = { user_id: 'an account', idempotency_key: 'a nonce' }
const newKey = { ...key, fingerprint: 'a fingerprint', answer: null, created_at: '' }

describe.each(ENGINES)('selects in one round trip on %s', engine => {
  const { db } = startTestServer(engine)

  test('selectInOneTrip returns the results in the order of its selects', async () => {
    await db().write(trx => insertIdempotencyKeys(trx, [newKey]))
    const [none, found, others] = await db().write(trx =>
      selectInOneTrip(trx, [
        findUndoneAdmissions.withRows(trx, []),
        findIdempotencyKeys.withRows(trx, [key]),
        findIdempotencyKeys.withRows(trx, [{ ...key, idempotency_key: 'another nonce' }]),
      ]),
    )
    expect([none.rows, found.rows, others.rows]).toEqual([[], [{ ...key, fingerprint: 'a fingerprint', answer: null }], []])
  })

  test('selectInOneTrip rejects with the error of the first select that fails', async () => {
    const read = db().write(async trx => {
      const find = findIdempotencyKeys.withRows(trx, [key])!
      await selectInOneTrip(trx, [{ ...find, sql: 'select wrong_function()' }, { ...find, sql: 'select' }, find])
    })
    await expect(read).rejects.toThrow('wrong_function')
  })

  test('selectInOneTrip refuses a statement that is no select', async () => {
    const written = db().write(async trx =>
      selectInOneTrip(trx, [insertIdempotencyKeys.withRows(trx, [newKey]), findIdempotencyKeys.withRows(trx, [key])]),
    )
    await expect(written).rejects.toThrow('only selects')
    expect((await findIdempotencyKeys(db().read, [key])).rows).toEqual([])
  })
})

test('on SQLite, writes over a set have parameters instead of a subquery', () => {
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: () => Promise.reject(new Error('nothing is executed')) }) })
  const answer = 'an answer'
  const queries = [
    insertIdempotencyKeys.withRows(db, [newKey]),
    setStoredAnswers.withRows(db, [{ ...key, answer }]),
    updateIdempotencyKeys.withRows(db, [{ ...key, fingerprint: 'a fingerprint', before: null, answer }]),
  ]
  expect(queries.map(query => query!.sql.replaceAll('"', ''))).toEqual([
    'insert into idempotency_keys (user_id, idempotency_key, fingerprint, answer, created_at) values (?1, ?2, ?3, ?4, ?5) on conflict do nothing',
    'update idempotency_keys set answer = ?3 where idempotency_keys.user_id = ?1 and idempotency_keys.idempotency_key = ?2',
    'update idempotency_keys set fingerprint = ?3, answer = ?5 where idempotency_keys.user_id = ?1 and idempotency_keys.idempotency_key = ?2 and idempotency_keys.answer is not distinct from ?4',
  ])
})

test('on SQLite, an insert over a set keeps a select with another clause', () => {
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: () => Promise.reject(new Error('nothing is executed')) }) })
  const insertWithLiteral = rowSetStatement<{ name: string }, never>({ name: 'text' }, (db, given) =>
    db
      .insertInto('settings')
      .columns(['name', 'value'])
      .expression(db.selectFrom(given).select(['given.name', sql.lit('a value').as('value')])),
  )
  const insertWithLimit = rowSetStatement<{ name: string; value: string }, never>({ name: 'text', value: 'text' }, (db, given) =>
    db
      .insertInto('settings')
      .columns(['name', 'value'])
      .expression(db.selectFrom(given).select(['given.name', 'given.value']).limit(sql.lit(0))),
  )
  const queries = [
    insertWithLiteral.withRows(db, [{ name: 'a name' }]),
    insertWithLimit.withRows(db, [{ name: 'a name', value: 'a value' }]),
  ]
  expect(queries.map(query => query!.sql.replaceAll('"', ''))).toEqual([
    "insert into settings (name, value) select ?1, 'a value' as value",
    'insert into settings (name, value) select ?1, ?2 limit 0',
  ])
})

describe('plans of PostgreSQL', () => {
  const { db, signIn } = startTestServer('postgres')

  test('statements over a set use an index even if planned on empty tables', async () => {
    const plans = await db().write(async trx => {
      await lockInvitations(trx, [{ id: 'an invitation' }])
      await findIdempotencyKeys(trx, [key])
      await findTombstones(trx, [{ id: 'an invitation' }])
      await findUndoneAdmissions(trx, [{ invitation_id: 'an invitation', idempotency_key: 'a nonce' }])
      await findAdmissions(trx, [{ invitation_id: 'an invitation', idempotency_key: 'a nonce' }])
      await saveAdmissions(trx, {
        scans: [],
        keys: [newKey],
        counts: [{ id: 'an invitation', count: 1, outside: 0, scanned_at: null }],
      })
      await updateIdempotencyKeys(trx, [{ ...key, fingerprint: 'a fingerprint', before: null, answer: 'an answer' }])
      await setStoredAnswers(trx, [{ ...key, answer: 'another answer' }])
      await markInvitationsChanged(trx, [{ id: 'an invitation', at: '' }])
      const prepared = sql<{ statement: string }>`select statement from pg_prepared_statements where statement like '%unnest(%'`
      const found: string[] = []
      for (const { statement } of (await prepared.execute(trx)).rows) {
        const { rows } = await sql.raw<Record<string, string>>(`explain (generic_plan) ${statement}`).execute(trx)
        found.push(rows.flatMap(row => Object.values(row)).join('\n'))
      }
      return found
    })
    // `saveAdmissions` is one statement.
    expect(plans).toHaveLength(9)
    const tables = '(?:invitations|card_changes|tombstones|idempotency_keys|scans|events)'
    for (const plan of plans) {
      expect(plan).not.toMatch(new RegExp(`Seq Scan on ${tables}`))
      const indexScans = [...plan.matchAll(new RegExp(`Index (?:Only )?Scan (?:using .* )?on ${tables}.*\\n *(.*)`, 'g'))]
      // The plan of every statement reads at least one of the tables by an index.
      expect(indexScans.length, plan).toBeGreaterThan(0)
      // The index must find the rows by columns of the given rows or of rows already found, not all rows with a constant.
      for (const [, condition] of indexScans)
        expect(condition).toMatch(/^Index Cond: .*\b(?:given(?:_\d)?|invitations|tombstones|event_names)\./)
    }
  })

  test('the first counts of new invitations change no index', async () => {
    const host = await signIn()
    const invitation = { eventName: 'زفاف', eventDate: '2027-01-14', generationType: 'count' as const }
    const created = await host.invitations.create({ invitations: Array.from({ length: 100 }, () => invitation) })
    const counts = created.filter((_, n) => n % 2 === 0).map(({ id }) => ({ id, count: 1, outside: 0, scanned_at: null }))
    const updates = await db().write(async trx => {
      await saveAdmissions(trx, { scans: [], keys: [], counts })
      const query = sql`select n_tup_upd::int as all, n_tup_hot_upd::int as "onSamePage" from pg_stat_xact_user_tables where relname = 'invitations'`
      return (await query.execute(trx)).rows
    })
    expect(updates).toEqual([{ all: 50, onSamePage: 50 }])
  })
})
