import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/schema.ts'

/**
 * Returns the next number of a kind of papers in a year. The row of the year stays locked until the transaction ends, so that numbers have
 * no gap: a transaction that fails gives its number back.
 */
export async function takePaperNumber(trx: Kysely<Tables>, kind: 'receipt' | 'invoice' | 'credit', year: number): Promise<number> {
  const { last } = await trx
    .insertInto('paper_numbers')
    .values({ kind, year, last: 1 })
    .onConflict(c => c.columns(['kind', 'year']).doUpdateSet({ last: sql<number>`paper_numbers.last + 1` }))
    .returning('last')
    .executeTakeFirstOrThrow()
  return last
}
