import type { Actor, Scope } from '@hudur/core/actor'
import { isClockFarOff } from '@hudur/core/check-in/clock-offset'
import type { AdmissionSummary, ArrivalTime } from '@hudur/core/check-in/contract'
import { type Kysely, sql } from 'kysely'
import { recordChange } from '../database/changes.ts'
import { notUndone, ownedCondition } from '../database/conditions.ts'
import { amongTextsCondition } from '../database/list-parameters.ts'
import { preparedQuery } from '../database/prepared.ts'
import { rowSetStatement, selectInOneTrip } from '../database/row-set-statement.ts'
import type { Tables } from '../database/schema.ts'

/** The columns of an `AdmissionRow`, for queries that join `users`. `by` is null for a door link, whose name is the gate. */
export const ADMISSION_COLUMNS = [
  'scans.happened_at as happenedAt',
  'scans.clock_offset as clockOffset',
  'scans.gate',
  sql<string | null>`case when scans.link_id is null then users.full_name end`.as('by'),
] as const

type AdmissionRow = { happenedAt: string; clockOffset: number | null; gate: string | null; by: string | null }

/** Returns an admission as a scanner shows it. */
export const toAdmissionSummary = ({ happenedAt: at, clockOffset, gate, by }: AdmissionRow): AdmissionSummary => ({
  at,
  gate,
  by,
  ...(isClockFarOff(clockOffset) && { isClockFarOff: true }),
})

/** The minute of a scan, as `2026-11-20T18:05`. */
const scanMinute = sql<string>`substr(scans.happened_at, 1, 16)`

/** The number of people who arrived with an invitation up to and including this scan. */
const admittedSoFar = sql<number>`sum(scans.people - scans.returned) over (partition by scans.invitation_id order by scans.happened_at, scans.id)`

/** Returns the smaller of two expressions. SQLite and PostgreSQL have different names for that function, hence the `case`. */
const minimumSql = (one: string, other: string) => sql.raw<number>(`case when ${one} < ${other} then ${one} else ${other} end`)

const findAnyUndo = preparedQuery((db, { invitationId }: { invitationId: string }) =>
  db.selectFrom('scans').select('id').where('invitation_id', '=', invitationId).where('undoes', 'is not', null).limit(1),
)

const DEVICE_TIME_COLUMNS = ['scanned_at as scannedAt', 'clock_offset as clockOffset', 'received_at as receivedAt'] as const

/** A used invitation. `hasOneAdmission`: one person was admitted with it, so that its first admission is its last. */
export type UsedInvitation = { id: string; hasOneAdmission: boolean }

type FirstAndLastAdmission = { first?: AdmissionSummary; last?: AdmissionSummary }

/** Returns a statement that reads one admission of each invitation that was not undone: the oldest (`asc`) or the newest. */
const admissionStatement = (direction: 'asc' | 'desc') =>
  rowSetStatement<{ id: string }, AdmissionRow & { id: string }>({ id: 'text' }, (db, given) =>
    db
      .selectFrom(given)
      .innerJoin('scans', join =>
        join.on('scans.id', '=', eb =>
          eb
            .selectFrom('scans')
            .select('scans.id')
            .whereRef('scans.invitation_id', '=', 'given.id')
            .where('scans.outcome', '=', sql.lit('admitted'))
            .where(notUndone)
            .orderBy('scans.happened_at', direction)
            .orderBy('scans.id', direction)
            .limit(sql.lit(1)),
        ),
      )
      .leftJoin('users', 'users.id', 'scans.user_id')
      .select(['given.id', ...ADMISSION_COLUMNS]),
  )
const findFirstAdmissions = admissionStatement('asc')
const findLastAdmissions = admissionStatement('desc')

