import { useState } from 'react'
import { eventKeyOf, findEventByKey } from '../../backend/hooks/event-keys.ts'
import { useInvitationStats, useValidInvitations } from '../../backend/hooks/use-invitations.ts'
import { useSignedInUser } from '../../backend/hooks/use-session.ts'
import { text } from '../../text/ar.ts'
import { formatCountedNoun, formatWholeNumber } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { ComboField } from '../../ui/combo-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { EventOfList } from '../guest-lists/read-existing-guests.ts'
import type { ImportSource } from '../guest-lists/use-import.ts'
import { eventOptions } from '../invitations/event-options.tsx'
import { EARLIER_GUESTS, type EarlierGuests, filterEarlierGuests, guestsAsTable, sidesOf } from './earlier-guests.ts'

const words = text.earlierEvent

export type EarlierEventDialogProps = {
  /** The event for which guests are added. It is not offered. */
  event: EventOfList
  onChoose: (source: ImportSource) => void
  onClose: () => void
}

/** Renders the dialog that takes guests of another event of the same owner. Their list is then reviewed like an imported one. */
export function EarlierEventDialog({ event, onChoose, onClose }: EarlierEventDialogProps) {
  const user = useSignedInUser()
  const stats = useInvitationStats()
  const [key, setKey] = useState('')
  const owner = event.owner || user.id
  const events = (stats.data?.events ?? []).filter(
    ({ eventId, eventName, eventDate, userId }) =>
      eventId !== null &&
      userId === owner &&
      (event.eventId ? eventId !== event.eventId : eventName !== event.eventName.trim() || eventDate !== event.eventDate),
  )
  const chosen = findEventByKey(events, key)
  return (
    <Dialog isOpen onOpenChange={onClose} title={words.title}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 p-1 text-foreground">
        <LoadFailure query={stats}>{words.eventsFailed}</LoadFailure>
        {!stats.data && !stats.isError && <Skeleton className="h-16 w-full" />}
        {stats.data && (
          <ComboField
            label={text.data.columns.event}
            nothing={words.noEvents}
            onChange={setKey}
            options={eventOptions(events)}
            placeholder={text.ui.choose}
            value={chosen ? eventKeyOf(chosen) : ''}
          />
        )}
        {chosen?.eventId && (
          <GuestsOfEvent
            eventId={chosen.eventId}
            key={chosen.eventId}
            onTake={list => onChoose({ name: words.source(chosen.eventName), from: list })}
          />
        )}
      </div>
    </Dialog>
  )
}

/** Renders the filters and the number of the guests. `onTake` receives them as a table. */
function GuestsOfEvent({ eventId, onTake }: { eventId: string; onTake: (list: string) => void }) {
  const invitations = useValidInvitations(eventId)
  const [group, setGroup] = useState<EarlierGuests>('all')
  const [side, setSide] = useState('')
  if (!invitations.data)
    return invitations.isError ? <LoadFailure query={invitations}>{words.guestsFailed}</LoadFailure> : <Skeleton className="h-32 w-full" />
  const all = filterEarlierGuests(invitations.data, 'all', '')
  const sides = sidesOf(all)
  const chosen = filterEarlierGuests(all, group, side)
  return (
    <>
      <SelectField
        label={words.group}
        onChange={id => setGroup(EARLIER_GUESTS.find(one => one === id) ?? 'all')}
        options={EARLIER_GUESTS.map(id => ({
          id,
          label: words.groups[id],
          note: formatWholeNumber(filterEarlierGuests(all, id, side).length),
        }))}
        value={group}
      />
      {sides.length > 0 && (
        <SelectField
          label={text.guestFields.side.label}
          onChange={id => setSide(sides[Number(id)] ?? '')}
          options={[{ id: 'all', label: words.everySide }, ...sides.map((label, index) => ({ id: String(index), label }))]}
          value={side === '' ? 'all' : String(sides.indexOf(side))}
        />
      )}
      <p className="text-sm" role="status">
        {words.count(formatCountedNoun(chosen.length, text.guests.guestWord), formatWholeNumber(all.length))}
      </p>
      <Button fullWidth isDisabled={chosen.length === 0} onPress={() => onTake(guestsAsTable(chosen))} size="lg">
        {text.guests.title}
      </Button>
    </>
  )
}
