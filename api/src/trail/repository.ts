import type { Actor } from '@hudur/core/actor'
import type { TrailEntry, TrailSubject } from '@hudur/core/trail/contract'
import { MAX_TRAIL_ENTRIES, type TrailChanges, type TrailRows, toTrailChange, trailChangesOf } from '@hudur/core/trail/fields'
import { type Kysely, sql } from 'kysely'
import { toChunks } from '../database/chunks.ts'
import { amongTextsCondition } from '../database/list-parameters.ts'
import { countRows, readInPages } from '../database/listing.ts'
import { newId } from '../database/new-id.ts'
import { rowSetStatement } from '../database/row-set-statement.ts'
import type { Tables } from '../database/schema.ts'

/** Who changes something: an actor, an account, the guest of the invitation, a visitor, or the server itself. */
export type TrailAuthor = Pick<Actor, 'id' | 'link'> | 'guest' | 'visitor' | 'server'

/** A change of a subject. Without `before` it is created, and without `after` deleted. */
type Change<About extends TrailSubject> = { before?: TrailRows[About] | undefined; after?: TrailRows[About] | undefined }

/** How entries are added: by whom, when, and with a kind that does not follow from the change. */
type Made = { by: TrailAuthor; at: Date; kind?: TrailEntry['kind'] | undefined }

type Which = { about: TrailSubject; id: string; actor: Actor }

const authorColumns = (by: TrailAuthor) => {
  if (typeof by === 'string') return { by_kind: by, by_id: null, by_name: null }
  if (by.link) return { by_kind: 'link', by_id: null, by_name: by.link.name } as const
  return { by_kind: 'account', by_id: by.id, by_name: null } as const
}

/** Returns the owner and the event of a subject's row. */
const placeOf: { [About in TrailSubject]: (row: TrailRows[About]) => { owner_id: string | null; event_id: string | null } } = {
  invitation: ({ userId, eventId }) => ({ owner_id: userId, event_id: eventId }),
  event: ({ id, userId }) => ({ owner_id: userId, event_id: id }),
  link: ({ userId, eventId }) => ({ owner_id: userId, event_id: eventId }),
  user: ({ id }) => ({ owner_id: id, event_id: null }),
  order: () => ({ owner_id: null, event_id: null }),
}

const TRAIL_COLUMNS = ['id', 'about', 'subject_id', 'owner_id', 'event_id', 'at', 'by_kind', 'by_id', 'by_name', 'kind', 'changes'] as const

/** Adds entries. */
const insertEntries = rowSetStatement<Tables['trail'], never>(
  {
    ...{ id: 'text', about: 'text', subject_id: 'text', owner_id: 'text', event_id: 'text', at: 'text' },
    ...{ by_kind: 'text', by_id: 'text', by_name: 'text', kind: 'text', changes: 'text' },
  },
  (db, given) =>
    db
      .insertInto('trail')
      .columns(TRAIL_COLUMNS)
      .expression(db.selectFrom(given).select(TRAIL_COLUMNS.map(column => `given.${column}` as const))),
)

let added = 0

/** Returns an id that sorts after the earlier ones of this process, and after those of other processes at an earlier time. */
function nextId(at: Date) {
  added = (added + 1) % 36 ** 6
  return `${at.getTime().toString(36).padStart(9, '0')}-${added.toString(36).padStart(6, '0')}-${newId()}`
}

/** Returns the row of an entry for a change; undefined when it changes no field of the trail. */
function toTrailRow<About extends TrailSubject>(about: About, { by, at, kind }: Made, change: Change<About>): Tables['trail'] | undefined {
  const { before, after } = change
  const row = after ?? before
  if (!row) return
  const fields = trailChangesOf(about, change)
  const place = placeOf[about](row)
  const isUpdate = before !== undefined && after !== undefined
  if (isUpdate && kind === undefined && Object.keys(fields).length === 0) return
  // A partner of one event learns nothing of the event to which an invitation is moved.
  const isMoved = isUpdate && placeOf[about](before).event_id !== place.event_id
  return {
    ...{ id: nextId(at), about, subject_id: row.id, at: at.toISOString() },
    ...authorColumns(by),
    ...place,
    ...(isMoved && { event_id: null }),
    kind: kind ?? (isUpdate ? 'update' : after ? 'create' : 'delete'),
    changes: JSON.stringify(fields),
  }
}

/** Returns the rows of the entries for these changes, without those that change no field of the trail. */
export const toTrailRows = <About extends TrailSubject>(about: About, made: Made, changes: readonly Change<About>[]) =>
  changes.map(change => toTrailRow(about, made, change)).filter(row => row !== undefined)

