import type { Currency, Money } from '@hudur/core/sales/currency'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../database/schema.ts'

/** A calendar month, `YYYY-MM`, and the moments (ISO) at which it begins and ends in the time zone of the installation. */
export type MonthSpan = { month: string; from: string; until: string }

/** The counts of one month, by name. */
type Counts = { month: string } & Record<string, number>

/** The figures of the office by month. Each statement reads the rows of the given months only, by an index on their time. */
export const officeFiguresIn = (db: Kysely<Tables>, months: readonly MonthSpan[]) => {
  /** The months as a table with the columns `month`, `starts`, `ends`, and the days between which the month lies. */
  const spans = sql`months (month, starts, ends, first_day, last_day) as (values ${sql.join(
    months.map(
      ({ month, from, until }) =>
        sql`(cast(${month} as text), cast(${from} as text), cast(${until} as text), ${sql.lit(`${month}-01`)}, ${sql.lit(`${month}-31`)})`,
    ),
  )})`

  const isIn = (column: string) => sql`${sql.ref(column)} >= starts and ${sql.ref(column)} < ends`
  const isOnDayIn = (column: string) => sql`${sql.ref(column)} between first_day and last_day`

  /** Reads the counts by month. Months without a row have none. */
  async function readCounts(columns: RawBuilder<unknown>, from: RawBuilder<unknown>) {
    const { rows } = await sql<Counts>`with ${spans} select month, ${columns} from months join ${from} group by month`.execute(db)
    return new Map(rows.map(row => [row.month, row]))
  }

  async function readSums(amount: string, currency: string, from: RawBuilder<unknown>) {
    const { rows } = await sql<{ month: string; amount: number; currency: Currency }>`with ${spans}
      select month, sum(${sql.ref(amount)}) as amount, ${sql.ref(currency)} as currency from months join ${from}
      group by month, ${sql.ref(currency)} order by month, ${sql.ref(currency)}`.execute(db)
    const byMonth = new Map<string, Money[]>()
    for (const { month, ...sum } of rows) byMonth.set(month, [...(byMonth.get(month) ?? []), sum])
    return byMonth
  }

  return {
    /** Counts the orders that arrived, and those of them that were accepted. */
    orders: () =>
      readCounts(
        sql`count(*) as orders, sum(case when status in ('processing', 'approved', 'completed') then 1 else 0 end) as accepted`,
        sql`orders on ${isIn('created_at')}`,
      ),

    /**
     * Sums the credits that were granted (less corrections) and used (less refunds). What an account had when the ledger began counts in
     * no month: its entries were written by a migration.
     */
    credits: () =>
      readCounts(
        sql`coalesce(sum(case when kind in ('grant', 'correction') then amount end), 0) as sold,
          coalesce(sum(case when kind in ('charge', 'refund') then -amount end), 0) as used`,
        sql`credits on ${isIn('at')} and id not like 'used-%'`,
      ),

    /** Sums the agreed amounts of orders that were not cancelled or rejected, in the month in which they were last agreed. */
    agreed: () =>
      readSums(
        'agreed_amount',
        'agreed_currency',
        sql`orders on ${isIn('agreed_at')} and agreed_at is not null and status not in ('cancelled', 'rejected')`,
      ),

    /** Sums the payments and their reversals. */
    received: () => readSums('amount', 'currency', sql`payments on ${isIn('at')}`),

    /** Counts the events by their day. */
    events: () => readCounts(sql`count(*) as events`, sql`events on ${isOnDayIn('date')}`),

    /** Sums the people who were admitted with invitations to the events of each month. */
    admitted: () =>
      readCounts(
        sql`coalesce(sum(current_scans), 0) as people`,
        sql`events on ${isOnDayIn('events.date')} join invitations on invitations.event_id = events.id`,
      ),

    /** Sums the people who were admitted to these events without a card. */
    walkIns: () =>
      readCounts(
        sql`coalesce(sum(people), 0) as people`,
        sql`events on ${isOnDayIn('events.date')} join walk_ins on walk_ins.event_id = events.id and walk_ins.is_counted = 1`,
      ),
  }
}
