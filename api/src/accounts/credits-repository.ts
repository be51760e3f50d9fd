import type { CreditEntry, CreditKind } from '@hudur/core/accounts/credits'
import { type Kysely, sql } from 'kysely'
import { countRows, readInPages } from '../database/listing.ts'
import { newId } from '../database/new-id.ts'
import type { Tables } from '../database/schema.ts'

/** The cause of a change of an account's credits: the reason, and the id of the account that acts; null for a link and for the server. */
export type CreditCause = { by: string | null; reason: string; at: Date }

type NewEntry = CreditCause & {
  userId: string
  kind: CreditKind
  amount: number
  orderId?: string | undefined
  requestId?: string | undefined
}
type Which = { userId: string }

/** The ledger of the accounts' credits. Entries are added and read, and never changed. */
export const creditsIn = (db: Kysely<Tables>) => {
  const selectNewestFirst = ({ userId }: Which) =>
    db
      .selectFrom('credits')
      .leftJoin('users as actors', 'actors.id', 'credits.by_id')
      .select([
        ...(['credits.id', 'credits.at', 'actors.username as by', 'credits.kind', 'credits.amount', 'credits.reason'] as const),
        ...(['credits.order_id as orderId', 'credits.request_id as requestId'] as const),
      ])
      .where('credits.user_id', '=', userId)
      .orderBy('credits.at', 'desc')
      .orderBy('credits.id', 'desc')

  return {
    /** Adds an entry, unless its amount is 0. The caller has locked the account and changes its quota or its use by the same amount. */
    async add({ userId, kind, amount, by, reason, at, orderId, requestId }: NewEntry) {
      if (amount === 0) return
      const entry = { id: newId(), user_id: userId, at: at.toISOString(), by_id: by, kind, amount, reason }
      await db
        .insertInto('credits')
        .values({ ...entry, order_id: orderId ?? null, request_id: requestId ?? null })
        .execute()
    },

    /** Returns how many invitations were granted to an account for an order. */
    async grantedFor({ userId, orderId }: { userId: string; orderId: string }) {
      const grants = db.selectFrom('credits').where('user_id', '=', userId).where('order_id', '=', orderId).where('kind', '=', 'grant')
      const { granted } = await grants.select(sql<number>`coalesce(sum(amount), 0)`.as('granted')).executeTakeFirstOrThrow()
      return Number(granted)
    },

    count: ({ userId }: Which) => countRows(db.selectFrom('credits').where('user_id', '=', userId)),
    page: (which: Which, limit: number, offset: number): Promise<CreditEntry[]> =>
      selectNewestFirst(which).limit(limit).offset(offset).execute(),
    pages: (which: Which) =>
      readInPages<CreditEntry>((last, limit) => {
        const next = selectNewestFirst(which).limit(limit)
        return (last ? next.where(sql<boolean>`(credits.at, credits.id) < (${last.at}, ${last.id})`) : next).execute()
      }),
  }
}
