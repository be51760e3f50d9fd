import { Switch } from '@heroui/react'
import { text } from '../../text/ar.ts'

type GoesOnSwitchProps = { goesOn: boolean; onChange: (goesOn: boolean) => void }

/** Switches continuous scanning, in which the camera stays open after a code, on and off. */
export function ContinuousScanningSwitch({ goesOn, onChange }: GoesOnSwitchProps) {
  return (
    <Switch isSelected={goesOn} onChange={onChange}>
      <Switch.Content className="min-h-11 text-base text-foreground">
        <Switch.Control>
          <Switch.Thumb />
        </Switch.Control>
        {text.scanner.dialog.goesOn}
      </Switch.Content>
    </Switch>
  )
}
