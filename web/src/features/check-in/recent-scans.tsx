import * as checkInRules from '@hudur/core/check-in/rules'
import * as eventRules from '@hudur/core/events/rules'
import { useState } from 'react'
import type { ChosenEvent } from '../../backend/hooks/use-arrivals.ts'
import { type KnownGuest, useKnownGuests } from '../../backend/hooks/use-known-guests.ts'
import { type RecentAdmission, useStoredAdmissions } from '../../backend/hooks/use-stored-admissions.ts'
import { text } from '../../text/ar.ts'
import { formatTimeOfDay, formatWholeNumber } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/toast.tsx'
import type { RecentScan } from './recent-scan.ts'
import { UndoButton } from './undo-button.tsx'
import { recentScanOf } from './use-scanner.ts'
import { SmallVerdictSign } from './verdict-sign.tsx'

const words = text.scanner.recentScans

/** How many scans the list shows until the user asks for the others. */
const INITIAL_COUNT = 20

type RecentScansProps = {
  scans: readonly RecentScan[]
  event: ChosenEvent | null
  gate: string
  onUndone: (nonce: string) => void
  /** Called when a download has brought the guest of a code that this device did not know. */
  onKnown: (nonce: string, guest: string) => void
}

/** Lists the recent scans and the admissions of the last 15 minutes of this device, newest first. For a guest of another event the entry also shows the name of that event. */
export function RecentScans({ scans, event, gate, onUndone, onKnown }: RecentScansProps) {
  const [shownCount, setShownCount] = useState(INITIAL_COUNT)
  const [undone, setUndone] = useState<readonly string[]>([])
  const list = addStoredAdmissions(scans, useStoredAdmissions()).map(scan =>
    undone.includes(scan.nonce) ? { ...scan, isUndone: true } : scan,
  )
  const now = new Date()

  const unknown = scans.flatMap(({ nonce, unknownCode: code, knownGuest }) =>
    code === undefined || knownGuest !== undefined ? [] : [{ nonce, code }],
  )
  useKnownGuests(unknown, known => {
    const named = known.map(({ nonce, guest }) => ({ nonce, name: nameOfKnownGuest(guest) }))
    for (const { nonce, name } of named) onKnown(nonce, name)
    for (const name of new Set(named.map(({ name }) => name))) notify.warning(text.scanner.offlineUnknown.known(name))
  })

  function markUndone(nonce: string) {
    setUndone([...undone, nonce])
    onUndone(nonce)
  }

  return (
    <section className="bg-surface px-4 py-5 md:rounded-xl md:p-5 md:shadow-surface">
      <h2 className="font-semibold text-base">{words.title}</h2>
      {list.length === 0 && <p className="mt-1 text-muted text-sm">{words.none}</p>}
      <ol className="mt-2">
        {list.slice(0, shownCount).map(scan => (
          <li className="flex min-h-13 items-center gap-3 border-separator border-t py-1.5 first:border-0" key={scan.nonce}>
            <SmallVerdictSign verdict={scan.isUndone ? 'undone' : (refusedOutcomeOf(scan) ?? scan.outcome)} />
            <span className="min-w-0 grow">
              <bdi className="line-clamp-2 wrap-anywhere font-semibold text-sm" dir="auto">
                {scan.knownGuest ?? scan.name}
              </bdi>
              <span className="block text-muted text-sm">
                {outcomeTextOf(scan)} · {formatTimeOfDay(scan.at)}
                {scan.knownGuest !== undefined && ` · ${text.scanner.offlineUnknown[scan.isWoman ? 'listedHers' : 'listed']}`}
                {scan.lateRefusal && !scan.isUndone && ` · ${words.refusedLater}`}
                {scan.reason && !(scan.reason === 'other-event' && scan.event) && ` · ${words.reasons[scan.reason]}`}
                {scan.event && isOfAnotherEvent(scan, event) && (
                  <span className="block wrap-anywhere font-semibold text-warning-soft-foreground" dir="auto">
                    {words.otherEvent(scan.event.eventName)}
                  </span>
                )}
              </span>
            </span>
            {isUndoable(scan, now) && <UndoButton className="shrink-0" gate={gate} onUndone={markUndone} recentScan={scan} />}
          </li>
        ))}
      </ol>
      {list.length > shownCount && (
        <Button className="mt-2" fullWidth onPress={() => setShownCount(list.length)} variant="outline">
          {words.more(formatWholeNumber(list.length - shownCount))}
        </Button>
      )}
    </section>
  )
}

const nameOfKnownGuest = ({ name, hidesNames }: KnownGuest) => name || (hidesNames ? text.scanner.woman : text.scanner.nameless)

/** Adds the stored admissions that `scans` does not have, newest first. */
function addStoredAdmissions(scans: readonly RecentScan[], stored: readonly RecentAdmission[]): RecentScan[] {
  const listed = new Set(scans.map(({ nonce }) => nonce))
  const added = stored.filter(({ nonce }) => !listed.has(nonce)).flatMap(storedScanOf)
  return [...scans, ...added].sort((a, b) => (a.at < b.at ? 1 : -1))
}

/** Returns the list entry of an admission that this device has stored. A guest outside its replica has no name. */
function storedScanOf({ nonce, at, code, isUndone, answer }: RecentAdmission): RecentScan[] {
  const scan = recentScanOf(answer, { is: 'guest', nonce, at: new Date(at), event: null, gate: '', direction: 'in', code, admit: 1 }, false)
  if (!scan) return []
  const name = answer.invitation ? scan.name : text.scanner.nameless
  return [{ ...scan, name, admission: { code, people: answer.admitted ?? answer.exited ?? 1 }, isUndone }]
}

function outcomeTextOf({ isUndone, outcome, isTrial, isWoman }: RecentScan) {
  if (isTrial) return text.scanner.trial
  if (isUndone) return words.words.undone
  if (isWoman && outcome === 'admitted') return words.cameIn
  return isWoman && outcome === 'exited' ? words.wentOut : words.words[outcome]
}

/** Returns the outcome of the server's late refusal; undefined without one. */
const refusedOutcomeOf = ({ lateRefusal }: RecentScan) =>
  lateRefusal?.outcome === 'used' || lateRefusal?.outcome === 'not-inside' ? lateRefusal.outcome : lateRefusal && 'refused'

const isUndoable = ({ admission, isUndone, at }: RecentScan, now: Date) =>
  admission !== null && !isUndone && checkInRules.canUndo({ at, clockOffset: null }, { at: now.toISOString(), clockOffset: null })

/** Returns whether a scanned guest belongs to another event than `chosen`, which the user may have chosen after the scan. */
const isOfAnotherEvent = ({ reason, event }: RecentScan, chosen: ChosenEvent | null) =>
  reason === 'other-event' ||
  (chosen !== null &&
    event !== undefined &&
    !eventRules.eventMatcher(chosen)({ ...event, eventId: event.eventId ?? null, userId: chosen.userId }))
