import { dayInTimeZone, momentOfHour } from '@hudur/core/calendar'
import type { contract } from '@hudur/core/contract'
import type { MonthFigures } from '@hudur/core/sales/figures'
import type { Deps, Services } from '../deps.ts'
import { type MonthSpan, officeFiguresIn } from './figures-repository.ts'

/** Returns the month `count` months after `month`, both `YYYY-MM`. */
function addMonths(month: string, count: number) {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7)
}

/** Returns the last `count` months in a time zone, the oldest first; the last is the month of `now`. */
function lastMonths(timeZone: string, now: Date, count: number): MonthSpan[] {
  const thisMonth = dayInTimeZone(timeZone, now).slice(0, 7)
  const startOf = (month: string) => momentOfHour(timeZone, `${month}-01`, 0).toISOString()
  return Array.from({ length: count }, (_, n) => {
    const month = addMonths(thisMonth, n + 1 - count)
    return { month, from: startOf(month), until: startOf(addMonths(month, 1)) }
  })
}

/** Returns the endpoint of the office's figures. */
export const figureService = ({ db, now, timeZone }: Deps): Pick<Services<typeof contract.sales>, 'figures'> => ({
  async figures({ input: { months: count } }) {
    const months = lastMonths(timeZone, now(), count)
    const figures = officeFiguresIn(db.slowReads, months)
    const [orders, credits, agreed, received] = [
      await figures.orders(),
      await figures.credits(),
      await figures.agreed(),
      await figures.received(),
    ]
    const [events, admitted, walkIns] = [await figures.events(), await figures.admitted(), await figures.walkIns()]
    return months.map(
      ({ month }): MonthFigures => ({
        month,
        orders: orders.get(month)?.orders ?? 0,
        accepted: orders.get(month)?.accepted ?? 0,
        invitationsSold: credits.get(month)?.sold ?? 0,
        invitationsUsed: credits.get(month)?.used ?? 0,
        agreed: agreed.get(month) ?? [],
        received: received.get(month) ?? [],
        events: events.get(month)?.events ?? 0,
        peopleAdmitted: (admitted.get(month)?.people ?? 0) + (walkIns.get(month)?.people ?? 0),
      }),
    )
  },
})
