import { Refusal } from '@hudur/core/refusals'
import type { TrailChange, TrailEntry, TrailSubject, TrailValue } from '@hudur/core/trail/contract'
import { MAX_TRAIL_ENTRIES, trailFields } from '@hudur/core/trail/fields'
import type { ReactNode } from 'react'
import { useRead } from '../../backend/hooks/use-call.ts'
import { text } from '../../text/ar.ts'
import { formatEventDay, formatInvitationMoment, formatWholeNumber } from '../../text/format.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty.tsx'
import { ListStatus } from '../../ui/list-status.tsx'
import { Numeric } from '../../ui/numeric.tsx'

const words = text.trail

type TrailDialogProps = { about: TrailSubject; id: string; isOpen: boolean; onOpenChange: (isOpen: boolean) => void; title: string }

/** Shows who changed what of a subject, newest first. */
export function TrailDialog({ about, id, ...dialog }: TrailDialogProps) {
  const trail = useRead(['trail', about, id], backend => backend.trail.list({ about, id, limit: MAX_TRAIL_ENTRIES }), {
    gcTime: 0,
    retry: (times, error) => times < 2 && !(error instanceof Refusal),
  })
  const isUnknown = trail.error instanceof Refusal && trail.error.code === 'not-found'
  return (
    <Dialog {...dialog} size="lg">
      {isUnknown ? (
        <EmptyState title={words.gone}>{words.emptyAdvice}</EmptyState>
      ) : (
        <ListStatus empty={{ title: words.empty, advice: words.emptyAdvice }} failed={words.failed} query={trail} />
      )}
      {trail.data && trail.data.rows.length > 0 && (
        <ol className="divide-y divide-separator rounded-lg border border-separator">
          {trail.data.rows.map(entry => (
            <Entry about={about} entry={entry} key={entry.id} />
          ))}
        </ol>
      )}
      {trail.data?.rows.length === MAX_TRAIL_ENTRIES && (
        <p className="mt-3 text-muted text-sm">{words.trimmed(formatWholeNumber(MAX_TRAIL_ENTRIES))}</p>
      )}
    </Dialog>
  )
}

function authorOf({ by, byKind }: TrailEntry) {
  if (by === null) return words.authors[byKind]
  return byKind === 'link' ? words.byLink(by) : by
}

function Entry({ about, entry }: { about: TrailSubject; entry: TrailEntry }) {
  return (
    <li className="px-4 py-3">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-semibold text-sm">{words.kinds[entry.kind]}</span>
        <bdi className="text-sm">{authorOf(entry)}</bdi>
        <Numeric className="text-muted text-xs">{formatInvitationMoment(entry.at)}</Numeric>
      </p>
      {entry.changes.length > 0 && (
        <dl className="mt-1 grid gap-1 text-sm">
          {entry.changes.map(change => (
            <div className="grid gap-x-3 sm:grid-cols-[11rem_minmax(0,1fr)]" key={change.field}>
              <dt className="text-muted">{words.fields[about][change.field] ?? change.field}</dt>
              <dd className="min-w-0 break-words">
                <Change about={about} change={change} kind={entry.kind} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  )
}

function Change({ about, change, kind }: { about: TrailSubject; change: TrailChange; kind: TrailEntry['kind'] }) {
  const { field, before, after, isHidden } = change
  if (isHidden) return words.changed
  const shown = (value: TrailValue) => <Value about={about} field={field} value={value} />
  if (kind !== 'update') return shown(after ?? before)
  return (
    <>
      <span className="text-muted">{words.from}</span> {shown(before)} <span className="text-muted">{words.to}</span> {shown(after)}
    </>
  )
}

function Value({ about, field, value }: { about: TrailSubject; field: string; value: TrailValue }): ReactNode {
  if (value === null) return <span className="text-muted">{words.none}</span>
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (typeof value === 'number') return <Numeric>{formatWholeNumber(value)}</Numeric>
  const kind = trailFields[about][field]?.kind
  if (kind === 'day') return <Numeric>{formatEventDay(value)}</Numeric>
  if (kind === 'moment') return <Numeric>{formatInvitationMoment(value)}</Numeric>
  return (
    <bdi className="whitespace-pre-line font-medium" dir="auto">
      {kind === 'choice' ? choiceText(field, value) : value}
    </bdi>
  )
}

/** The words of the choices that other screens name too, by field. */
const choicesOf: Partial<Record<string, Partial<Record<string, string>>>> = {
  status: text.orders.statuses,
  eventType: text.orders.types,
  role: text.links.roles,
}

const choiceText = (field: string, value: string) => choicesOf[field]?.[value] ?? words.choices[value] ?? value
