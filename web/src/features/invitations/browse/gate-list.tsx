import { alphabetKey, byLetter, type Invitation, invitationRules, titlesEnd } from '@hudur/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { text } from '../../../text/ar.ts'
import { gregorianDay, timeAndDay, wholeNumber } from '../../../text/format.ts'
import { tableText } from '../../../text/table-text.ts'
import { Numeric } from '../../../ui/numeric.tsx'
import { Paper } from '../../../ui/paper.tsx'
import { say } from '../../../ui/toast.tsx'
import { VipMark } from '../../../ui/vip-mark.tsx'
import { type InvitationQuery, useReadInvitations } from '../queries.ts'
import { eventOfKey } from '../reports/owners.ts'

const words = text.gateList

/** The maximum number of printed rows. A longer list is of no use at a gate, and printing it would block the page. */
const MAX_PRINTED = 5000

/** The most places of an invitation that get a box each. A larger group gets one wide box, in which its people are counted. */
const MAX_BOXES = 10
/** How many boxes stand in one line, and the width of one with its gap, in mm. */
const BOXES_IN_LINE = 5
const BOX_MM = 5.1

type PrintedList = {
  of: string
  rows: readonly Invitation[]
  /** When the list was printed, as ISO text. */
  at: string
  /** Whether a search, a filter or a selection leaves out guests of the event. */
  isPartOnly: boolean
}

/** Formats a time always with its day, because a printed list is also read on later days. */
const timeWithDay = (moment: string) => timeAndDay(moment, new Date(0))

/** Returns whether the keys are Ctrl+P or ⌘P, also on an Arabic keyboard. */
const isPrintKey = ({ ctrlKey, metaKey, altKey, shiftKey, key, code }: KeyboardEvent) =>
  (ctrlKey || metaKey) && !altKey && !shiftKey && (/^[a-z]$/i.test(key) ? key.toLowerCase() === 'p' : code === 'KeyP')

/**
 * Returns `print`, which reads all invitations that match `query` and prints them. The printed list stays rendered, so that the browser's
 * own print command prints it too, until `query` changes. If `isPart`, the screen shows only some of the rows, and Ctrl+P also prints all
 * of them.
 */
export function useGateList(query: InvitationQuery, { isPart }: { isPart: boolean }) {
  const readInvitations = useReadInvitations()
  const [printed, setPrinted] = useState<PrintedList>()
  const [isPending, setPending] = useState(false)
  const of = JSON.stringify(query)

  function show(all: readonly Invitation[], isPartOnly: boolean) {
    const rows = invitationRules.validOnly(all)
    if (rows.length === 0) return say.warning(words.nobody)
    setPrinted({ of, rows, at: new Date().toISOString(), isPartOnly })
  }

  async function print() {
    setPending(true)
    try {
      const rows: Invitation[] = []
      for await (const page of readInvitations(query)) {
        if (page.total > MAX_PRINTED) return say.warning(words.tooLong(wholeNumber(MAX_PRINTED)))
        rows.push(...page.rows)
      }
      show(rows, query.search !== '' || query.filter !== 'all')
    } catch {
      say.failure(text.data.listFailed)
    } finally {
      setPending(false)
    }
  }

  const printAll = useEffectEvent((event: KeyboardEvent) => {
    if (!isPart || !isPrintKey(event)) return
    event.preventDefault()
    if (!isPending) void print()
  })
  useEffect(() => {
    const unmount = new AbortController()
    window.addEventListener('keydown', event => printAll(event), { signal: unmount.signal })
    return () => unmount.abort()
  }, [])

  return {
    print: () => void print(),
    /** Prints these invitations only. */
    printThese: (rows: readonly Invitation[]) => show(rows, true),
    isPending,
    printed: printed?.of === of ? printed : undefined,
  }
}

type GateListProps = {
  printed: PrintedList
  /** The key of the event (`keyOf`); empty for all events. */
  event: string
  /** The event's day and hour, where the screen knows more than the rows. */
  when?: string
}

/**
 * Prints the list for the gate: the guests in the order of the alphabet, under letters, in two columns, each with a box for each of its
 * places; a place that was used before the list was printed is ticked. Event, day and time of printing are on every page. Names are printed
 * also where the event hides them from gates, because the paper belongs to the owner.
 */
