import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'

/** The tables that get a search key, and the columns with the searched texts. */
const SEARCHED_COLUMNS = {
  orders: ['event_name', 'customer_name', 'phone'],
  user_requests: ['event_name', 'phone'],
  messages: ['full_name', 'email', 'subject', 'message'],
}
const ROWS_PER_READ = 500

const TASHKEEL_AND_TATWEEL = /[\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E8\u06EA-\u06ED]/g
const LETTER_FORMS: Record<string, string> = { أ: 'ا', إ: 'ا', آ: 'ا', ٱ: 'ا', ى: 'ي', ة: 'ه', ؤ: 'و', ئ: 'ي' }

/** Folds a stored text as the server did when this migration was written. */
export const foldText = (text: string) =>
  text
    .normalize('NFKC')
    .replace(TASHKEEL_AND_TATWEEL, '')
    .replace(/[٠-٩۰-۹]/g, digit => String(digit.charCodeAt(0) & 0xf))
    .replace(/[أإآٱىةؤئ]/g, letter => LETTER_FORMS[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .replace(/(^| )عبد (?=ال)/g, '$1عبد')
    .toLowerCase()

/** Adds the folded texts in which orders, requests and messages are searched, also to the stored rows. */
export async function up(db: QueryExecutorProvider) {
  for (const [name, columns] of Object.entries(SEARCHED_COLUMNS)) {
    const table = sql.table(name)
    await sql`alter table ${table} add column search_key text not null default ''`.execute(db)
    const selected = sql.join(columns.map(column => sql.ref(column)))
    let last: string | null | undefined = ''
    while (typeof last === 'string') {
      const read: RawBuilder<Record<string, string | null>> =
        sql`select id, ${selected} from ${table} where id > ${last} order by id limit ${ROWS_PER_READ}`
      const { rows } = await read.execute(db)
      for (const row of rows) {
        const texts = columns.map(column => (column === 'phone' ? row[column]?.replace(/\D/g, '') : row[column]))
        const key = foldText(texts.filter(Boolean).join(' '))
        await sql`update ${table} set search_key = ${key} where id = ${row.id}`.execute(db)
      }
      last = rows.at(-1)?.id
    }
  }
}
