import { randomUUIDv7 } from 'node:crypto'
import { type ArrivalTime, type Entry, fold, type Scope, scanningRules } from '@hudur/core'
import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import { storedCode } from '../check-in/stored-code.ts'
import { prepared } from '../database/prepared.ts'
import type { Tables } from '../database/schema.ts'
import { setStatement } from '../database/set-statement.ts'

/** Only what was not undone. */
export const notUndone = (eb: ExpressionBuilder<Tables, 'scans'>) =>
  eb.not(
    eb.exists(
      eb
        .selectFrom('scans as undo')
        .select('undo.id')
        .whereRef('undo.invitation_id', '=', 'scans.invitation_id')
        .whereRef('undo.undoes', '=', 'scans.nonce'),
    ),
  )

type Told = { happenedAt: string; clockOffset: number | null; gate: string | null; by: string | null }

/** An admission as it is told at a door. */
export const told = ({ happenedAt: at, clockOffset, gate, by }: Told): Entry => ({
  at,
  gate,
  by,
  ...(scanningRules.isClockFarOff(clockOffset) && { isClockFarOff: true }),
})

/** The minute in which a scan happened, as `2026-11-20T18:05`. */
const minute = sql<string>`substr(scans.happened_at, 1, 16)`

/** How many people have come in with an invitation up to and with this scan. */
const inside = sql<number>`sum(scans.people) over (partition by scans.invitation_id order by scans.happened_at, scans.id)`

/** The smaller of two expressions: SQLite and PostgreSQL name that function differently. */
const least = (one: string, other: string) => sql.raw<number>(`case when ${one} < ${other} then ${one} else ${other} end`)

const SCAN_COLUMNS = [
  'id',
  'user_id',
  'invitation_id',
  'code',
  'code_sha256',
  'nonce',
  'gate',
  'scanned_at',
  'received_at',
  'clock_offset',
  'happened_at',
  'outcome',
  'people',
  'happened',
  'undoes',
] as const

const insertRows = setStatement<Tables['scans'], never>(
  {
    id: 'text',
    user_id: 'text',
    invitation_id: 'text',
    code: 'text',
    code_sha256: 'text',
    nonce: 'text',
    gate: 'text',
    scanned_at: 'text',
    received_at: 'text',
    clock_offset: 'integer',
    happened_at: 'text',
    outcome: 'text',
    people: 'integer',
    happened: 'integer',
    undoes: 'text',
  },
  (db, given) =>
    db
      .insertInto('scans')
      .columns(SCAN_COLUMNS)
      .expression(db.selectFrom(given).select(SCAN_COLUMNS.map(name => `given.${name}` as const))),
)

/** Records scans in the history; `code` is the whole text that was read. Returns their ids, which are in the order of `scans`. */
export async function insertScans(db: Kysely<Tables>, scans: readonly (NewScan & { id?: string })[]) {
  const rows = scans.map(({ id = randomUUIDv7(), ...scan }) => ({ ...scan, ...storedCode(scan.code), id, happened_at: happenedAt(scan) }))
  await insertRows(db, rows)
  return rows.map(({ id }) => id)
}

const undoOf = prepared((db, { invitationId, nonce }: { invitationId: string; nonce: string }) =>
  db.selectFrom('scans').select('id').where('invitation_id', '=', invitationId).where('undoes', '=', nonce),
)

const anyUndo = prepared((db, { invitationId }: { invitationId: string }) =>
  db.selectFrom('scans').select('id').where('invitation_id', '=', invitationId).where('undoes', 'is not', null).limit(1),
)

/** What a scan's time by its device's clock is read from. */
const DEVICE_TIME = ['scanned_at as scannedAt', 'clock_offset as clockOffset', 'received_at as receivedAt'] as const

/** When a scan happened by the server's clock. */
const happenedAt = (scan: Pick<Tables['scans'], 'scanned_at' | 'clock_offset' | 'received_at'>) =>
  scanningRules.happenedAt({ scannedAt: scan.scanned_at, clockOffset: scan.clock_offset, receivedAt: scan.received_at })

/** An attempt as it is written down; `code` is the whole text that was read. */
export type NewScan = Omit<Tables['scans'], 'id' | 'happened_at' | 'code_sha256'>

