import { Switch } from '@heroui/react'

type HintedSwitchProps = { label: string; hint: string; isSelected: boolean; onChange: (isSelected: boolean) => void }

/** A switch with a sentence below it that says what it does. */
export function HintedSwitch({ label, hint, isSelected, onChange }: HintedSwitchProps) {
  return (
    <div>
      <Switch aria-description={hint} isSelected={isSelected} onChange={onChange}>
        <Switch.Content>
          <Switch.Control className="ring-1 ring-field-border">
            <Switch.Thumb />
          </Switch.Control>
          {label}
        </Switch.Content>
      </Switch>
      <p className="mt-1 text-muted text-xs">{hint}</p>
    </div>
  )
}
