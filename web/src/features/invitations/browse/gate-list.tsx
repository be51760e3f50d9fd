import { type Invitation, invitationRules, titlesEnd } from '@hudur/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { text } from '../../../text/ar.ts'
import { eventDay, inOrder, timeAndDay, wholeNumber } from '../../../text/format.ts'
import { Numeric } from '../../../ui/numeric.tsx'
import { say } from '../../../ui/toast.tsx'
import { VipMark } from '../../../ui/vip-mark.tsx'
import { type InvitationQuery, useReadInvitations } from '../queries.ts'
import { eventOfKey } from '../reports/owners.ts'

const words = text.gateList

/** The maximum number of printed rows. A longer list is of no use at a gate, and printing it would block the page. */
const MAX_PRINTED = 5000

type PrintedList = { of: string; rows: Invitation[]; at: string }

/** Returns the valid invitations, sorted by the name without its titles, as people search for it; rows without a name come last. */
const sortByName = (rows: readonly Invitation[]) =>
  invitationRules
    .validOnly(rows)
    .map(row => ({ row, name: row.guestName.slice(titlesEnd(row.guestName)) }))
    .sort((one, other) => Number(one.name === '') - Number(other.name === '') || inOrder(one.name, other.name))
    .map(({ row }) => row)

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

  useEffect(() => {
    if (printed) window.print()
  }, [printed])

  async function print() {
    setPending(true)
    try {
      const rows: Invitation[] = []
      for await (const page of readInvitations(query)) {
        if (page.total > MAX_PRINTED) return say.warning(words.tooLong(wholeNumber(MAX_PRINTED)))
        rows.push(...page.rows)
      }
      setPrinted({ of, rows: sortByName(rows), at: new Date().toISOString() })
    } catch {
      say.failure(text.data.listFailed)
    } finally {
      setPending(false)
    }
  }

  /** Prints these invitations only. */
  const printThese = (rows: readonly Invitation[]) => setPrinted({ of, rows: sortByName(rows), at: new Date().toISOString() })

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

  return { print: () => void print(), printThese, isPending, printed: printed?.of === of ? printed : undefined }
}

/**
 * Renders the printed list of invitations, sorted by name, each with a box to tick. It has a column of tables if a guest has one. It is
 * invisible on the screen.
 */
export function GateList({ rows, at, event }: Omit<PrintedList, 'of'> & { event: string }) {
  const isOfEvent = eventOfKey(event) !== undefined
  const [first] = rows
  const hasTables = rows.some(({ table }) => table)
  const people = rows.reduce((sum, { maxScans }) => sum + maxScans, 0)
  return (
    <section className="hidden print:block">
      <h1 className="display text-2xl" dir="auto">
        {isOfEvent && first ? first.eventName : words.title}
      </h1>
      <p className="mb-3 text-sm">
        {isOfEvent && first && (
          <>
            <Numeric>{eventDay(first.eventDate)}</Numeric> ·{' '}
          </>
        )}
        {words.summary(wholeNumber(rows.length), wholeNumber(people))} · {words.printedAt(timeWithDay(at))}
      </p>
      <table className="w-full table-fixed border-collapse text-sm leading-6">
        <thead>
          <tr className="border-foreground border-b-2 [&>th]:px-1.5 [&>th]:py-1 [&>th]:text-start [&>th]:font-semibold">
            <th className="w-[11mm]">{words.columns.place}</th>
            <th>{words.columns.guest}</th>
            {!isOfEvent && <th>{words.columns.event}</th>}
            {hasTables && <th className="w-[24mm]">{words.columns.table}</th>}
            <th className="w-[24mm]">{words.columns.people}</th>
            <th className="w-[36mm]">{words.columns.phone}</th>
            <th className="w-[24mm]">{words.columns.entered}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((invitation, index) => (
            <tr className="border-border border-b [&>td]:px-1.5 [&>td]:py-0.5 [&>td]:align-top" key={invitation.id}>
              <td>
                <Numeric>{wholeNumber(index + 1)}</Numeric>
              </td>
              <td dir="auto">
                <Guest name={invitationRules.guestLabel(invitation)} />
                {invitation.isVip && <VipMark label={text.data.vip} />}
                {invitation.note && <span className="block text-xs">{invitation.note}</span>}
              </td>
              {!isOfEvent && <td dir="auto">{invitation.eventName}</td>}
              {hasTables && (
                <td className="break-words">
                  <bdi>{invitation.table}</bdi>
                </td>
              )}
              <td>
                <Numeric>{wholeNumber(invitation.maxScans)}</Numeric>
              </td>
              <td>{invitation.phone && <Numeric>{invitation.phone}</Numeric>}</td>
              <td>
                <EntryCell invitation={invitation} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Shows a name with its titles in normal type and the rest, by which the list is sorted, in bold. */
function Guest({ name }: { name: string }) {
  const nameStart = titlesEnd(name)
  return (
    <>
      {name.slice(0, nameStart)}
      <span className="font-semibold">{name.slice(nameStart)}</span>
    </>
  )
}

/** Shows a box to tick, or the number of people who entered before the list was printed. */
function EntryCell({ invitation: { isPending, currentScans, maxScans } }: { invitation: Invitation }) {
  if (isPending) return text.data.pending
  if (currentScans > 0) return words.enteredOf(wholeNumber(currentScans), wholeNumber(maxScans))
  return <span className="inline-block size-[5mm] border border-foreground align-middle" />
}
