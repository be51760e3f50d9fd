import { PostgresAdapter, type QueryExecutorProvider, sql } from 'kysely'

type DesignOf090 = { id: string; event_id: string; look: string; place: string | null }

/**
 * Gives events the time and the place that version 0.9.0 stored with the design of their cards. Where an event has another place, its cards
 * keep theirs as `own_place`.
 */
export async function up(db: QueryExecutorProvider) {
  const type = sql.raw(db.getExecutor().adapter instanceof PostgresAdapter ? 'text collate "C"' : 'text')
  await sql`alter table events add column time_words ${type}`.execute(db)
  await sql`alter table designs add column own_place ${type}`.execute(db)
  const designs = await sql<DesignOf090>`
    select designs.id, event_id, look, place from designs join events on events.id = event_id`.execute(db)
  const now = new Date().toISOString()
  for (const { id, event_id, look, place } of designs.rows) {
    const { time = '', place: ownPlace = '' } = JSON.parse(look) as { time?: string; place?: string }
    if (time !== '' || (ownPlace !== '' && place === null))
      await sql`update events set time_words = ${time || null}, place = ${place ?? (ownPlace || null)}, changed_at = ${now}
        where id = ${event_id}`.execute(db)
    if (ownPlace !== '' && place !== null && ownPlace !== place)
      await sql`update designs set own_place = ${ownPlace} where id = ${id}`.execute(db)
  }
}
