import type { PartnerEvent } from '@hudur/core/actor'
import { type Kysely, sql } from 'kysely'
import { newId } from '../database/new-id.ts'
import { rowSetStatement } from '../database/row-set-statement.ts'
import type { Tables } from '../database/schema.ts'

/** The time (ms) after its last use at which a session expires. */
export const SESSION_LIFETIME_MS = 30 * 86_400_000

/** The maximum number of sessions of one account. It is high, because hundreds of scanners at an event may use the same account. */
const MAX_SESSIONS = 500

type BrowserAndSystem = Pick<Tables['sessions'], 'browser' | 'system'>

const findSessions = rowSetStatement<
  { token_hash: string },
  Pick<Tables['sessions'], 'token_hash' | 'user_id' | 'last_seen_at'> & Pick<Tables['users'], 'is_admin'> & { partner_of: string | null }
>({ token_hash: 'text' }, (db, given) =>
  db
    .selectFrom(given)
    .innerJoin('sessions', 'sessions.token_hash', 'given.token_hash')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.token_hash', 'sessions.user_id', 'sessions.last_seen_at', 'users.is_admin'])
    .select(
      sql<string | null>`(select string_agg(event_id || ' ' || owner_id, ${sql.lit('\n')}) from event_partners
        where event_partners.user_id = sessions.user_id and ended_at is null)`.as('partner_of'),
    ),
)

/** Parses the partnerships of an account, one a line. Ids contain no spaces. */
const parsePartnerEvents = (lines: string | null): PartnerEvent[] =>
  (lines?.split('\n') ?? []).map(line => {
    const [eventId = '', ownerId = ''] = line.split(' ')
    return { eventId, ownerId }
  })

export const sessionsIn = (db: Kysely<Tables>) => ({
  /** Reads sessions by the hashes of their tokens, in the order of the hashes; undefined for a hash without a session. */
  async findAll(tokenHashes: readonly string[]) {
    const { rows } = await findSessions(
      db,
      [...new Set(tokenHashes)].map(token_hash => ({ token_hash })),
    )
    const found = new Map(
      rows.map(row => [
        row.token_hash,
        {
          ...{ userId: row.user_id, lastSeenAt: row.last_seen_at, isAdmin: row.is_admin === 1 },
          partnerOf: parsePartnerEvents(row.partner_of),
        },
      ]),
    )
    return tokenHashes.map(tokenHash => found.get(tokenHash))
  },

  /** Adds a session. Beyond 500 sessions, the least recently used ones of the account end. The caller has locked the account. */
  async add(tokenHash: string, userId: string, at: Date, { browser, system }: BrowserAndSystem = { browser: null, system: null }) {
    const superfluousSessions = db
      .selectFrom('sessions')
      .select('token_hash')
      .where('user_id', '=', userId)
      .orderBy('last_seen_at', 'desc')
      .orderBy('token_hash')
      .limit(Number.MAX_SAFE_INTEGER)
      .offset(MAX_SESSIONS - 1)
    await db.deleteFrom('sessions').where('token_hash', 'in', superfluousSessions).execute()
    const moment = at.toISOString()
    await db
      .insertInto('sessions')
      .values({ id: newId(), token_hash: tokenHash, user_id: userId, created_at: moment, last_seen_at: moment, browser, system })
      .execute()
  },

  /** Reads the sessions of an account that have not expired at `now`, the last used first. */
  async ofAccount(userId: string, now: Date) {
    const rows = await db
      .selectFrom('sessions')
      .selectAll()
      .where('user_id', '=', userId)
      .where('last_seen_at', '>=', new Date(now.getTime() - SESSION_LIFETIME_MS).toISOString())
      .orderBy('last_seen_at', 'desc')
      .orderBy('id')
      .execute()
    return rows.map(({ id, token_hash: tokenHash, browser, system, created_at: createdAt, last_seen_at: lastUsedAt }) => ({
      tokenHash,
      session: { id, browser, system, createdAt, lastUsedAt },
    }))
  },

  /** Ends one session of an account. Returns false when the account has no such session. */
  async end(id: string, userId: string) {
    const { numDeletedRows } = await db.deleteFrom('sessions').where('id', '=', id).where('user_id', '=', userId).executeTakeFirst()
    return numDeletedRows === 1n
  },

  /** Reads when a session was opened. */
  async createdAt(tokenHash: string) {
    return (await db.selectFrom('sessions').select('created_at').where('token_hash', '=', tokenHash).executeTakeFirst())?.created_at
  },

  async touch(tokenHash: string, at: Date) {
    await db.updateTable('sessions').set({ last_seen_at: at.toISOString() }).where('token_hash', '=', tokenHash).execute()
  },

  async remove(tokenHash: string) {
    await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
  },

  /** Ends every session of an account except the one with `exceptTokenHash`, if given. */
  async removeAll(userId: string, exceptTokenHash?: string) {
    await db
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .$if(exceptTokenHash !== undefined, query => query.where('token_hash', '!=', exceptTokenHash!))
      .execute()
  },
})
