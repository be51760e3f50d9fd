import { ToggleButton } from 'react-aria-components'
import { text } from '../text/ar.ts'

type HijriSwitchProps = { isHijri: boolean; onChange: (isHijri: boolean) => void; className?: string }

export function HijriSwitch({ isHijri, onChange, className = '' }: HijriSwitchProps) {
  return (
    <ToggleButton
      className={`target after:-top-[14px] after:-bottom-[4px] min-h-7 rounded-md border border-border px-2.5 text-muted text-xs outline-none hover:text-foreground data-selected:border-accent data-selected:bg-accent-soft data-selected:font-medium data-selected:text-accent-soft-foreground data-focus-visible:outline-2 data-focus-visible:outline-focus ${className}`}
      isSelected={isHijri}
      onChange={onChange}
    >
      {text.ui.hijri}
    </ToggleButton>
  )
}
