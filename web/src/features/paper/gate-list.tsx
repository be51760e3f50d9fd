import type { Invitation } from '@hudur/core/invitations/invitation'
import * as invitationRules from '@hudur/core/invitations/rules'
import { alphabetKey, groupByLetter } from '@hudur/core/names/alphabet'
import { leadingTitlesEnd } from '@hudur/core/names/search'
import { useEffect, useEffectEvent, useState } from 'react'
import { parseEventKey } from '../../backend/hooks/event-keys.ts'
import { type InvitationQuery, useReadInvitations } from '../../backend/hooks/use-invitations.ts'
import { text } from '../../text/ar.ts'
import { formatGregorianDay, formatTimeAndDay, formatWholeNumber } from '../../text/format.ts'
import { formatPeople } from '../../text/people.ts'
import { formatTableName } from '../../text/table-name.ts'
import { Numeric } from '../../ui/numeric.tsx'
import { PrintContent } from '../../ui/paper.tsx'
import { notify } from '../../ui/toast.tsx'
import { VipMark } from '../../ui/vip-mark.tsx'

const words = text.gateList

/** The maximum number of printed rows. A longer list is of no use at a gate, and printing it would block the page. */
const MAX_PRINTED_ROWS = 5000

/**
 * The largest number of people in an invitation for which each person gets a tick box. A larger group gets one wide box, in which its
 * people are counted by hand.
 */
const MAX_TICK_BOXES = 10
/** The number of tick boxes in one line, and the width of a box with its gap, in millimetres. */
const TICK_BOXES_PER_LINE = 5
const TICK_BOX_WIDTH_MM = 5.1

type PrintedList = {
  of: string
  rows: readonly Invitation[]
  at: string
  /** Whether a search, a filter or a selection leaves out guests of the event. */
  isPartOnly: boolean
}

/** Formats a moment with its day, also if it is today, because a printed list may be read on a later day. */
const formatTimeWithDay = (moment: string) => formatTimeAndDay(moment, new Date(0))

/** Returns whether a keyboard event is Ctrl+P or ⌘P, also with an Arabic keyboard layout. */
const isPrintKey = ({ ctrlKey, metaKey, altKey, shiftKey, key, code }: KeyboardEvent) =>
  (ctrlKey || metaKey) && !altKey && !shiftKey && (/^[a-z]$/i.test(key) ? key.toLowerCase() === 'p' : code === 'KeyP')

/**
 * Returns `print`, which reads all invitations that match `query` and prints them. The list stays rendered until `query` changes, so that
 * the browser's own print command prints it too. `isPaged`: the screen shows only some rows, so Ctrl+P prints all of them.
 */
export function useGateList(query: InvitationQuery, { isPaged }: { isPaged: boolean }) {
  const readInvitations = useReadInvitations()
  const [printed, setPrinted] = useState<PrintedList>()
  const [isPending, setPending] = useState(false)
  const of = JSON.stringify(query)

  function printRows(all: readonly Invitation[], isPartOnly: boolean) {
    const rows = invitationRules.filterValidInvitations(all)
    if (rows.length === 0) return notify.warning(words.nobody)
    setPrinted({ of, rows, at: new Date().toISOString(), isPartOnly })
  }

  async function readAndPrint() {
    setPending(true)
    try {
      const rows: Invitation[] = []
      for await (const page of readInvitations(query)) {
        if (page.total > MAX_PRINTED_ROWS) return notify.warning(words.tooLong(formatWholeNumber(MAX_PRINTED_ROWS)))
        rows.push(...page.rows)
      }
      printRows(rows, query.search !== '' || query.filter !== 'all')
    } catch {
      notify.failure(text.data.listFailed)
    } finally {
      setPending(false)
    }
  }

  const printAll = useEffectEvent((event: KeyboardEvent) => {
    if (!isPaged || !isPrintKey(event)) return
    event.preventDefault()
    if (!isPending) void readAndPrint()
  })
  useEffect(() => {
    const unmount = new AbortController()
    window.addEventListener('keydown', event => printAll(event), { signal: unmount.signal })
    return () => unmount.abort()
  }, [])

  return {
    print: () => void readAndPrint(),
    /** Prints the given invitations instead of those that match the query. */
    printInvitations: (rows: readonly Invitation[]) => printRows(rows, true),
    isPending,
    printed: printed?.of === of ? printed : undefined,
  }
}

type GateListProps = {
  printed: PrintedList
  /** The key of the event (`eventKeyOf`); empty for all events. */
  event: string
  /** The event's day and hour as text. Without this text the list shows only the day, because the rows have no hour. */
  when?: string
}

