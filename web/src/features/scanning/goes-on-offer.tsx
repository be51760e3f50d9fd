import { X } from 'lucide-react'
import { text } from '../../text/ar.ts'
import { Button, IconButton } from '../../ui/button.tsx'

const words = text.scanner.offer

type GoesOnOfferProps = { onTake: () => void; onLeave: () => void }

/** A line that offers to let the camera go on from guest to guest. */
export function GoesOnOffer({ onTake, onLeave }: GoesOnOfferProps) {
  return (
    <div className="flex items-center gap-2 text-sm lg:text-grove-foreground">
      <p className="min-w-0 grow leading-snug">{words.line}</p>
      <Button className="shrink-0 px-3 lg:border-transparent lg:bg-grove-foreground lg:text-grove" onPress={onTake} variant="outline">
        {words.take}
      </Button>
      <IconButton className="shrink-0 lg:text-grove-foreground lg:hover:text-grove" label={words.leave} onPress={onLeave} variant="ghost">
        <X aria-hidden="true" className="size-5" strokeWidth={1.7} />
      </IconButton>
    </div>
  )
}
