import { MAX_TIMELINE_EVENTS, type TimelineEntry } from '@hudur/core/requests/timeline'
import { formatAmount } from '@hudur/core/sales/money'
import { text } from '../../../text/ar.ts'
import { formatCountedNoun, formatInvitationMoment, formatWholeNumber } from '../../../text/format.ts'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { Numeric } from '../../../ui/numeric.tsx'
import { type Subject, useTimeline } from './queries.ts'

const words = text.conversation

/** Renders what happened to an order or a request, the newest entry last. */
export function Timeline({ subject }: { subject: Subject }) {
  const timeline = useTimeline(subject)
  const events = timeline.data?.filter(({ kind }) => kind === 'status' || kind === 'notes' || kind === 'reply').length ?? 0
  return (
    <section aria-label={words.timeline} className="grid gap-3">
      <h3 className="font-semibold text-foreground">{words.timeline}</h3>
      <LoadFailure query={timeline}>{words.timelineFailed}</LoadFailure>
      {events >= MAX_TIMELINE_EVENTS && <p className="text-muted text-sm">{words.trimmed(formatWholeNumber(MAX_TIMELINE_EVENTS))}</p>}
      {timeline.data && (
        <ol className="divide-y divide-separator rounded-lg border border-separator">
          {timeline.data.map(entry => (
            <Entry entry={entry} key={entry.id} />
          ))}
        </ol>
      )}
    </section>
  )
}

function Entry({ entry }: { entry: TimelineEntry }) {
  const details = detailsOf(entry)
  return (
    <li className="px-4 py-3">
      <p className="break-words text-foreground text-sm leading-6">{titleOf(entry)}</p>
      {details && (
        <p className="mt-1 whitespace-pre-line break-words text-muted text-sm leading-6" dir="auto">
          {details}
        </p>
      )}
      <p className="mt-1 flex flex-wrap gap-x-3 text-muted text-xs">
        {entry.by && (
          <span>
            {text.activity.by} <bdi>@{entry.by}</bdi>
          </span>
        )}
        <Numeric>{formatInvitationMoment(entry.at)}</Numeric>
      </p>
    </li>
  )
}

function titleOf(entry: TimelineEntry) {
  const { statuses } = text.orders
  switch (entry.kind) {
    case 'created':
      return words.created
    case 'status':
      return words.status(statuses[entry.formerStatus], statuses[entry.status])
    case 'notes':
      return entry.body === '' ? words.notesCleared : words.notes
    case 'reply':
      return words.replies[entry.channel]
    case 'grant': {
      const count = formatCountedNoun(Math.abs(entry.amount), text.orders.countWord)
      return entry.amount > 0 ? words.grants.more(count) : words.grants.less(count)
    }
    case 'payment': {
      const amount = formatAmount({ amount: Math.abs(entry.amount), currency: entry.currency })
      return entry.amount > 0 ? words.payments[entry.method](amount) : words.payments.reversed(amount)
    }
  }
}

const detailsOf = (entry: TimelineEntry) =>
  'body' in entry ? entry.body : 'reason' in entry ? entry.reason : 'note' in entry ? entry.note : ''
