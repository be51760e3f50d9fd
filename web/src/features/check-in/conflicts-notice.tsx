import type { Conflict } from '@hudur/core/check-in/contract'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useAcceptConflict, useConflicts, useSettleConflict } from '../../backend/hooks/use-conflicts.ts'
import { text } from '../../text/ar.ts'
import { formatCountedNoun, formatTimeAndDay } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { notify } from '../../ui/toast.tsx'

const words = text.scanner.conflicts
const notifyFailure = { onError: (error: Error) => notify.failure(error.message) }

/** Shows the number of conflicts that no user has marked as seen, with a button that opens their list; nothing if there are none. */
export function ConflictsNotice({ isBelowResult }: { isBelowResult: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const { data: { rows: unseen, total } = { rows: [], total: 0 } } = useConflicts('unseen')
  return (
    <>
      <div className={`${isBelowResult ? 'order-last' : 'order-first'} lg:mb-6`} role="status">
        {total > 0 && (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 bg-warning-soft px-4 py-2.5 text-sm text-warning-soft-foreground md:rounded-lg">
            <span className="flex min-w-0 grow basis-[11rem] items-center gap-3">
              <TriangleAlert aria-hidden="true" className="size-5 shrink-0" strokeWidth={1.7} />
              {words.some(formatCountedNoun(total, words.conflictWord))}
            </span>
            <Button onPress={() => setOpen(true)} size="sm" variant="outline">
              {words.show}
            </Button>
          </p>
        )}
      </div>
      <Dialog isOpen={isOpen} onOpenChange={setOpen} title={words.title}>
        {total === 0 ? <p className="pb-2">{words.allSeen}</p> : <ConflictList conflicts={unseen} />}
      </Dialog>
    </>
  )
}

function ConflictList({ conflicts }: { conflicts: readonly Conflict[] }) {
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
            {kind === 'late' && count === 1 && (
              <p className="mt-1 text-sm">{words.people(formatCountedNoun(people, text.scanner.personWord))}</p>
            )}
          </div>
          {kind === 'late' && invitationId !== null && (
            <Button
              isPending={accept.isPending && accept.variables.id === id}
              onPress={() => accept.mutate({ id }, notifyFailure)}
              size="sm"
            >
              {words.accept}
            </Button>
          )}
          <Button
            isPending={settle.isPending && settle.variables.id === id}
            onPress={() => settle.mutate({ id }, notifyFailure)}
            size="sm"
            variant="outline"
          >
            {kind === 'late' && invitationId !== null ? words.leave : words.seen}
          </Button>
        </li>
      ))}
    </ul>
  )
}
