import type { Invitation } from '@hudur/core/invitations/invitation'
import { indexWordsOfKey } from '@hudur/core/names/index-words'
import { MAX_LOOSE_MATCHES, matchSearch, parseSearch, type SearchWord } from '@hudur/core/names/search'
import { expressionBuilder, type Kysely, type RawBuilder, sql } from 'kysely'
import { amongTextsCondition, notAmongIdsCondition } from '../database/list-parameters.ts'
import { type ListReader, readInPages } from '../database/listing.ts'
import type { Tables } from '../database/schema.ts'
import { eventsIn } from '../events/repository.ts'
import { type InvitationSelection, ROW_SELECTION, ROW_SELECTION_SQL, whereSelected } from './repository.ts'
import { type InvitationRow, toInvitation } from './rows.ts'

/** The last code point. `prefix + LAST_CODE_POINT` sorts after every word that begins with `prefix`. */
const LAST_CODE_POINT = '\u{10FFFF}'

/** Up to this number, the invitations of matching events are sorted. Above it, all invitations are read in list order and filtered. */
const MAX_SORTED_INVITATIONS = 2_000

/** A word of at most this many guests is rare: they are compared in memory, because the other words may each match many guests. */
const MAX_RARE = 200

/** The number of events that are compared before the event loop serves other work. */
const EVENTS_PER_TURN = 20

/** The position of an invitation in lists. */
type ListPosition = { created_at: string; position: number; invitation_id: string }
/** An SQL query for the list positions of invitations, whose rows are not sorted. */
type PositionsQuery = RawBuilder<ListPosition>

const LIST_ORDER = sql`created_at desc, position, invitation_id`

const positionOf = ({ created_at, position, id }: InvitationRow): ListPosition => ({ created_at, position, invitation_id: id })

const compareListPositions = (a: ListPosition, b: ListPosition) => {
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? 1 : -1
  return a.position - b.position || (a.invitation_id < b.invitation_id ? -1 : 1)
}

const cacheResult = <T>(make: () => T) => {
  let cached: { value: T } | undefined
  return () => {
    cached ??= { value: make() }
    return cached.value
  }
}

/**
 * Returns the search for a typed text among the invitations of `which`. Results come in three groups, each in list order: matches of a
 * guest's name or telephone number, then matches of an event's name, then at most 100 matches with one typing error or within a word. With
 * `guestsOnly` events' names are not searched.
 */
