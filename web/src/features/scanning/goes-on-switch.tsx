import { text } from '../../text/ar.ts'
import { Switch } from '../../ui/switch.tsx'

type GoesOnSwitchProps = { goesOn: boolean; onChange: (goesOn: boolean) => void }

/** Switches continuous scanning, in which the camera stays open after a code, on and off. */
export function ContinuousScanningSwitch({ goesOn, onChange }: GoesOnSwitchProps) {
  return (
    <Switch className="min-h-11 text-base text-foreground" isSelected={goesOn} onChange={onChange}>
      {text.scanner.dialog.goesOn}
    </Switch>
  )
}
