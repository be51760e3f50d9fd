import { X } from 'lucide-react'
import { text } from '../../text/ar.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Switch } from '../../ui/switch.tsx'

type ContinuousScanningSwitchProps = { isContinuous: boolean; onChange: (isContinuous: boolean) => void }

export function ContinuousScanningSwitch({ isContinuous, onChange }: ContinuousScanningSwitchProps) {
  return (
    <Switch className="min-h-11 text-base text-foreground" isSelected={isContinuous} onChange={onChange}>
      {text.scanner.dialog.continuous}
    </Switch>
  )
}

const words = text.scanner.offer

type ContinuousScanningOfferProps = { onAccept: () => void; onDecline: () => void }

/** Offers continuous scanning: the camera stays open and reads the codes of one guest after another. */
export function ContinuousScanningOffer({ onAccept, onDecline }: ContinuousScanningOfferProps) {
  return (
    <div className="order-2 flex flex-wrap items-center gap-2 px-4 pb-3 text-sm md:px-0 lg:z-10 lg:col-start-1 lg:row-start-1 lg:self-end lg:px-5 lg:pb-[calc(3.25rem+1.75rem)] lg:text-grove-foreground">
      <p className="min-w-0 grow basis-[6.5rem] leading-snug">{words.line}</p>
      <Button className="shrink-0 px-3 lg:border-transparent lg:bg-grove-foreground lg:text-grove" onPress={onAccept} variant="outline">
        {words.take}
      </Button>
      <IconButton className="shrink-0 lg:text-grove-foreground lg:hover:text-grove" label={words.leave} onPress={onDecline} variant="ghost">
        <X aria-hidden="true" className="size-5" strokeWidth={1.7} />
      </IconButton>
    </div>
  )
}
