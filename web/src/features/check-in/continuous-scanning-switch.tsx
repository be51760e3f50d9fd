import { text } from '../../text/ar.ts'
import { Switch } from '../../ui/switch.tsx'

type ContinuousScanningSwitchProps = { isContinuous: boolean; onChange: (isContinuous: boolean) => void }

/** Switches continuous scanning, in which the camera stays open after a code, on and off. */
export function ContinuousScanningSwitch({ isContinuous, onChange }: ContinuousScanningSwitchProps) {
  return (
    <Switch className="min-h-11 text-base text-foreground" isSelected={isContinuous} onChange={onChange}>
      {text.scanner.dialog.continuous}
    </Switch>
  )
}
