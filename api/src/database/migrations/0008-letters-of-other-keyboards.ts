import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'

/** The letters that keys have contained so far, and the letters that replace them. */
const LETTERS: Record<string, string> = {
  ...{ ی: 'ي', ک: 'ك', گ: 'ك', ہ: 'ه', ھ: 'ه', ە: 'ه' },
  ...{ پ: 'ب', چ: 'ج', ڤ: 'ف', ژ: 'ز' },
}
const ROWS_PER_READ = 500

const renewKey = (key: string) => key.replace(/[یکگہھەپچڤژ]/g, letter => LETTERS[letter] ?? letter)

const hasLetter = (column: string) =>
  sql`(${sql.join(
    Object.keys(LETTERS).map(letter => sql`${sql.ref(column)} like ${`%${letter}%`}`),
    sql` or `,
  )})`

const MAX_INDEXED_WORDS = 30
const MAX_WORD_LETTERS = 32
const MAX_SPLIT_LETTERS = 64
const OPTIONAL_WORDS = new Set(['بن', 'ابن', 'بنت', 'ابنه', 'ال', 'و'])
const PREFIX_WORDS = new Set(['ابو', 'ابا', 'ام', 'عبد', 'با', 'و'])
const SUFFIX_WORDS = ['الدين', 'الله', 'الاسلام']
const JOINED_PREFIX_PATTERN = /^(?:ابو(?=...)|با(?=....)|عبد(?=ال..)|و(?=...))/u

const truncateWord = (word: string) =>
  word.length > MAX_WORD_LETTERS ? word.slice(0, MAX_WORD_LETTERS).replace(/\p{Surrogate}/gu, '\uFFFD') : word
const removeArticle = (word: string) => word.replace(/^(ابو)?ال(?=.)/u, '$1')

function addWordForms(found: Set<string>, word: string, split: Set<string>) {
  if (found.size >= MAX_INDEXED_WORDS || split.has(word)) return
  split.add(word)
  found.add(truncateWord(removeArticle(word)))
  const joined = JOINED_PREFIX_PATTERN.exec(word)?.[0]
  if (joined) return addWordForms(found, word.slice(joined.length), split)
  const tail = word.length <= MAX_SPLIT_LETTERS ? SUFFIX_WORDS.find(end => word.endsWith(end)) : undefined
  const head = tail && word.slice(0, -tail.length)
  if (!tail || !head || !/^../u.test(head)) return
  addWordForms(found, head, split)
  found.add(truncateWord(removeArticle(tail)))
}

/** Returns the index words of a folded name and a telephone number, as the server does since before this migration. */
function wordsOfKey(key: string, phone: string | null): string[] {
  const [found, split] = [new Set<string>(), new Set<string>()]
  const digits = (phone ?? '').replace(/[٠-٩۰-۹]/g, digit => String(digit.charCodeAt(0) & 0xf)).replace(/\D/g, '')
  if (digits.length >= 3) found.add(truncateWord(`#${[...digits].reverse().join('')}`))
  let next: string | undefined
  for (const word of (key.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).reverse()) {
    if (PREFIX_WORDS.has(word) && next !== undefined) next = word + next
    else if (OPTIONAL_WORDS.has(word)) continue
    else {
      if (next !== undefined && SUFFIX_WORDS.includes(next)) found.add(truncateWord(removeArticle(word + next)))
      next = word
    }
    addWordForms(found, next, split)
  }
  return [...found].slice(0, MAX_INDEXED_WORDS)
}

type Guest = { id: string; user_id: string; guest_key: string; phone: string | null; created_at: string; position: number }

/** Renews the keys of guests, and replaces their index words. */
async function renewGuests(db: QueryExecutorProvider) {
  let last: string | undefined = ''
  while (last !== undefined) {
    const read: RawBuilder<Guest> = sql`select id, user_id, guest_key, phone, created_at, position from invitations
      where id > ${last} and ${hasLetter('guest_key')} order by id limit ${ROWS_PER_READ}`
    const { rows } = await read.execute(db)
    for (const { id, user_id, guest_key, phone, created_at, position } of rows) {
      const renewed = renewKey(guest_key)
      await sql`update invitations set guest_key = ${renewed} where id = ${id}`.execute(db)
      const [former, words] = [wordsOfKey(guest_key, phone), wordsOfKey(renewed, phone)]
      const removed = former.filter(word => !words.includes(word))
      const added = words.filter(word => !former.includes(word))
      if (removed.length > 0)
        await sql`delete from guest_words where user_id = ${user_id} and word in (${sql.join(removed)}) and created_at = ${created_at}
          and position = ${position} and invitation_id = ${id}`.execute(db)
      if (added.length > 0)
        await sql`insert into guest_words (user_id, word, created_at, position, invitation_id)
          values ${sql.join(added.map(word => sql`(${user_id}, ${word}, ${created_at}, ${position}, ${id})`))}`.execute(db)
    }
    last = rows.at(-1)?.id
  }
}

/** Renews the keys of events. A key that another event of the owner has on that day stays as it is, because it must be unique. */
async function renewEventNames(db: QueryExecutorProvider, table: 'events' | 'event_names') {
  const read: RawBuilder<{ user_id: string; name_key: string; date: string }> =
    sql`select user_id, name_key, date from ${sql.table(table)} where ${hasLetter('name_key')} order by user_id, date, name_key`
  for (const { user_id, name_key, date } of (await read.execute(db)).rows) {
    const renewed = renewKey(name_key)
    await sql`update ${sql.table(table)} set name_key = ${renewed} where user_id = ${user_id} and name_key = ${name_key} and date = ${date}
      and not exists (select 1 from ${sql.table(table)} as other
        where other.user_id = ${user_id} and other.name_key = ${renewed} and other.date = ${date})`.execute(db)
  }
}

async function renewColumn(db: QueryExecutorProvider, table: string, column: string) {
  const read: RawBuilder<{ id: string; key: string }> =
    sql`select id, ${sql.ref(column)} as key from ${sql.table(table)} where ${hasLetter(column)}`
  for (const { id, key } of (await read.execute(db)).rows)
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${renewKey(key)} where id = ${id}`.execute(db)
}

/** Folds the letters of Persian, Urdu and Kurdish keyboards in the stored keys, so that «علي» finds «علی». */
export async function up(db: QueryExecutorProvider) {
  await renewGuests(db)
  for (const table of ['events', 'event_names'] as const) await renewEventNames(db, table)
  for (const table of ['orders', 'user_requests', 'messages']) await renewColumn(db, table, 'search_key')
  await renewColumn(db, 'deleted_accounts', 'full_name_key')
}
