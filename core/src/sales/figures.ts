import * as z from 'zod/mini'
import { wholeNumberInQuery } from '../inputs.ts'
import { Money } from './currency.ts'

/** The most months of the office's figures in one answer. */
const MAX_FIGURE_MONTHS = 36

/** The office's figures of a month in the time zone of the installation. `docs/figures.md` says what each counts. */
export const MonthFigures = z.object({
  /** `YYYY-MM`. */
  month: z.string(),
  orders: z.int(),
  accepted: z.int(),
  invitationsSold: z.int(),
  invitationsUsed: z.int(),
  agreed: z.array(Money),
  received: z.array(Money),
  events: z.int(),
  peopleAdmitted: z.int(),
})
export type MonthFigures = z.infer<typeof MonthFigures>

export const OfficeFiguresInput = z.object({ months: z._default(wholeNumberInQuery(1, MAX_FIGURE_MONTHS), 12) })
