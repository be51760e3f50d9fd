import { PostgresAdapter, type QueryExecutorProvider, sql } from 'kysely'

const COLUMNS = [
  ['invitations', 'answered_for text'],
  ['invitations', 'told text'],
  ['invitations', 'told_persons integer'],
  ['invitations', 'told_table text'],
  ['sendings', 'told text'],
  ['sendings', 'told_persons integer'],
  ['sendings', 'told_table text'],
  ['answers', 'event_date text'],
  ['card_changes', 'former_guest text'],
  ['designs', "card_key text not null default ''"],
] as const

/**
 * Adds what guests were told with an invitation and for which day they answered. What they were told before this migration is not known, so
 * it is assumed to be what the event and the invitation have now.
 */
export async function up(db: QueryExecutorProvider) {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  for (const [table, column] of COLUMNS) {
    const definition = isPostgres ? column.replace(/\btext\b/, 'text collate "C"') : column
    await sql`alter table ${sql.table(table)} add column ${sql.raw(definition)}`.execute(db)
  }
  await sql`update invitations set told_persons = max_scans, told_table = guest_table,
    told = (select date || ${sql.lit('\n')} || coalesce(time_words, starts_at, '') || ${sql.lit('\n')} || coalesce(place, '') || ${sql.lit('\n')} || coalesce(house, '')
      from events where events.id = invitations.event_id)
    where sent_at is not null`.execute(db)
  await sql`update sendings set told = invitations.told, told_persons = invitations.told_persons, told_table = invitations.told_table
    from invitations where invitations.id = sendings.invitation_id and invitations.told is not null`.execute(db)
  await sql`update invitations set answered_for = (select date from events where events.id = invitations.event_id)
    where answered_at is not null`.execute(db)
  await sql`update answers set event_date = invitations.answered_for from invitations where invitations.id = answers.invitation_id`.execute(
    db,
  )
}
