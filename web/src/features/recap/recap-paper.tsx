import type { WalkIn } from '@hudur/core/check-in/walk-in'
import type { EventSummary } from '@hudur/core/events/contract'
import type { GuestAnswer, Invitation } from '@hudur/core/invitations/invitation'
import * as invitationRules from '@hudur/core/invitations/rules'
import type { ReactNode } from 'react'
import { text } from '../../text/ar.ts'
import { eventDayTexts } from '../../text/event-time.ts'
import { formatCountedNoun, formatTimeAndDay } from '../../text/format.ts'
import { PrintContent } from '../../ui/paper.tsx'
import { PeopleTable } from './people-table.tsx'
import type { Recap } from './recap-figures.ts'
import { recapSentences } from './recap-texts.ts'

const words = text.recap

type RecapPaperProps = {
  event: EventSummary
  recap: Recap
  walkIns: readonly WalkIn[]
  wishes: readonly (Invitation & { answer: GuestAnswer })[]
  /** What is said of the conflicts; undefined while they are not known. */
  conflicts: string | undefined
}

/** Prints the page of an event that is over, or saves it as a PDF by the dialog of the browser. */
export function RecapPaper({ event, recap, walkIns, wishes, conflicts }: RecapPaperProps) {
  const { gregorian, hijri } = eventDayTexts(event)
  const { all, sides, tables, came } = recap
  const day = new Date(`${event.date}T12:00:00`)
  const people = (count: number) => formatCountedNoun(count, text.reports.personWord)
  return (
    <PrintContent>
      <article className="recap">
        <header>
          <p>{words.title}</p>
          <h1 className="display" dir="auto">
            {event.name}
          </h1>
          <p>
            {gregorian} · {hijri}
          </p>
          {event.place && <p dir="auto">{event.place}</p>}
        </header>
        {recapSentences(all, event.walkIns).map(sentence => (
          <p key={sentence}>{sentence}</p>
        ))}
        {conflicts && (
          <p>
            {words.conflicts.title}: {conflicts}
          </p>
        )}
        {sides.length > 0 && <PaperSection title={words.sides} content={<PeopleTable all={all} by="side" groups={sides} />} />}
        {tables.length > 0 && <PaperSection title={words.tables} content={<PeopleTable all={all} by="table" groups={tables} />} />}
        {came.length > 0 && (
          <PaperList
            items={came.map(one => ({
              id: one.id,
              name: invitationRules.guestLabel(one),
              note: [people(one.currentScans), one.scannedAt && formatTimeAndDay(one.scannedAt, day)].filter(Boolean).join('، '),
            }))}
            title={words.guests}
          />
        )}
        {walkIns.length > 0 && (
          <PaperList
            items={walkIns.map(({ id, name, people: count, at }) => ({
              ...{ id, name: name || text.walkIns.anonymous },
              note: `${people(count)}، ${formatTimeAndDay(at, day)}`,
            }))}
            title={words.walkInList}
          />
        )}
        {wishes.length > 0 && (
          <PaperList
            items={wishes.map(one => ({ id: one.id, name: one.answer.note ?? '', note: invitationRules.guestLabel(one) }))}
            title={words.wishes}
          />
        )}
      </article>
    </PrintContent>
  )
}

function PaperSection({ title, content }: { title: string; content: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      {content}
    </section>
  )
}

function PaperList({ title, items }: { title: string; items: readonly { id: string; name: string; note: string }[] }) {
  const list = (
    <ul>
      {items.map(({ id, name, note }) => (
        <li key={id}>
          <bdi>{name}</bdi> <small>{note}</small>
        </li>
      ))}
    </ul>
  )
  return <PaperSection content={list} title={title} />
}
