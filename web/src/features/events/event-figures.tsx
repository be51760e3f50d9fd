import type { EventSummary } from '@hudur/core/events/contract'
import { text } from '../../text/ar.ts'
import { formatCountedNoun, formatWholeNumber } from '../../text/format.ts'

const words = text.events

/** On a phone, one line without notes, which screen readers still read. */
const COMPACT_CLASS =
  'max-md:grid max-md:auto-cols-fr max-md:grid-flow-col max-md:gap-x-2 max-md:[&>div]:min-w-0 max-md:[&_dd+dd]:sr-only max-md:[&_dd]:text-xl max-md:[&_dt]:text-xs'

type EventFiguresProps = { event: EventSummary; isCompact?: boolean }

export function EventFigures({ event, isCompact = false }: EventFiguresProps) {
  const { invitations, invited, arrived, sent, unsent, answered, attending, answers } = event
  const figures = [
    { label: words.invited, value: invited, note: formatCountedNoun(invitations, text.invitationWord) },
    ...(sent > 0 ? [{ label: words.sent, value: sent, note: words.of(formatWholeNumber(sent + unsent)) }] : []),
    ...(answers === 'on' && answered > 0
      ? [{ label: words.attending, value: attending, note: words.answered(formatWholeNumber(answered)) }]
      : []),
    { label: words.arrived, value: arrived, note: words.of(formatWholeNumber(invited)) },
  ]
  return (
    <dl className={`flex flex-wrap gap-x-8 gap-y-3 ${isCompact ? COMPACT_CLASS : ''}`}>
      {figures.map(({ label, value, note }) => (
        <div className="min-w-20" key={label}>
          <dt className="text-muted text-sm">{label}</dt>
          <dd className="font-semibold text-3xl tabular-nums leading-tight">{formatWholeNumber(value)}</dd>
          <dd className="text-muted text-xs">{note}</dd>
        </div>
      ))}
    </dl>
  )
}
