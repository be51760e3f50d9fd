import type { Conflict } from '@hudur/core/check-in/contract'
import { useAcceptConflict, useSettleConflict } from '../../backend/hooks/use-conflicts.ts'
import { text } from '../../text/ar.ts'
import { formatCountedNoun, formatTimeAndDay } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/toast.tsx'

const words = text.scanner.conflicts
const notifyFailure = (error: Error) => notify.failure(error.message)

/** Returns whether the owner decides if the admissions of a conflict count. */
const awaitsDecision = ({ kind, invitationId }: Pick<Conflict, 'kind' | 'invitationId'>) =>
  kind === 'walk-in' || (kind === 'late' && invitationId !== null)

/** Lists conflicts with the buttons that settle them. */
export function ConflictList({ conflicts }: { conflicts: readonly Conflict[] }) {
  const settle = useSettleConflict()
  const accept = useAcceptConflict()
  const now = new Date()
  return (
    <ul className="divide-y divide-separator pb-2">
      {conflicts.map(({ id, kind, invitationId, count, people, guestName, eventName, hidesNames, code, entries, at, gate, by }) => (
        <li className="flex flex-wrap items-start gap-3 py-3" key={id}>
          <div className="min-w-0 grow">
            <p className="font-semibold">
              {words.kinds[kind]} ·{' '}
              <bdi className="wrap-anywhere">
                {hidesNames ? text.scanner.woman : guestName || (kind === 'unknown' ? code : text.scanner.anyGuest)}
              </bdi>
            </p>
            {eventName !== '' && <p className="text-muted text-sm">{eventName}</p>}
            <ol className="mt-1 text-sm">
              {(entries.length > 0 ? entries : [{ at, gate, by }]).map(entry => (
                <li key={`${entry.at} ${entry.gate} ${entry.by}`}>
                  {[formatTimeAndDay(entry.at, now), entry.gate, entry.by].filter(Boolean).join('، ')}
                </li>
              ))}
            </ol>
            {awaitsDecision({ kind, invitationId }) && count === 1 && (
              <p className="mt-1 text-sm">{words.people(formatCountedNoun(people, text.scanner.personWord))}</p>
            )}
          </div>
          {awaitsDecision({ kind, invitationId }) && (
            <Button
              isPending={accept.isPending && accept.variables.id === id}
              onPress={() => accept.mutateAsync({ id }).catch(notifyFailure)}
              size="sm"
            >
              {words.accept}
            </Button>
          )}
          <Button
            isPending={settle.isPending && settle.variables.id === id}
            onPress={() => settle.mutateAsync({ id }).catch(notifyFailure)}
            size="sm"
            variant="outline"
          >
            {awaitsDecision({ kind, invitationId }) ? words.leave : words.seen}
          </Button>
        </li>
      ))}
    </ul>
  )
}
