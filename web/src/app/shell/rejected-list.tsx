import { shownTextOf } from '@hudur/core/check-in/card-text'
import { isPendingCreation, type RejectedEntry } from '../../backend/hooks/use-device.ts'
import { saveFile } from '../../device/download.ts'
import { text } from '../../text/ar.ts'
import { formatCountedNoun, formatTimeAndDay } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'

const words = text.device.rejected

/** Renders the list «لم يُرسل» of the entries that the server rejected, each with the reason. A button saves the list as a file. */
export function RejectedEntryList({ rejected }: { rejected: readonly RejectedEntry[] }) {
  const saveRejectedEntries = () => saveFile(new Blob([JSON.stringify(rejected, null, 2)], { type: 'application/json' }), words.fileName)
  return (
    <section>
      <h3 className="font-semibold">{words.title}</h3>
      <p className="mt-1 text-muted text-sm">{words.lead}</p>
      <ul className="mt-2 divide-y divide-separator border-separator border-y">
        {rejected.map(entry => (
          <li className="py-2.5 text-sm" key={entry.idempotencyKey}>
            <p className="break-words font-medium" dir="auto">
              {describeEntry(entry)}
            </p>
            <p className="text-muted">
              {formatTimeAndDay(entry.at, new Date())} · {entry.refusal?.text}
            </p>
            {isPendingCreation(entry) && <PendingGuests guests={entry.input.invitations} />}
          </li>
        ))}
      </ul>
      <Button className="mt-3" onPress={saveRejectedEntries} variant="outline">
        {words.save}
      </Button>
    </section>
  )
}

type PendingInvitations = Extract<RejectedEntry, { operation: 'create' }>['input']['invitations']

/** Renders the guests of a rejected entry, whose invitations are stored on this device only. */
function PendingGuests({ guests }: { guests: PendingInvitations }) {
  return (
    <details className="mt-2">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2">
        <Chip tone="waiting">{text.data.pending}</Chip>
        {words.guests}
      </summary>
      <ul className="mt-1 max-h-60 list-disc overflow-y-auto ps-6">
        {guests.map(({ id, guestName }) => (
          <li className="break-words" dir="auto" key={id}>
            {guestName || text.scanner.anyGuest}
          </li>
        ))}
      </ul>
    </details>
  )
}

function describeEntry({ operation, input }: RejectedEntry) {
  if (operation === 'check') return words.admission(shownTextOf(input.qr_code, 'typed'))
  if (operation === 'undo') return words.undo(shownTextOf(input.qr_code, 'typed'))
  if (operation === 'walkIn') return words.walkIn(input.name || words.unnamed, formatCountedNoun(input.people, text.generator.admitWord))
  const [first] = input.invitations
  return words.create(formatCountedNoun(input.invitations.length, text.generator.invitationWord), first?.eventName ?? '')
}
