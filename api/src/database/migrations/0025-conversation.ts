import { PostgresAdapter, type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'

const SCHEMA = `
create table order_events (
  id text primary key, order_id text references orders (id) on delete cascade, request_id text references user_requests (id) on delete cascade,
  at text not null, by_id text, kind text not null, status text, former_status text, channel text, body text
);
create index events_of_order on order_events (order_id, at, id);
create index events_of_request on order_events (request_id, at, id);
create index credits_for_orders on credits (order_id) where order_id is not null;
create index credits_for_requests on credits (request_id) where request_id is not null;
alter table orders add column office_notes text;
alter table user_requests add column office_key text not null default '';
alter table registrations add column search_key text not null default ''`

const ROWS_PER_READ = 500

const TASHKEEL_AND_TATWEEL = /[\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E8\u06EA-\u06ED]/g
const LETTERS: Record<string, string> = {
  ...{ أ: 'ا', إ: 'ا', آ: 'ا', ٱ: 'ا', ى: 'ي', ة: 'ه', ؤ: 'و', ئ: 'ي' },
  ...{ ی: 'ي', ک: 'ك', گ: 'ك', ہ: 'ه', ھ: 'ه', ە: 'ه' },
  ...{ پ: 'ب', چ: 'ج', ڤ: 'ف', ژ: 'ز' },
}

/** Folds a stored text as the server did when this migration was written. */
const foldText = (text: string) =>
  text
    .normalize('NFKC')
    .replace(TASHKEEL_AND_TATWEEL, '')
    .replace(/[٠-٩۰-۹]/g, digit => String(digit.charCodeAt(0) & 0xf))
    .replace(/[أإآٱىةؤئیکگہھەپچڤژ]/g, letter => LETTERS[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .replace(/(^| )عبد (?=ال)/g, '$1عبد')
    .toLowerCase()

type Row = { id: string } & Record<string, string | null>

/** Fills a key column with the folded texts of other columns; of a telephone number it gets the digits. */
async function fillKeys(db: QueryExecutorProvider, name: string, key: string, columns: readonly string[]) {
  const table = sql.table(name)
  const selected = sql.join(columns.map(column => sql.ref(column)))
  let last: string | undefined = ''
  while (last !== undefined) {
    const read: RawBuilder<Row> = sql`select id, ${selected} from ${table} where id > ${last} order by id limit ${ROWS_PER_READ}`
    const { rows } = await read.execute(db)
    for (const row of rows) {
      const folded = columns.map(column => (column === 'phone' ? (row[column] ?? '').replace(/\D/g, '') : foldText(row[column] ?? '')))
      await sql`update ${table} set ${sql.ref(key)} = ${folded.filter(Boolean).join(' ')} where id = ${row.id}`.execute(db)
    }
    last = rows.at(-1)?.id
  }
}

/**
 * Separates the notes of the office from those of the customer in orders: every stored note of an order is the office's, because the server
 * dropped what visitors wrote. Creates the events of orders and requests, and the keys in which the notes of the office about requests and
 * registrations are searched.
 */
export async function up(db: QueryExecutorProvider) {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const schema = isPostgres ? SCHEMA.replaceAll(/\btext\b/g, 'text collate "C"') : SCHEMA
  for (const statement of schema.split(';')) await sql.raw(statement).execute(db)
  await sql`update orders set office_notes = notes, notes = null where notes is not null`.execute(db)
  await fillKeys(db, 'user_requests', 'office_key', ['office_notes'])
  await fillKeys(db, 'registrations', 'search_key', ['full_name', 'username', 'email', 'phone'])
}