/**
 * Renders the printed list for a gate: the guests in alphabetical order, with a box per person, ticked if admitted before printing. Names
 * are printed even if the event hides them from gates, because the owner prints the list.
 */
export function GateList({ printed: { rows, at, isPartOnly }, event, when }: GateListProps) {
  const [first] = rows
  const firstOfEvent = parseEventKey(event) !== undefined && first
  const people = rows.reduce((sum, { maxScans }) => sum + maxScans, 0)
  const groups = groupByLetter(rows, ({ guestName }) => guestName)
  const namesakes = findNamesakes(rows)
  const mostPlaces = rows.reduce((most, { maxScans }) => Math.max(most, maxScans), 1)
  return (
    <PrintContent key={at}>
      <table className="gate-list" role="presentation">
        <thead>
          <tr>
            <td>
              <div className="gate-head">
                <h1 className="display" dir="auto">
                  {firstOfEvent ? firstOfEvent.eventName : words.title}
                </h1>
                <p>{words.printedAt(formatTimeWithDay(at))}</p>
                <p>{firstOfEvent && (when ?? formatGregorianDay(firstOfEvent.eventDate))}</p>
                <p>
                  {isPartOnly && `${words.partOnly} · `}
                  {words.summary(formatWholeNumber(rows.length), formatWholeNumber(people))}
                </p>
              </div>
            </td>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>
              <div className="gate-columns">
                {groups.map(({ letter, rows: rowsOfLetter }) => (
                  <section key={letter}>
                    <h2 className="gate-letter">{letter || words.otherNames}</h2>
                    <ul>
                      {rowsOfLetter.map(invitation => (
                        <li key={invitation.id}>
                          <span className="gate-name">
                            <PrintedGuestName name={invitationRules.guestLabel(invitation)} />
                            {invitation.isVip && <VipMark label={text.guestFields.isVip.label} />}
                            {namesakes.has(alphabetKey(invitation.guestName)) && invitation.phone && (
                              <small>
                                <Numeric>{invitation.phone}</Numeric>
                              </small>
                            )}
                            {!firstOfEvent && (
                              <small>
                                <bdi>{invitation.eventName}</bdi>
                              </small>
                            )}
                            {invitation.children > 0 && (
                              <small>{formatPeople(invitation.maxScans, invitation.children, text.data.personWord)}</small>
                            )}
                            {invitation.note && (
                              <small>
                                <bdi>{invitation.note}</bdi>
                              </small>
                            )}
                          </span>
                          {invitation.table && <span className="gate-table">{formatTableName(invitation.table, words.table)}</span>}
                          <TickBoxes invitation={invitation} width={`${Math.min(mostPlaces, TICK_BOXES_PER_LINE) * TICK_BOX_WIDTH_MM}mm`} />
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
    </PrintContent>
  )
}

/** Returns the sorting keys of names that several of the invitations have. The list shows the telephone numbers of these guests. */
function findNamesakes(rows: readonly Invitation[]) {
  const [seen, namesakes] = [new Set<string>(), new Set<string>()]
  for (const { guestName } of rows) {
    const key = alphabetKey(guestName)
    if (seen.has(key)) namesakes.add(key)
    seen.add(key)
  }
  return namesakes
}

/** Renders a name with its titles in a lighter colour. The list is sorted by the name without titles. */
function PrintedGuestName({ name }: { name: string }) {
  const nameStart = leadingTitlesEnd(name)
  return (
    <bdi>
      {nameStart > 0 && <span className="gate-title">{name.slice(0, nameStart)}</span>}
      {name.slice(nameStart)}
    </bdi>
  )
}

/** Renders a box for each person, ticked for admitted people; for a large group one wide box and the number of people. */
function TickBoxes({ invitation: { isPending, currentScans, maxScans }, width }: { invitation: Invitation; width: string }) {
  if (isPending) return <span className="gate-boxes">{text.data.pending}</span>
  const entered = currentScans > 0 ? words.enteredOf(formatWholeNumber(currentScans), formatWholeNumber(maxScans)) : undefined
  if (maxScans > MAX_TICK_BOXES)
    return (
      <span className="gate-boxes" style={{ width }}>
        <Numeric>{words.places(formatWholeNumber(maxScans))}</Numeric>
        <span className="gate-box is-tally" />
        {entered && <small>{entered}</small>}
      </span>
    )
  return (
    <span className="gate-boxes" style={{ width }}>
      {Array.from({ length: maxScans }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a box is identified by its position
        <svg aria-hidden="true" className="gate-box" key={place} viewBox="0 0 24 24">
          {place < currentScans && <path d="m5 12.5 5 5 9-11" />}
        </svg>
      ))}
      {entered && <span className="sr-only">{entered}</span>}
    </span>
  )
}
