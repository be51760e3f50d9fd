import type { ArrivalTime } from '@hudur/core/check-in/contract'

export type BarDuration = 'quarter' | 'hour' | 'day'

export type ArrivalBar = { at: Date; people: number }

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Returns quarters of an hour for a span (ms) of up to 4 hours, hours for up to 24, and days for longer ones. */
const barDurationFor = (span: number): BarDuration => (span <= 4 * HOUR_MS ? 'quarter' : span <= 24 * HOUR_MS ? 'hour' : 'day')

/** Returns the start of the bar that contains a moment, in this device's time zone. */
function barStart(step: BarDuration, moment: string) {
  const at = new Date(moment)
  at.setMinutes(step === 'quarter' ? at.getMinutes() - (at.getMinutes() % 15) : 0, 0, 0)
  if (step === 'day') at.setHours(0)
  return at
}

function nextBarStart(step: BarDuration, at: Date) {
  const next = new Date(at)
  if (step === 'day') next.setDate(next.getDate() + 1)
  else next.setTime(next.getTime() + (step === 'hour' ? HOUR_MS : 15 * MINUTE_MS))
  return next
}

/** The maximum number of bars. If there are more, those without arrivals are left out; if still too many, the earliest too. */
const MAX_BARS = 31

/** Returns the bars of the arrivals chart, earliest first. `times` is sorted; steps without arrivals get bars of height 0. */
export function arrivalBars(times: readonly ArrivalTime[]): { step: BarDuration; bars: ArrivalBar[] } {
  const [first] = times
  const last = times.at(-1)
  if (!first || !last) return { step: 'quarter', bars: [] }
  const step = barDurationFor(Date.parse(last.at) - Date.parse(first.at))
  const people = new Map<number, number>()
  for (const time of times) {
    const start = barStart(step, time.at).getTime()
    people.set(start, (people.get(start) ?? 0) + time.people)
  }
  const bars: ArrivalBar[] = []
  for (let at = barStart(step, first.at); at <= barStart(step, last.at); at = nextBarStart(step, at))
    bars.push({ at, people: people.get(at.getTime()) ?? 0 })
  return { step, bars: bars.length > MAX_BARS ? bars.filter(bar => bar.people > 0).slice(-MAX_BARS) : bars }
}
