import type { ArrivalTime } from '@hudur/core'

/** So long one bar of the chart is. */
export type Step = 'quarter' | 'hour' | 'day'

export type Bar = { at: Date; people: number }

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** An evening is told by the quarter, a long day by the hour, anything longer by the day. */
const stepOf = (span: number): Step => (span <= 4 * HOUR ? 'quarter' : span <= 24 * HOUR ? 'hour' : 'day')

/** When the bar begins in which a moment lies, on this device's clock. */
function startOf(step: Step, moment: string) {
  const at = new Date(moment)
  at.setMinutes(step === 'quarter' ? at.getMinutes() - (at.getMinutes() % 15) : 0, 0, 0)
  if (step === 'day') at.setHours(0)
  return at
}

function after(step: Step, at: Date) {
  const next = new Date(at)
  if (step === 'day') next.setDate(next.getDate() + 1)
  else next.setTime(next.getTime() + (step === 'hour' ? HOUR : 15 * MINUTE))
  return next
}

/** More days than this are not drawn one beside the other: then those on which nobody came are left out. */
const MOST_DAYS = 31

/** Arrivals as the bars of a chart, the earliest first, also those between in which nobody came. */
export function arrivalBars(times: readonly ArrivalTime[]): { step: Step; bars: Bar[] } {
  const [first] = times
  const last = times.at(-1)
  if (!first || !last) return { step: 'quarter', bars: [] }
  const step = stepOf(Date.parse(last.at) - Date.parse(first.at))
  const people = new Map<number, number>()
  for (const time of times) {
    const start = startOf(step, time.at).getTime()
    people.set(start, (people.get(start) ?? 0) + time.people)
  }
  const bars: Bar[] = []
  for (let at = startOf(step, first.at); at <= startOf(step, last.at); at = after(step, at))
    bars.push({ at, people: people.get(at.getTime()) ?? 0 })
  return { step, bars: bars.length > MOST_DAYS ? bars.filter(bar => bar.people > 0).slice(-MOST_DAYS) : bars }
}
