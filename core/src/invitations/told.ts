import { type EventDetails, TOLD_FACTS, type ToldFact } from '../events/contract.ts'
import { eventTimeText } from '../events/event-time.ts'
import * as texts from '../texts.ts'
import type { Invitation, ToldFacts } from './invitation.ts'

/** The facts of an event and an invitation that a guest is told. */
export type PresentFacts = Pick<EventDetails, 'date' | 'startsAt' | 'timeWords' | 'place'> & Pick<Invitation, 'maxScans' | 'table'>

/** Returns what has changed since a guest was told these facts. A table that the guest was not told has not changed. */
export function changedFacts(told: ToldFacts, now: PresentFacts): ToldFact[] {
  const isChanged: Record<ToldFact, boolean> = {
    moment: told.date !== now.date || told.time !== eventTimeText(now),
    place: told.place !== (now.place ?? ''),
    persons: told.persons !== now.maxScans,
    table: told.table !== null && told.table !== now.table,
    card: told.hasFormerCard,
  }
  return TOLD_FACTS.filter(fact => isChanged[fact])
}

/** How a text names days and numbers. */
type ChangeFormats = { formatDay: (day: string) => string; formatNumber?: (value: number) => string }

const describe = (
  from: string,
  to: string,
  { changed, added, removed }: Record<'added' | 'removed', (value: string) => string> & { changed: (from: string, to: string) => string },
) => (from === '' ? added(to) : to === '' ? removed(from) : changed(from, to))

/** Returns a sentence for each change since a guest was told these facts: «تغيّر الموعد من … إلى …». */
export function changeSentences(told: ToldFacts, now: PresentFacts, { formatDay, formatNumber = String }: ChangeFormats): string[] {
  const [isMoved, time] = [told.date !== now.date, eventTimeText(now)]
  const momentOf = (day: string, timeText: string) =>
    [...(isMoved ? [formatDay(day)] : []), ...(told.time !== time && timeText !== '' ? [timeText] : [])].join('، ')
  const words = texts.changes
  const sentences: Record<ToldFact, () => string> = {
    moment: () => describe(momentOf(told.date, told.time), momentOf(now.date, time), words.moment),
    place: () => describe(told.place, now.place ?? '', words.place),
    persons: () => words.persons(formatNumber(told.persons), formatNumber(now.maxScans)),
    table: () => describe(told.table ?? '', now.table ?? '', words.table),
    card: () => words.card,
  }
  return changedFacts(told, now).map(fact => sentences[fact]())
}
