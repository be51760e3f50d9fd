import { eventTimeText } from '@hudur/core/events/event-time'
import type { ToldFacts } from '@hudur/core/invitations/invitation'
import { type RawBuilder, sql } from 'kysely'

/** The columns of an invitation that show whether its guest was told the present facts. */
type ToldColumns = {
  told: string | null
  told_persons: number | null
  told_table: string | null
  /** The present facts of the event, in the form of `told`; read only where `told` is not null. */
  event_facts: string | null
  max_scans: number
  guest_table: string | null
  sent_at: string | null
}

const NEWLINE = sql.lit('\n')

/**
 * The facts of an event that guests are told, as text, a line each: its day, time and place, and what its cards show besides, the key of their
 * look and the words of the house.
 */
export const EVENT_FACTS = sql<string>`events.date || ${NEWLINE} || coalesce(events.time_words, events.starts_at, '') || ${NEWLINE}
  || coalesce(events.place, '') || ${NEWLINE} || coalesce((select card_key from designs where designs.event_id = events.id), '') || coalesce(events.house, '')`

/** The facts of the event of a row of `invitations`. */
export const FACTS_OF_INVITATION: RawBuilder<string | null> =
  sql`(select ${EVENT_FACTS} from events where events.id = invitations.event_id)`

/** The facts of the event of a row of `invitations`; null for guests who were told nothing. */
export const FACTS_WHERE_TOLD: RawBuilder<string | null> = sql`case when invitations.told is not null then ${FACTS_OF_INVITATION} end`

/** The conditions that the guest of a row of `invitations` was told other persons or another table, or has a former code. */
export const KNOWS_OTHER_PERSONS = sql<boolean>`(invitations.told_persons <> invitations.max_scans)`
export const KNOWS_OTHER_TABLE = sql<boolean>`(invitations.told_table is not null
  and invitations.told_table is distinct from invitations.guest_table)`
export const HAS_FORMER_CODE = sql<boolean>`(invitations.sent_at is null)`

/** The condition that the guest of a row of `invitations` was told something that has changed since. */
export const IS_OUTDATED = sql<boolean>`(invitations.told is not null and (${KNOWS_OTHER_PERSONS} or ${KNOWS_OTHER_TABLE}
  or ${HAS_FORMER_CODE} or invitations.told <> ${FACTS_OF_INVITATION}))`

/** The condition that the last answer of a row of `invitations` was given for an earlier day of the event. */
export const IS_FORMER_ANSWER = sql<boolean>`(invitations.answered_for is not null
  and invitations.answered_for <> (select date from events where events.id = invitations.event_id))`

const HOUR = /^\d\d:\d\d$/

/** Returns the facts of an event from their text. */
export function parseFacts(facts: string) {
  const [date = '', time = '', place = '', card = ''] = facts.split('\n')
  return { date, time: eventTimeText(HOUR.test(time) ? { startsAt: time } : { timeWords: time }), place, card }
}

/** Returns what the guest of a row was told, if it differs from the present facts; otherwise null. */
export function toldFactsOf(row: ToldColumns): ToldFacts | null {
  const { told, told_persons: persons, told_table: table, event_facts, sent_at } = row
  if (told === null) return null
  const isSame = told === event_facts && persons === row.max_scans && (table === null || table === row.guest_table) && sent_at !== null
  if (isSame) return null
  const { card, ...facts } = parseFacts(told)
  const hasFormerCard = sent_at === null || card !== parseFacts(event_facts ?? '').card
  return { ...facts, persons: persons ?? row.max_scans, table, hasFormerCard }
}
