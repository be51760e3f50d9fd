import { Switch } from '../../../ui/switch.tsx'

type HintedSwitchProps = { label: string; hint: string; isSelected: boolean; onChange: (isSelected: boolean) => void }

export function HintedSwitch({ label, hint, isSelected, onChange }: HintedSwitchProps) {
  return (
    <div>
      <Switch aria-description={hint} isSelected={isSelected} onChange={onChange} trackClass="ring-1 ring-field-border">
        {label}
      </Switch>
      <p className="mt-1 text-muted text-xs">{hint}</p>
    </div>
  )
}