export function GateList({ printed: { rows, at, isPartOnly }, event, when }: GateListProps) {
  const [first] = rows
  const ofEvent = eventOfKey(event) !== undefined && first
  const people = rows.reduce((sum, { maxScans }) => sum + maxScans, 0)
  const groups = byLetter(rows, ({ guestName }) => guestName)
  const namesakes = namesakesOf(rows)
  const mostPlaces = rows.reduce((most, { maxScans }) => Math.max(most, maxScans), 1)
  return (
    <Paper key={at}>
      <table className="gate-list" role="presentation">
        <thead>
          <tr>
            <td>
              <div className="gate-head">
                <h1 className="display" dir="auto">
                  {ofEvent ? ofEvent.eventName : words.title}
                </h1>
                <p>{words.printedAt(timeWithDay(at))}</p>
                <p>{ofEvent && (when ?? gregorianDay(ofEvent.eventDate))}</p>
                <p>
                  {isPartOnly && `${words.partOnly} · `}
                  {words.summary(wholeNumber(rows.length), wholeNumber(people))}
                </p>
              </div>
            </td>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>
              <div className="gate-columns">
                {groups.map(({ letter, rows: ofLetter }) => (
                  <section key={letter}>
                    <h2 className="gate-letter">{letter || words.otherNames}</h2>
                    <ul>
                      {ofLetter.map(invitation => (
                        <li key={invitation.id}>
                          <span className="gate-name">
                            <Guest name={invitationRules.guestLabel(invitation)} />
                            {invitation.isVip && <VipMark label={text.data.vip} />}
                            {namesakes.has(alphabetKey(invitation.guestName)) && invitation.phone && (
                              <small>
                                <Numeric>{invitation.phone}</Numeric>
                              </small>
                            )}
                            {!ofEvent && (
                              <small>
                                <bdi>{invitation.eventName}</bdi>
                              </small>
                            )}
                            {invitation.note && (
                              <small>
                                <bdi>{invitation.note}</bdi>
                              </small>
                            )}
                          </span>
                          {invitation.table && <span className="gate-table">{tableText(invitation.table, words.table)}</span>}
                          <Places invitation={invitation} width={`${Math.min(mostPlaces, BOXES_IN_LINE) * BOX_MM}mm`} />
                        </li>
                      ))}
                    </ul>
                  </section>
                ))}
              </div>
            </td>
          </tr>
        </tbody>
      </table>
    </Paper>
  )
}

/** Returns the keys of the names that several of these invitations have. A telephone number tells such guests apart. */
function namesakesOf(rows: readonly Invitation[]) {
  const [seen, namesakes] = [new Set<string>(), new Set<string>()]
  for (const { guestName } of rows) {
    const key = alphabetKey(guestName)
    if (seen.has(key)) namesakes.add(key)
    seen.add(key)
  }
  return namesakes
}

/** Shows a name with its titles in a lighter colour than the rest, by which the list is sorted. */
function Guest({ name }: { name: string }) {
  const nameStart = titlesEnd(name)
  return (
    <bdi>
      {nameStart > 0 && <span className="gate-title">{name.slice(0, nameStart)}</span>}
      {name.slice(nameStart)}
    </bdi>
  )
}

/** Shows a box for each place, ticked for the people who have entered; for a large group one wide box and its number of people. */
function Places({ invitation: { isPending, currentScans, maxScans }, width }: { invitation: Invitation; width: string }) {
  if (isPending) return <span className="gate-boxes">{text.data.pending}</span>
  const entered = currentScans > 0 ? words.enteredOf(wholeNumber(currentScans), wholeNumber(maxScans)) : undefined
  if (maxScans > MAX_BOXES)
    return (
      <span className="gate-boxes" style={{ width }}>
        <Numeric>{words.places(wholeNumber(maxScans))}</Numeric>
        <span className="gate-box is-tally" />
        {entered && <small>{entered}</small>}
      </span>
    )
  return (
    <span className="gate-boxes" style={{ width }}>
      {Array.from({ length: maxScans }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a place is known by its number
        <svg aria-hidden="true" className="gate-box" key={place} viewBox="0 0 24 24">
          {place < currentScans && <path d="m5 12.5 5 5 9-11" />}
        </svg>
      ))}
      {entered && <span className="sr-only">{entered}</span>}
    </span>
  )
}