/** The trail of the changes of invitations, events, users, links and orders. Entries are added in the transaction of the change. */
export const trailIn = (db: Kysely<Tables>) => {
  /** Builds the condition that an actor sees rows with this owner and this event: a partner those of the owner's event. */
  function visibleTo({ isAdmin, id, partnerOf = [] }: Actor, owner: string, event: string | undefined) {
    if (isAdmin) return sql<boolean>`1 = 1`
    const isOfPartner = ({ ownerId, eventId }: { ownerId: string; eventId: string }) =>
      sql<boolean>`(${sql.ref(owner)} = ${ownerId} and ${sql.ref(event!)} = ${eventId})`
    const conditions = [sql<boolean>`${sql.ref(owner)} = ${id}`, ...(event === undefined ? [] : partnerOf.map(isOfPartner))]
    return sql<boolean>`(${sql.join(conditions, sql` or `)})`
  }

  const selectVisible = ({ about, id, actor }: Which) =>
    db
      .selectFrom('trail')
      .where('trail.about', '=', about)
      .where('trail.subject_id', '=', id)
      .where(visibleTo(actor, 'trail.owner_id', 'trail.event_id'))

  const selectNewestFirst = (which: Which) =>
    selectVisible(which)
      .leftJoin('users', 'users.id', 'trail.by_id')
      .leftJoin('deleted_accounts', 'deleted_accounts.original_user_id', 'trail.by_id')
      .select(['trail.id', 'trail.at', 'trail.by_kind as byKind', 'trail.kind', 'trail.changes'])
      .select(sql<string | null>`coalesce(trail.by_name, users.full_name, deleted_accounts.full_name)`.as('by'))
      .orderBy('trail.id', 'desc')

  async function readEntries(query: ReturnType<typeof selectNewestFirst>): Promise<TrailEntry[]> {
    const rows = await query.execute()
    return rows.map(({ changes, ...row }) => ({ ...row, changes: Object.entries(JSON.parse(changes) as TrailChanges).map(toTrailChange) }))
  }

  /** Deletes the oldest entries of each of these subjects beyond `MAX_TRAIL_ENTRIES`. */
  async function deleteExcess(about: TrailSubject, ids: readonly string[]) {
    const ofThem = db
      .selectFrom('trail')
      .where('about', '=', about)
      .where(amongTextsCondition(db, sql`subject_id`, ids))
    const full = await ofThem
      .select('subject_id')
      .groupBy('subject_id')
      .having(eb => eb.fn.countAll(), '>', MAX_TRAIL_ENTRIES)
      .execute()
    if (full.length === 0) return
    const numbered = ofThem
      .where(
        'subject_id',
        'in',
        full.map(({ subject_id }) => subject_id),
      )
      .select(['id', sql<number>`row_number() over (partition by subject_id order by id desc)`.as('number')])
    const excess = db.selectFrom(numbered.as('numbered')).select('numbered.id').where('number', '>', MAX_TRAIL_ENTRIES)
    await db.deleteFrom('trail').where('id', 'in', excess).execute()
  }

  /** Adds the rows of entries about subjects of one kind. */
  async function addRows(about: TrailSubject, rows: readonly Tables['trail'][]) {
    for (const some of toChunks(rows)) {
      await insertEntries(db, some)
      const former = some.filter(row => row.kind !== 'create').map(row => row.subject_id)
      if (former.length > 0) await deleteExcess(about, former)
    }
  }

  return {
    addRows,

    /** Adds an entry for each of the changes that changes a field of the trail. */
    add: <About extends TrailSubject>(about: About, made: Made, changes: readonly Change<About>[]) =>
      addRows(about, toTrailRows(about, made, changes)),

    /** Adds an entry for each invitation and link of an event that is deleted or restored with it, in one statement for each table. */
    async addOfEvent(eventId: string, { by, at, kind }: Required<Made>) {
      const { by_kind, by_id, by_name } = authorColumns(by)
      for (const [about, table] of [
        ['invitation', 'invitations'],
        ['link', 'links'],
      ] as const)
        await sql`
          insert into trail (id, about, subject_id, owner_id, event_id, at, by_kind, by_id, by_name, kind, changes)
          select ${`${nextId(at)}-`} || id, ${about}, id, user_id, event_id, ${at.toISOString()}, ${by_kind}, cast(${by_id} as text),
            cast(${by_name} as text), ${kind}, '{}'
          from ${sql.table(table)} where event_id = ${eventId}`.execute(db)
    },

    /** Adds that an account was deleted, after `removeOfOwner`. Only administrators see the entry, which has no values. */
    async addDeletedUser(id: string, { by, at }: Made) {
      const entry = { id: nextId(at), about: 'user', subject_id: id, owner_id: null, event_id: null, at: at.toISOString() } as const
      await db
        .insertInto('trail')
        .values({ ...entry, ...authorColumns(by), kind: 'delete', changes: '{}' })
        .execute()
    },

    /** Deletes all entries of the subjects of an owner, whose account is deleted. */
    async removeOfOwner(ownerId: string) {
      await db.deleteFrom('trail').where('owner_id', '=', ownerId).execute()
    },

    /** Returns whether an actor may see the trail: it has entries that the actor sees, or the actor sees the subject. */
    async isVisible(which: Which) {
      const { about, id, actor } = which
      if (await selectVisible(which).select('trail.id').limit(1).executeTakeFirst()) return true
      const find = (table: string, owner: string, event: string | undefined) =>
        sql`select id from ${sql.table(table)} where id = ${id} and ${visibleTo(actor, owner, event)}`
      const subject = {
        invitation: () => find('invitations', 'user_id', 'event_id'),
        event: () => find('events', 'user_id', 'id'),
        link: () => find('links', 'user_id', 'event_id'),
        user: () => find('users', 'id', undefined),
        order: () => sql`select id from orders where id = ${id} and ${actor.isAdmin ? sql`1 = 1` : sql`1 = 0`}`,
      }[about]()
      return (await subject.execute(db)).rows.length > 0
    },

    count: (which: Which) => countRows(selectVisible(which)),
    page: (which: Which, limit: number, offset: number) => readEntries(selectNewestFirst(which).limit(limit).offset(offset)),
    pages: (which: Which) =>
      readInPages<TrailEntry>((last, limit) => {
        const next = selectNewestFirst(which).limit(limit)
        return readEntries(last ? next.where('trail.id', '<', last.id) : next)
      }),
  }
}
