import type { TrailSubject } from '@hudur/core/trail/contract'
import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import { useIsOffline } from '../../backend/hooks/use-connection.ts'
import { text } from '../../text/ar.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { deferredDialog } from '../../ui/deferred-dialog.tsx'

const TrailDialog = deferredDialog(async () => (await import('./trail-dialog.tsx')).TrailDialog)

type TrailButtonProps = {
  about: TrailSubject
  id: string
  /** What the trail is about, where several buttons stand on a screen: the button is then an icon with this description. */
  description?: string
  className?: string
}

/** Renders a button that opens who changed what of an invitation, an event, a user, a link or an order. A device without a server has no trail. */
export function TrailButton({ about, id, description, className = '' }: TrailButtonProps) {
  const isOffline = useIsOffline()
  const [isOpen, setOpen] = useState(false)
  const icon = <ScrollText aria-hidden="true" className="size-4" strokeWidth={1.7} />
  const press = { className, isDisabled: isOffline, onPress: () => setOpen(true), size: 'sm' } as const
  return (
    <>
      {description === undefined ? (
        <Button {...press} variant="ghost">
          {icon}
          {text.trailTitle}
        </Button>
      ) : (
        <IconButton {...press} label={text.trailOf(description)}>
          {icon}
        </IconButton>
      )}
      {isOpen && <TrailDialog about={about} id={id} isOpen onOpenChange={setOpen} title={text.trailTitle} />}
    </>
  )
}