export function createInvitationSearch(db: Kysely<Tables>, searchText: string, which: InvitationSelection, { guestsOnly = false } = {}) {
  const { words } = parseSearch(searchText)
  const { userId, partnerEventIds = [], filter = 'all', eventIds } = which
  const conditions = whereSelected(which)(expressionBuilder<Tables, 'invitations'>())
  const whereEventAmong = (ids: string[]) => amongTextsCondition(db, sql`event_id`, ids)
  const whereEventIdAmong = (ids: readonly string[]) => amongTextsCondition(db, sql`events.id`, ids)

  const isPartner = partnerEventIds.length > 0
  /**
   * The condition on the owner. Without a `userId`, and for a partner, the search looks up each owner, because the indexes begin with the
   * owner.
   */
  const ofOwner =
    userId === undefined
      ? sql`user_id in (select id from users)`
      : isPartner
        ? sql`user_id in (select user_id from events where ${whereEventIdAmong(partnerEventIds)} union select ${userId})`
        : sql`user_id = ${userId}`
  /** Builds a query for the guests with a word: one query for each prefix, because with «or» the engines would not use the index. */
  const selectGuestsWithWord = ({ prefixes, spellings }: SearchWord) => {
    const conditionsOnWord = prefixes.map(prefix => sql`word >= ${prefix} and word < ${prefix + LAST_CODE_POINT}`)
    if (spellings.size > 0) conditionsOnWord.push(amongTextsCondition(db, sql`word`, spellings))
    return sql`(${sql.join(
      conditionsOnWord.map(onWord => sql`select created_at, position, invitation_id from guest_words where ${ofOwner} and ${onWord}`),
      sql` union all `,
    )}) as guest_words`
  }
  const selectIdsWithWord = (word: SearchWord) => sql<{ id: string }>`select invitation_id as id from ${selectGuestsWithWord(word)}`
  const andHasAllWords = (some: readonly SearchWord[]) =>
    sql.join(
      some.map(word => sql` and invitation_id in (${selectIdsWithWord(word)})`),
      sql``,
    )
  const whereInvitationHas = (condition: RawBuilder<unknown>) =>
    sql`exists (select 1 from invitations where id = invitation_id and ${condition})`

  /** The condition on the rows of `invitations`; empty when the index of words suffices. */
  const andPassingFilter =
    filter === 'all' && !isPartner
      ? sql``
      : filter === 'unscanned' && !isPartner
        ? // Written as a negation: before an event begins few invitations have a count above 0, so PostgreSQL finds few rows to exclude.
          sql`and not ${whereInvitationHas(sql`(current_scans > 0 or is_cancelled = 1)`)}`
        : sql`and ${whereInvitationHas(sql`${conditions}`)}`
  // A subquery, because with a join PostgreSQL would read all rows of a new event for each guest found, until it has analysed the table.
  const andOfChosenEvents = eventIds
    ? sql`and ${amongTextsCondition(db, sql`(select event_id from invitations where id = invitation_id)`, eventIds)} ${andPassingFilter}`
    : andPassingFilter

  /** The words sorted by length, the longest first, because fewer guests have a long word. */
  const longestFirst = words.toSorted((a, b) => b.prefixes[0]!.length - a.prefixes[0]!.length)

  /** Reads the ids of the guests of a rare word, without regard to the other words and the filter; undefined when no word is rare. */
  const guestsOfRareWord = cacheResult(async () => {
    for (const word of longestFirst) {
      const { rows: found } = await sql<{ id: string }>`${selectIdsWithWord(word)} limit ${MAX_RARE + 1}`.execute(db)
      if (found.length <= MAX_RARE) return { word, ids: found.map(({ id }) => id) }
    }
    return undefined
  })

  /** Reads the guests who match every word, in list order, when one of the words is rare; otherwise undefined. */
  const fewGuests = cacheResult(async () => {
    const rare = await guestsOfRareWord()
    if (!rare) return undefined
    const rows = await readRowsByIds(rare.ids)
    const few = rows.filter(({ guest_key, phone }) => matchSearch(indexWordsOfKey(guest_key, phone), { words }) === 'exact')
    return few.map(row => ({ row, ...positionOf(row) })).sort(compareListPositions)
  })

  /** Builds a query for the guests who match every word. */
  async function buildGuestMatchQuery(): Promise<PositionsQuery> {
    const few = await fewGuests()
    if (few) {
      const ids = few.map(({ invitation_id }) => invitation_id)
      return sql<ListPosition>`select * from (
        select created_at, position, id as invitation_id from invitations where ${amongTextsCondition(db, sql`id`, ids)}) as few_guests where true`
    }
    const [longest, ...others] = longestFirst
    return sql<ListPosition>`select distinct created_at, position, invitation_id from ${selectGuestsWithWord(longest!)}
      where true${andHasAllWords(others)} ${andOfChosenEvents}`
  }

  /** Reads the ids of the events in scope whose names match. Events are few compared to guests, so each name is compared in memory. */
  const eventMatches = cacheResult(async () => {
    const ids: { exact: string[]; loose: string[] } = { exact: [], loose: [] }
    if (guestsOnly) return ids
    const chosen = eventIds && new Set(eventIds)
    for (const [n, { id, name_key }] of (await eventsIn(db).nameKeys({ userId, partnerEventIds })).entries()) {
      if (n % EVENTS_PER_TURN === EVENTS_PER_TURN - 1) await new Promise(resolve => setImmediate(resolve))
      const match = chosen && !chosen.has(id) ? undefined : matchSearch(indexWordsOfKey(name_key, null), { words })
      if (match) ids[match].push(id)
    }
    return ids
  })

  /** Builds a query for the invitations of the events `ids` whose guest does not match every word. */
  async function buildEventMatchQuery(ids: string[], { isMany }: { isMany: boolean }): Promise<PositionsQuery> {
    const chosen = isMany ? amongTextsCondition(db, sql`(event_id || '')`, ids) : sql`${ofOwner} and ${whereEventAmong(ids)}`
    return sql<ListPosition>`select created_at, position, id as invitation_id from invitations
      where ${chosen} and ${conditions} and ${notAmongIdsCondition(db, sql`invitations.id`, sql`select invitation_id as id from (${await buildGuestMatchQuery()}) as named`)}`
  }

  async function countRows(query: RawBuilder<unknown>) {
    const { rows } = await sql<{ total: number }>`select count(*) as total from (${query}) as found`.execute(db)
    return rows[0]!.total
  }

  let namedTotal: number | undefined

  /** Reads a page of the guests who match every word, and their total, so that a slow search for a common word runs once. */
  async function readGuestMatches(limit: number, offset: number): Promise<InvitationRow[]> {
    const few = await fewGuests()
    if (few) return few.slice(offset, offset + limit).map(({ row }) => row)
    const { rows } = await sql<{ total: number } & InvitationRow>`
      with found as materialized (${await buildGuestMatchQuery()})
      select counted.total, ${ROW_SELECTION_SQL} from (select count(*) as total from found) as counted
        left join (select * from found order by ${LIST_ORDER} limit ${limit} offset ${offset}) as part on true
        left join invitations on invitations.id = part.invitation_id
      order by part.created_at desc, part.position, part.invitation_id`.execute(db)
    namedTotal = rows[0]!.total
    return rows.filter(({ id }) => id !== null)
  }

  /** Returns the number of guests who match every word. Runs no query if `readGuestMatches` has counted them. */
  async function countGuestMatches() {
    namedTotal ??= (await fewGuests())?.length ?? (await countRows(await buildGuestMatchQuery()))
    return namedTotal
  }

  /** Counts the invitations of matching events. `all`: all of them; `others`: those whose guest does not match. */
  const countOfEvents = cacheResult(async () => {
    const { exact } = await eventMatches()
    if (exact.length === 0) return { all: 0, others: 0 }
    const all = await countRows(sql`select event_id from invitations where ${ofOwner} and ${whereEventAmong(exact)} and ${conditions}`)
    const guestMatchCount =
      (await countGuestMatches()) === 0
        ? 0
        : await countRows(sql`${await buildGuestMatchQuery()} and ${whereInvitationHas(whereEventAmong(exact))}`)
    return { all, others: all - guestMatchCount }
  })

  /**
   * Reads the positions of matches with one typing error or within a word, newest first. A match within a word is found by reading every word,
   * so it is looked for only while there are fewer than `wanted` matches.
   */
  async function findLooseMatches(wanted: number) {
    const { exact, loose } = await eventMatches()
    const found: ListPosition[] = []
    const addNewestMatches = async (places: PositionsQuery) => {
      const { rows } = await sql<ListPosition>`${places} order by ${LIST_ORDER} limit ${MAX_LOOSE_MATCHES}`.execute(db)
      const foundIds = new Set(found.map(({ invitation_id }) => invitation_id))
      found.push(...rows.filter(({ invitation_id }) => !foundIds.has(invitation_id)))
    }
    const rare = await guestsOfRareWord()
    for (const word of words) {
      const looseConditions = [
        ...(word.slips.size > 0 ? [amongTextsCondition(db, sql`word`, word.slips)] : []),
        ...(word.part === undefined ? [] : [sql`word like ${`%${word.part}%`}`]),
      ]
      const others = words.filter(other => other !== word)
      // PostgreSQL does not know that one of the other words has few guests, so the query names their ids.
      const ofRare = rare && rare.word !== word ? sql`and ${amongTextsCondition(db, sql`guest_words.invitation_id`, rare.ids)}` : sql``
      for (const condition of looseConditions) {
        if (found.length >= wanted) break
        await addNewestMatches(sql<ListPosition>`select distinct created_at, position, invitation_id from guest_words
          where ${ofOwner} and ${condition} ${ofRare}${andHasAllWords(others)} ${andOfChosenEvents}
          and ${notAmongIdsCondition(db, sql`guest_words.invitation_id`, selectIdsWithWord(word))}
          ${exact.length > 0 ? sql`and not ${whereInvitationHas(whereEventAmong(exact))}` : sql``}`)
      }
    }
    if (loose.length > 0 && found.length < wanted) await addNewestMatches(await buildEventMatchQuery(loose, { isMany: false }))
    return found.sort(compareListPositions).slice(0, MAX_LOOSE_MATCHES)
  }

  const looseMatches = cacheResult(() => findLooseMatches(Number.POSITIVE_INFINITY))

  async function readRowsAtPositions(places: RawBuilder<unknown>) {
    const { rows } = await sql<InvitationRow>`
      select ${ROW_SELECTION_SQL} from (${places}) as found join invitations on invitations.id = found.invitation_id
      order by found.created_at desc, found.position, found.invitation_id`.execute(db)
    return rows
  }

  async function readRowsByIds(ids: string[]): Promise<InvitationRow[]> {
    if (ids.length === 0) return []
    // The event is compared in memory: until PostgreSQL has analysed the table, it would read all rows of a new event, not only these ids.
    const rows = await db
      .selectFrom('invitations')
      .select(ROW_SELECTION)
      .where(amongTextsCondition(db, sql`id`, ids))
      .where(whereSelected({ ...which, eventIds: undefined }))
      .execute()
    return eventIds ? rows.filter(({ event_id }) => eventIds.includes(event_id)) : rows
  }

  async function readRowsInOrder(places: ListPosition[]) {
    const rows = await readRowsByIds(places.map(({ invitation_id }) => invitation_id))
    const byId = new Map(rows.map(row => [row.id, row]))
    return places.flatMap(({ invitation_id }) => byId.get(invitation_id) ?? [])
  }

  /** Yields the groups of exact matches in order, each with functions that read a part and count it; skips events when none matches. */
  async function* matchGroups() {
    if (words.length === 0) return
    yield { places: await buildGuestMatchQuery(), part: readGuestMatches, count: countGuestMatches }
    const { exact } = await eventMatches()
    if (exact.length === 0) return
    const { all, others } = await countOfEvents()
    const places = await buildEventMatchQuery(exact, { isMany: all > MAX_SORTED_INVITATIONS })
    const readEventMatches = (limit: number, offset: number) =>
      readRowsAtPositions(sql`${places} order by ${LIST_ORDER} limit ${limit} offset ${offset}`)
    yield { places, part: readEventMatches, count: async () => others }
  }

  async function readPage(limit: number, offset: number): Promise<Invitation[]> {
    const found: InvitationRow[] = []
    let [missing, skip] = [limit, offset]
    for await (const { part, count } of matchGroups()) {
      const rows = await part(missing, skip)
      found.push(...rows)
      missing -= rows.length
      if (missing <= 0) return found.map(toInvitation)
      skip = rows.length > 0 || skip === 0 ? 0 : Math.max(0, skip - (await count()))
    }
    if (words.length > 0) found.push(...(await readRowsInOrder((await looseMatches()).slice(skip, skip + missing))))
    return found.map(toInvitation)
  }

  /** Yields all matches in pages, by key within each group. */
  async function* readPages(): AsyncIterable<Invitation[]> {
    for await (const { places } of matchGroups()) {
      const pages = readInPages<InvitationRow>((last, limit) => {
        const after = last
          ? sql`where created_at < ${last.created_at} or (created_at = ${last.created_at}
              and (position > ${last.position} or (position = ${last.position} and invitation_id > ${last.id})))`
          : sql``
        return readRowsAtPositions(sql`select * from (${places}) as all_places ${after} order by ${LIST_ORDER} limit ${limit}`)
      })
      for await (const rows of pages) yield rows.map(toInvitation)
    }
    const rows = words.length > 0 ? await readRowsInOrder(await looseMatches()) : []
    if (rows.length > 0) yield rows.map(toInvitation)
  }

  return {
    count: async () =>
      words.length === 0 ? 0 : (await countGuestMatches()) + (await countOfEvents()).others + (await looseMatches()).length,
    page: (_which, limit, offset) => readPage(limit, offset),
    /** Reads the newest guests who match every word; without any, those with one typing error or the text within a word. */
    async first(limit: number) {
      if (words.length === 0) return []
      const exact = await readGuestMatches(limit, 0)
      return (exact.length > 0 ? exact : await readRowsInOrder((await findLooseMatches(limit)).slice(0, limit))).map(toInvitation)
    },
    pages: readPages,
  } satisfies ListReader<InvitationSelection, Invitation> & { first: (limit: number) => Promise<Invitation[]> }
}