export const scansIn = (db: Kysely<Tables>) => ({
  /** Reads for each of these invitations the first and the last admission that were not undone, in their order. */
  async firstAndLastAdmissions(invitations: readonly UsedInvitation[]): Promise<FirstAndLastAdmission[]> {
    const toRows = (some: readonly UsedInvitation[]) => [...new Set(some.map(({ id }) => id))].map(id => ({ id }))
    const [first, last] = await selectInOneTrip(db, [
      findFirstAdmissions.withRows(db, toRows(invitations)),
      findLastAdmissions.withRows(db, toRows(invitations.filter(({ hasOneAdmission }) => !hasOneAdmission))),
    ])
    const firstById = new Map(first.rows.map(row => [row.id, row]))
    const lastById = new Map(last.rows.map(row => [row.id, row]))
    return invitations.map(({ id, hasOneAdmission }) => {
      const [oldest, newest] = [firstById.get(id), (hasOneAdmission ? firstById : lastById).get(id)]
      return oldest && newest ? { first: toAdmissionSummary(oldest), last: toAdmissionSummary(newest) } : {}
    })
  },

  /** Returns whether an admission of this invitation was ever undone. */
  async wasUndone(invitationId: string) {
    return (await findAnyUndo(db, { invitationId })).rows.length > 0
  },

  /** Reads the admission or the exit of an invitation that was made under an idempotency key. */
  async admission(invitationId: string, idempotencyKey: string) {
    return db
      .selectFrom('scans')
      .select(['id', 'idempotency_key', 'user_id as userId', 'people', ...DEVICE_TIME_COLUMNS])
      .where('invitation_id', '=', invitationId)
      .where('idempotency_key', '=', idempotencyKey)
      .where('outcome', 'in', ['admitted', 'exited'])
      .executeTakeFirst()
  },

  /** Reads the id of the invitation that a link admitted or signed out under an idempotency key; undefined for another link's. */
  async invitationScannedBy({ id: userId, link }: Actor, idempotencyKey: string) {
    const row = await db
      .selectFrom('scans')
      .select('invitation_id')
      .where('user_id', '=', userId)
      .where('idempotency_key', '=', idempotencyKey)
      .where('link_id', '=', link?.id ?? '')
      .where('outcome', 'in', ['admitted', 'exited'])
      .executeTakeFirst()
    return row?.invitation_id ?? undefined
  },

  /** Gives an admission or an exit of an invitation that has no idempotency key the id of its row as its key, by which it can be undone. */
  async giveKey(invitationId: string, id: string) {
    await db
      .updateTable('scans')
      .set({ idempotency_key: id })
      .where('id', '=', id)
      .where('invitation_id', '=', invitationId)
      .where('idempotency_key', 'is', null)
      .where('outcome', 'in', ['admitted', 'exited'])
      .execute()
  },

  /** Reads the scan with this row id. */
  async scanById(id: string) {
    return db.selectFrom('scans').select(['id', 'idempotency_key', 'user_id as userId']).where('id', '=', id).executeTakeFirst()
  },

  /** Deletes a scan and its conflict. The caller has deleted its row of `scan_repeats`. */
  async remove(id: string) {
    await db.deleteFrom('conflicts').where('scan_id', '=', id).execute()
    await db.deleteFrom('scans').where('id', '=', id).execute()
  },

  /** Reads the admission that this account recorded under an idempotency key and that belongs to no invitation in scope. */
  async admissionWithoutInvitation(userId: string, idempotencyKey: string) {
    return db
      .selectFrom('scans')
      .select(DEVICE_TIME_COLUMNS)
      .where('invitation_id', 'is', null)
      .where('user_id', '=', userId)
      .where('idempotency_key', '=', idempotencyKey)
      .where('outcome', '=', 'admitted')
      .executeTakeFirst()
  },

  /** Deletes the conflict of an undone admission that belonged to no invitation: nothing is left to review. */
  async dropConflict(userId: string, idempotencyKey: string) {
    const withoutInvitation = db
      .selectFrom('scans')
      .select('id')
      .where('invitation_id', 'is', null)
      .where('user_id', '=', userId)
      .where('idempotency_key', '=', idempotencyKey)
      .where('outcome', '=', 'admitted')
    await db.deleteFrom('conflicts').where('scan_id', 'in', withoutInvitation).execute()
    recordChange({ userId })
  },

  /** Counts the people admitted in each minute that has admissions, oldest minute first, without those beyond `max_scans`. */
  async arrivalTimes({ eventIds, ...scope }: Scope & { eventIds: readonly string[] }): Promise<ArrivalTime[]> {
    const isOwned = ownedCondition(scope, 'invitations.user_id', 'invitations.event_id')
    const admissions = db
      .selectFrom('invitations')
      .innerJoin('scans', 'scans.invitation_id', 'invitations.id')
      .where(amongTextsCondition(db, sql.ref('invitations.event_id'), eventIds))
      .$if(isOwned !== undefined, query => query.where(isOwned!))
      .where('scans.outcome', '=', 'admitted')
      .where(notUndone)
      .select([
        scanMinute.as('minute'),
        sql<number>`scans.people - scans.returned`.as('people'),
        'invitations.max_scans as places',
        admittedSoFar.as('inside'),
      ])
    const admittedPeople = sql<number>`sum(${minimumSql('inside', 'places')} - ${minimumSql('inside - people', 'places')})`
    const rows = await db
      .selectFrom(admissions.as('admissions'))
      .select(['minute', admittedPeople.as('people')])
      .groupBy('minute')
      .having(admittedPeople, '>', 0)
      .orderBy('minute')
      .execute()
    return rows.map(row => ({ at: `${row.minute}:00.000Z`, people: row.people }))
  },

  /** Reads an admission that this link uploaded after it had ended, by its idempotency key, and whether it was undone. */
  async lateAdmission({ id: userId, link }: Actor, idempotencyKey: string) {
    const row = await db
      .selectFrom('scans')
      .select(['id', 'invitation_id as invitationId'])
      .select(eb => [
        eb
          .selectFrom('scans as undo')
          .select('undo.id')
          .where('undo.undoes', '=', idempotencyKey)
          .where('undo.link_id', '=', link?.id ?? '')
          .as('undoId'),
      ])
      .where('idempotency_key', '=', idempotencyKey)
      .where('outcome', 'in', ['late', 'late-exit'])
      .where('link_id', '=', link?.id ?? '')
      .where('user_id', '=', userId)
      .executeTakeFirst()
    return row && { id: row.id, invitationId: row.invitationId, isUndone: row.undoId !== null }
  },

  /** Deletes the unseen conflict of an undone late admission. Returns false when the owner has seen it. */
  async dropLateConflict({ id }: { id: string }, { id: userId, link }: Actor) {
    const { numDeletedRows } = await db.deleteFrom('conflicts').where('scan_id', '=', id).where('seen_at', 'is', null).executeTakeFirst()
    recordChange({ userId, eventId: link?.eventId })
    return Number(numDeletedRows) > 0
  },
})
