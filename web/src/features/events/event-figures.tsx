import type { EventSummary } from '@hudur/core/events/contract'
import * as texts from '@hudur/core/texts'
import { text } from '../../text/ar.ts'
import { formatCountedNoun, formatWholeNumber } from '../../text/format.ts'

const words = text.events

/** CSS classes that show the figures on one line of a phone. The notes are hidden, but screen readers still read them. */
const COMPACT_CLASS =
  'max-md:grid max-md:auto-cols-fr max-md:grid-flow-col max-md:gap-x-2 max-md:[&>div]:min-w-0 max-md:[&_dd+dd]:sr-only max-md:[&_dd]:text-xl max-md:[&_dt]:text-xs'

type EventFiguresProps = { event: EventSummary; isCompact?: boolean }

export function EventFigures({ event, isCompact = false }: EventFiguresProps) {
  const { invitations, invited, arrived, walkIns, sent, unsent, answered, attending, answers } = event
  const { invitedChildren, attendingChildren, inside, capacity } = event
  const ofInvited = words.of(formatWholeNumber(invited))
  const arrivedNote = walkIns > 0 ? `${ofInvited}، ${text.walkIns.beside(formatWholeNumber(walkIns))}` : ofInvited
  const childrenNote = (children: number) => (children > 0 ? [words.children(formatCountedNoun(children, texts.childWord))] : [])
  const figures = [
    {
      label: words.invited,
      value: invited,
      note: [formatCountedNoun(invitations, text.invitationWord), ...childrenNote(invitedChildren)].join(' · '),
    },
    ...(sent > 0 ? [{ label: words.sent, value: sent, note: words.of(formatWholeNumber(sent + unsent)) }] : []),
    ...(answers === 'on' && answered > 0
      ? [
          {
            label: words.attending,
            value: attending,
            note: [words.answered(formatWholeNumber(answered)), ...childrenNote(attendingChildren)].join(' · '),
          },
        ]
      : []),
    { label: words.arrived, value: arrived, note: arrivedNote },
    ...(inside === undefined
      ? []
      : [{ label: text.inside.label, value: inside, note: capacity === null ? '' : words.of(formatWholeNumber(capacity)) }]),
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
