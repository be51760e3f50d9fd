import { randomUUIDv7 } from 'node:crypto'
import { type Entry, scanningRules } from '@hudur/core'
import type { Insertable, Kysely } from 'kysely'
import type { Tables } from '../database/schema.ts'

export const scansIn = (db: Kysely<Tables>) => ({
  /** Writes one attempt down, whatever came of it. */
  async record(scan: Omit<Insertable<Tables['scans']>, 'id'>) {
    await db
      .insertInto('scans')
      .values({ id: randomUUIDv7(), ...scan })
      .execute()
  },

  /** The first and the last time somebody came in with this invitation. */
  async entriesOf(invitationId: string): Promise<{ first?: Entry; last?: Entry }> {
    const entries = db
      .selectFrom('scans')
      .leftJoin('users', 'users.id', 'scans.user_id')
      .select([
        'scans.scanned_at as scannedAt',
        'scans.clock_offset as clockOffset',
        'scans.received_at as receivedAt',
        'scans.gate',
        'users.full_name as by',
      ])
      .where('invitation_id', '=', invitationId)
      .where('outcome', '=', 'admitted')
    const first = await entries.orderBy('scans.id').limit(1).executeTakeFirst()
    const last = await entries.orderBy('scans.id', 'desc').limit(1).executeTakeFirst()
    const told = (entry: NonNullable<typeof first>): Entry => ({ at: scanningRules.happenedAt(entry), gate: entry.gate, by: entry.by })
    return first && last ? { first: told(first), last: told(last) } : {}
  },
})
