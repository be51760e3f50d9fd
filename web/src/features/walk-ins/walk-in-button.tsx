import type { CurrentLink } from '@hudur/core/links/contract'
import { UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import type { ChosenEvent } from '../../backend/hooks/use-arrivals.ts'
import { deferredComponent } from '../../loading/deferred.tsx'
import { text } from '../../text/ar.ts'
import { formatCountedNoun } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import type { WalkInDialogProps } from './walk-in-dialog.tsx'

const words = text.walkIns

const WalkInDialog = deferredComponent<WalkInDialogProps>(async () => (await import('./walk-in-dialog.tsx')).WalkInDialog)

type WalkInButtonProps = { place: WalkInDialogProps['place']; note?: string | undefined; isDisabled?: boolean }

/** Opens the form that admits people without a card. */
function WalkInButton({ place, note, isDisabled = false }: WalkInButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="flex flex-wrap items-center gap-x-3 px-4 md:px-0">
      <Button isDisabled={isDisabled} onPress={() => setOpen(true)} variant="outline">
        <UserRoundPlus aria-hidden="true" className="size-5" strokeWidth={1.7} />
        {words.action}
      </Button>
      <span className="text-muted text-sm">{note}</span>
      {isOpen && <WalkInDialog onClose={() => setOpen(false)} place={place} />}
    </div>
  )
}

/** The button of a door, which says how many more people it may admit. */
export function DoorWalkInButton({ link }: { link: Pick<CurrentLink, 'walkIns' | 'walkInsUsed'> }) {
  const remaining = Math.max(0, link.walkIns - link.walkInsUsed)
  const note = remaining > 0 ? words.left(formatCountedNoun(remaining, text.scanner.personWord)) : words.noneLeft
  return <WalkInButton note={note} place={{}} />
}

/** The button of an account, which admits any number of people to the event that is chosen. */
export function AccountWalkInButton({ event, gate }: { event: ChosenEvent | null; gate: string }) {
  // An event without an id exists only on this device, with invitations that wait for their upload.
  const eventId = event?.eventId
  if (event && eventId === undefined) return null
  return (
    <WalkInButton
      isDisabled={eventId === undefined}
      note={eventId === undefined ? words.chooseEvent : undefined}
      place={{ eventId, ...(gate !== '' && { gate }) }}
    />
  )
}
