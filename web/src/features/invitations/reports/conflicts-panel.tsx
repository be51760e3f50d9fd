import type { Conflict } from '@hudur/core'
import { text } from '../../../text/ar.ts'
import { timeAndDay } from '../../../text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { GrowingList } from '../../../ui/growing-list.tsx'
import { RowsSkeleton } from '../../../ui/list-skeletons.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { Numeric } from '../../../ui/numeric.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { say } from '../../../ui/toast.tsx'
import { useConflicts, useSettleConflict } from '../../scanning/queries.ts'

const words = text.reports

/** How many conflicts are shown at once. */
const STEP = 6

/** So much of what was read is told, in characters: it may be anything. */
const LONGEST_CODE = 40

/** Who was let in against the rule by doors that could not ask, with every gate and time. */
export function ConflictsPanel() {
  const { data, isError, isFetching, refetch } = useConflicts()
  return (
    <Panel className="lg:col-span-2" note={words.conflictsNote} title={words.conflicts}>
      {isError && (
        <LoadFailure isRetrying={isFetching} onRetry={() => void refetch()}>
          {words.conflictsFailed}
        </LoadFailure>
      )}
      {!data && !isError && <RowsSkeleton />}
      {data?.length === 0 && <p className="text-muted text-sm">{words.noConflicts}</p>}
      {data && data.length > 0 && (
        <GrowingList className="grid gap-x-12 md:grid-cols-2" items={data} step={STEP}>
          {conflict => <ConflictItem conflict={conflict} key={conflict.id} />}
        </GrowingList>
      )}
    </Panel>
  )
}

function ConflictItem({ conflict }: { conflict: Conflict }) {
  const { mutate, isPending } = useSettleConflict()
  const { id, kind, guestName, eventName, code, isSeen } = conflict
  const entries = conflict.entries.length > 0 ? conflict.entries : [conflict]
  const heading = `conflict-${id}`
  const now = new Date()
  return (
    <li className="flex items-start gap-3 border-separator border-t py-4">
      <div className="min-w-0 grow">
        <p className="break-words font-medium leading-7" dir="auto" id={heading}>
          {guestName || words.unknownGuest}
        </p>
        <p className="break-words text-muted text-xs">{eventName || <Numeric>{code.slice(0, LONGEST_CODE)}</Numeric>}</p>
        <ol className="mt-1 text-sm">
          {entries.map((entry, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two entries may be alike, and none ever moves
            <li key={place}>
              {words.entry(entry.gate || words.anyGate, timeAndDay(entry.at, now))}
              {entry.isClockFarOff && <span className="text-muted"> · {words.clockFarOff}</span>}
            </li>
          ))}
        </ol>
      </div>
      <div className="grid shrink-0 justify-items-end gap-2">
        <Chip tone={isSeen ? 'quiet' : 'waiting'}>{words.kinds[kind]}</Chip>
        {isSeen ? (
          <span className="text-muted text-xs">{words.settled}</span>
        ) : (
          <Button
            aria-describedby={heading}
            isPending={isPending}
            onPress={() => mutate({ id }, { onError: () => say.failure(words.settleFailed) })}
            size="sm"
            variant="outline"
          >
            {words.settle}
          </Button>
        )}
      </div>
    </li>
  )
}
