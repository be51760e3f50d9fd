import * as checkInRules from '@hudur/core/check-in/rules'
import * as eventRules from '@hudur/core/events/rules'
import type { ChosenEvent } from '../../backend/hooks/use-arrivals.ts'
import { text } from '../../text/ar.ts'
import { formatTimeOfDay } from '../../text/format.ts'
import type { RecentScan } from './recent-scan.ts'
import { UndoButton } from './undo-button.tsx'
import { SmallVerdictSign } from './verdict-sign.tsx'

const words = text.scanner.recentScans

type RecentScansProps = { scans: readonly RecentScan[]; event: ChosenEvent | null; gate: string; onUndone: (nonce: string) => void }

/** Lists the recent scans of this device, newest first. For a guest of another event the entry also shows the name of that event. */
export function RecentScans({ scans, event, gate, onUndone }: RecentScansProps) {
  return (
    <section className="bg-surface px-4 py-5 md:rounded-xl md:p-5 md:shadow-surface">
      <h2 className="font-semibold text-base">{words.title}</h2>
      {scans.length === 0 && <p className="mt-1 text-muted text-sm">{words.none}</p>}
      <ol className="mt-2">
        {scans.map(scan => (
          <li className="flex min-h-13 items-center gap-3 border-separator border-t py-1.5 first:border-0" key={scan.nonce}>
            <SmallVerdictSign verdict={scan.isUndone ? 'undone' : scan.outcome} />
            <span className="min-w-0 grow">
              <bdi className="line-clamp-2 wrap-anywhere font-semibold text-sm" dir="auto">
                {scan.name}
              </bdi>
              <span className="block text-muted text-sm">
                {words.words[scan.isUndone ? 'undone' : scan.outcome]} · {formatTimeOfDay(scan.at)}
                {scan.reason && !(scan.reason === 'other-event' && scan.event) && ` · ${words.reasons[scan.reason]}`}
                {scan.event && isOfAnotherEvent(scan, event) && (
                  <span className="block wrap-anywhere font-semibold text-warning-soft-foreground" dir="auto">
                    {words.otherEvent(scan.event.eventName)}
                  </span>
                )}
              </span>
            </span>
            {isUndoable(scan, new Date()) && <UndoButton className="shrink-0" gate={gate} onUndone={onUndone} recentScan={scan} />}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Returns whether a scanned guest belongs to another event than `chosen`, which the user may have chosen after the scan. */
const isOfAnotherEvent = ({ reason, event }: RecentScan, chosen: ChosenEvent | null) =>
  reason === 'other-event' ||
  (chosen !== null &&
    event !== undefined &&
    !eventRules.eventMatcher(chosen)({ ...event, eventId: event.eventId ?? null, userId: chosen.userId }))

const isUndoable = ({ admission, isUndone, at }: RecentScan, now: Date) =>
  admission !== null && !isUndone && checkInRules.canUndo({ at, clockOffset: null }, { at: now.toISOString(), clockOffset: null })
