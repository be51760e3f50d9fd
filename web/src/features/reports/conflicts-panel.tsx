import type { Conflict } from '@hudur/core/check-in/contract'
import { CONFLICTS_PAGE_SIZE, useAcceptConflict, useConflicts, useSettleConflict } from '../../backend/hooks/use-conflicts.ts'
import { useSignedInUser } from '../../backend/hooks/use-session.ts'
import { text } from '../../text/ar.ts'
import { formatCountedNoun, formatTimeAndDay, formatWholeNumber } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { RowsSkeleton } from '../../ui/list-skeletons.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Numeric } from '../../ui/numeric.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Panel } from '../../ui/panel.tsx'
import { notify } from '../../ui/toast.tsx'
import { useQueryString } from '../../ui/use-query-string.ts'

const words = text.reports

/** The number of characters that are shown of a scanned code, whose text may be of any length. */
const MAX_CODE_CHARACTERS = 40

const MAX_EXPANDED_ENTRIES = 3

/** Lists conflicts: admissions by offline scanners that the rules would have refused. `eventId` limits the list to one event. */
export function ConflictsPanel({ eventId }: { eventId?: string }) {
  const { isAdmin } = useSignedInUser()
  const query = useConflicts('all', useQueryString().page(), eventId)
  const { data, isPlaceholderData } = query
  return (
    <Panel note={words.conflictsNote} title={words.conflicts}>
      <LoadFailure query={query}>{words.conflictsFailed}</LoadFailure>
      {!data && !query.isError && <RowsSkeleton />}
      {data?.total === 0 && <p className="text-muted text-sm">{words.noConflicts}</p>}
      {data && (
        <Pagination isOld={isPlaceholderData} size={CONFLICTS_PAGE_SIZE} total={data.total}>
          <div aria-busy={isPlaceholderData} className={`grid gap-6 ${isPlaceholderData ? 'opacity-60' : ''}`}>
            {isAdmin ? (
              groupByOwner(data.rows).map(group => <OwnerConflicts conflicts={group} key={group[0]?.id} />)
            ) : (
              <ConflictItems conflicts={data.rows} />
            )}
          </div>
        </Pagination>
      )}
    </Panel>
  )
}

function groupByOwner(conflicts: readonly Conflict[]) {
  const groups: Conflict[][] = []
  for (const conflict of conflicts) {
    const last = groups.at(-1)
    if (last?.[0]?.ownerId === conflict.ownerId) last.push(conflict)
    else groups.push([conflict])
  }
  return groups
}

function OwnerConflicts({ conflicts }: { conflicts: readonly Conflict[] }) {
  const [first] = conflicts
  return (
    <section>
      <h3 className="break-words pb-2 font-semibold text-sm" dir="auto">
        {first?.ownerName ? words.ofOwner(first.ownerName) : words.ownerGone}
      </h3>
      <ConflictItems conflicts={conflicts} />
    </section>
  )
}

function ConflictItems({ conflicts }: { conflicts: readonly Conflict[] }) {
  return (
    <ul className="grid gap-x-12 md:grid-cols-2">
      {conflicts.map(conflict => (
        <ConflictItem conflict={conflict} key={conflict.id} />
      ))}
    </ul>
  )
}

function ConflictItem({ conflict }: { conflict: Conflict }) {
  const settle = useSettleConflict()
  const accept = useAcceptConflict()
  const { id, kind, invitationId, guestName, eventName, code, count, people, isSeen } = conflict
  const isUnknown = kind === 'unknown'
  /** Whether the owner decides if the admission counts. */
  const isLate = kind === 'walk-in' || (kind === 'late' && invitationId !== null)
  const heading = `conflict-${id}`
  return (
    <li className="flex flex-wrap items-start gap-3 border-separator border-t py-4">
      <div className="min-w-0 grow basis-[8rem]">
        <p className="break-words font-medium leading-7" dir="auto" id={heading}>
          {isUnknown ? words.unknownCodes(formatCountedNoun(count, words.codeWord)) : guestName || words.unknownGuest}
        </p>
        {!isUnknown && <p className="break-words text-muted text-xs">{eventName || <Numeric>{shortenCode(code)}</Numeric>}</p>}
        <p className="mt-1">
          <Chip tone={isSeen ? 'quiet' : 'waiting'}>{words.kinds[kind]}</Chip>
        </p>
        {isLate && count === 1 && (
          <p className="mt-1 text-sm">{text.scanner.conflicts.people(formatCountedNoun(people, text.scanner.personWord))}</p>
        )}
        <ConflictEntries conflict={conflict} />
      </div>
      <div className="flex shrink-0 flex-wrap justify-end gap-2">
        {isLate && !isSeen && (
          <Button
            aria-describedby={heading}
            isPending={accept.isPending}
            onPress={() => accept.mutateAsync({ id }).catch(() => notify.failure(words.acceptFailed))}
            size="sm"
          >
            {words.accept}
          </Button>
        )}
        {isSeen ? (
          <span className="text-muted text-xs">{words.settled}</span>
        ) : (
          <Button
            aria-describedby={heading}
            isPending={settle.isPending}
            onPress={() => settle.mutateAsync({ id }).catch(() => notify.failure(words.settleFailed))}
            size="sm"
            variant="outline"
          >
            {isLate ? words.leave : words.settle}
          </Button>
        )}
      </div>
    </li>
  )
}

const shortenCode = (code: string) => code.slice(0, MAX_CODE_CHARACTERS)

/** Lists time and gate of each entry of a conflict; those beyond `MAX_EXPANDED_ENTRIES` are in a collapsed section. */
function ConflictEntries({ conflict }: { conflict: Conflict }) {
  const { kind, count } = conflict
  const entries: Conflict['entries'] = conflict.entries.length > 0 ? conflict.entries : [conflict]
  const otherEntries = entries.slice(MAX_EXPANDED_ENTRIES)
  const countText = kind === 'unknown' ? words.latest : words.first
  return (
    <div className="mt-1 text-sm">
      {count > entries.length && <p className="text-muted text-xs">{countText(formatWholeNumber(entries.length))}</p>}
      <EntryList entries={entries.slice(0, MAX_EXPANDED_ENTRIES)} />
      {otherEntries.length > 0 && (
        <details>
          <summary className="target min-h-8 cursor-pointer text-muted">
            {words.otherEntries(formatWholeNumber(otherEntries.length))}
          </summary>
          <EntryList entries={otherEntries} />
        </details>
      )}
    </div>
  )
}

function EntryList({ entries }: { entries: Conflict['entries'] }) {
  const now = new Date()
  return (
    <ol>
      {entries.map(({ code, gate, at, isClockFarOff }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries may be equal and never change their order
        <li className="break-words" key={index}>
          {code !== undefined && (
            <>
              <Numeric className="break-all font-medium">{shortenCode(code)}</Numeric>
              {' · '}
            </>
          )}
          {words.entry(gate || words.anyGate, formatTimeAndDay(at, now))}
          {isClockFarOff && <span className="text-muted"> · {words.clockFarOff}</span>}
        </li>
      ))}
    </ol>
  )
}
