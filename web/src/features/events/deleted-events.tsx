import type { DeletedEvent } from '@hudur/core/events/contract'
import { Refusal } from '@hudur/core/refusals'
import { useServerTime } from '../../backend/hooks/use-device.ts'
import { text } from '../../text/ar.ts'
import { formatCountedNoun, formatGregorianDay } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { GrowingList } from '../../ui/growing-list.tsx'
import { notify } from '../../ui/toast.tsx'
import { OwnerLine } from './owner-line.tsx'
import { useDeletedEvents, useRestoreEvent } from './queries.ts'

const words = text.deletedEvents

const DAY_MS = 86_400_000
const LIST_STEP = 10

/** Lists the deleted events that can be restored. Renders nothing when there are none. */
export function DeletedEvents() {
  const { data } = useDeletedEvents()
  if (!data || data.rows.length === 0) return null
  return (
    <section aria-label={words.title}>
      <h2 className="mb-3 font-semibold text-lg">{words.title}</h2>
      <GrowingList className="overflow-hidden rounded-xl bg-surface shadow-surface" items={data.rows} step={LIST_STEP}>
        {event => <DeletedEventRow event={event} key={event.id} />}
      </GrowingList>
    </section>
  )
}

function DeletedEventRow({ event }: { event: DeletedEvent }) {
  const restore = useRestoreEvent()
  const serverTime = useServerTime()
  const { id, name, date, invitations, restorableUntil } = event
  const daysLeft = Math.max(1, Math.ceil((Date.parse(restorableUntil) - Date.parse(serverTime())) / DAY_MS))

  async function restoreEvent() {
    try {
      await restore.mutateAsync({ id })
      notify.done(words.restored(name))
    } catch (error) {
      notify.failure(words.restoreFailed, error instanceof Refusal ? error.message : text.generator.noAnswer)
    }
  }

  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 border-separator border-t px-5 py-4 first:border-t-0">
      <span className="min-w-0 grow basis-48">
        <span className="block break-words font-semibold text-base leading-7" dir="auto">
          {name}
        </span>
        <span className="block text-muted text-xs leading-6">
          {formatGregorianDay(date)}
          {' · '}
          {formatCountedNoun(invitations, text.invitationWord)}
        </span>
        <span className="block text-muted text-xs leading-6">{words.daysLeft(formatCountedNoun(daysLeft, text.event.dayWord))}</span>
        <OwnerLine event={event} />
      </span>
      <Button aria-label={words.restoreOf(name)} isPending={restore.isPending} onPress={restoreEvent} variant="outline">
        {words.restore}
      </Button>
    </li>
  )
}