export const scansIn = (db: Kysely<Tables>) => {
  const entries = () =>
    db
      .selectFrom('scans')
      .leftJoin('users', 'users.id', 'scans.user_id')
      .select(['scans.happened_at as happenedAt', 'scans.clock_offset as clockOffset', 'scans.gate', 'users.full_name as by'])
      .where('outcome', '=', 'admitted')
      .where(eb => notUndone(eb as unknown as ExpressionBuilder<Tables, 'scans'>))

  return {
    /** The first and the last time somebody came in with this invitation. */
    async entriesOf(invitationId: string): Promise<{ first?: Entry; last?: Entry }> {
      const ofIt = entries().where('invitation_id', '=', invitationId)
      const first = await ofIt.orderBy('scans.happened_at').orderBy('scans.id').limit(1).executeTakeFirst()
      const last = await ofIt.orderBy('scans.happened_at', 'desc').orderBy('scans.id', 'desc').limit(1).executeTakeFirst()
      return first && last ? { first: told(first), last: told(last) } : {}
    },

    /** Whether anybody ever came with this invitation, also if the admission was undone. */
    async wasAdmitted(invitationId: string) {
      const ofIt = db.selectFrom('scans').select('id').where('invitation_id', '=', invitationId)
      const admission = ofIt.where('outcome', 'in', ['admitted', 'undone'])
      return (await admission.limit(1).executeTakeFirst()) !== undefined
    },

    /** Whether an admission of this invitation was ever undone. */
    async wasUndone(invitationId: string) {
      return (await anyUndo(db, { invitationId })).rows.length > 0
    },

    /** The admission of this invitation that an idempotency key names. */
    async admission(invitationId: string, nonce: string) {
      const ofIt = db.selectFrom('scans').where('invitation_id', '=', invitationId)
      return ofIt
        .select(['id', 'nonce', 'user_id as userId', 'people', ...DEVICE_TIME])
        .where('nonce', '=', nonce)
        .where('outcome', '=', 'admitted')
        .executeTakeFirst()
    },

    /** The admission in the row with this id. */
    async admissionIn(id: string) {
      return db.selectFrom('scans').select(['id', 'nonce', 'user_id as userId']).where('id', '=', id).executeTakeFirst()
    },

    /** Removes a row, beside which nothing is counted, with its conflict. */
    async remove(id: string) {
      await db.deleteFrom('conflicts').where('scan_id', '=', id).execute()
      await db.deleteFrom('scans').where('id', '=', id).execute()
    },

    /** Whether that admission was undone, perhaps before it arrived. */
    async isUndone(invitationId: string, nonce: string) {
      return (await undoOf(db, { invitationId, nonce })).rows.length > 0
    },

    /** The admission that an idempotency key of this account names, where no invitation in scope explains it. */
    async unexplained(userId: string, nonce: string) {
      const ofNobody = db.selectFrom('scans').where('invitation_id', 'is', null).where('user_id', '=', userId)
      return ofNobody.select(DEVICE_TIME).where('nonce', '=', nonce).where('outcome', '=', 'admitted').executeTakeFirst()
    },

    async addConflict(conflict: Omit<Tables['conflicts'], 'id' | 'seen_at'>) {
      await db
        .insertInto('conflicts')
        .values({ id: randomUUIDv7(), seen_at: null, ...conflict })
        .execute()
    },

    /** Marks the conflict of a row as not seen: another admission is counted there since. */
    async showAgain(scanId: string) {
      await db.updateTable('conflicts').set({ seen_at: null }).where('scan_id', '=', scanId).where('seen_at', 'is not', null).execute()
    },

    /** What was no invitation's was undone: there is nothing left for people to look at. */
    async dropConflict(userId: string, nonce: string) {
      const unknown = db
        .selectFrom('scans')
        .select('id')
        .where('invitation_id', 'is', null)
        .where('user_id', '=', userId)
        .where('nonce', '=', nonce)
        .where('outcome', '=', 'admitted')
      await db.deleteFrom('conflicts').where('scan_id', 'in', unknown).execute()
    },

    /**
     * How many people came in to an event in each minute in which somebody did, of each invitation at most its places: the entries before
     * fill them. By the index of events, also where everybody's are meant.
     */
    async arrivalTimes({ userId }: Scope, { eventName, eventDate }: { eventName: string; eventDate: string }): Promise<ArrivalTime[]> {
      const entered = db
        .selectFrom('invitations')
        .innerJoin('scans', 'scans.invitation_id', 'invitations.id')
        .where(eb =>
          userId === undefined
            ? eb('invitations.user_id', 'in', eb.selectFrom('users').select('users.id'))
            : eb('invitations.user_id', '=', userId),
        )
        .where('invitations.event_key', '=', fold(eventName))
        .where('invitations.event_date', '=', eventDate)
        .where('scans.outcome', '=', 'admitted')
        .where(eb => notUndone(eb as unknown as ExpressionBuilder<Tables, 'scans'>))
        .select([minute.as('minute'), 'scans.people', 'invitations.max_scans as places', inside.as('inside')])
      const counted = sql<number>`sum(${least('inside', 'places')} - ${least('inside - people', 'places')})`
      const rows = await db
        .selectFrom(entered.as('entered'))
        .select(['minute', counted.as('people')])
        .groupBy('minute')
        .having(counted, '>', 0)
        .orderBy('minute')
        .execute()
      return rows.map(row => ({ at: `${row.minute}:00.000Z`, people: row.people }))
    },

    /** Whose an invitation in scope was that was deleted, and for what. */
    async tombstone(id: string, { userId }: Scope) {
      let query = db
        .selectFrom('tombstones')
        .select(['user_id as userId', 'guest_name as guestName', 'event_name as eventName', 'event_date as eventDate'])
        .where('id', '=', id)
      if (userId !== undefined) query = query.where('user_id', '=', userId)
      return query.executeTakeFirst()
    },
  }
}
