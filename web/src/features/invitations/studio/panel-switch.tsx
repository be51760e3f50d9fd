import { Switch } from '@heroui/react'
import { text } from '../../../text/ar.ts'

/** Switches the panel behind the event's texts on an uploaded background image on and off. */
export function PanelSwitch({ isSelected, onChange }: { isSelected: boolean; onChange: (isSelected: boolean) => void }) {
  return (
    <div>
      <Switch aria-description={text.studio.panelHint} isSelected={isSelected} onChange={onChange}>
        <Switch.Content>
          <Switch.Control className="ring-1 ring-field-border">
            <Switch.Thumb />
          </Switch.Control>
          {text.studio.parts.panel}
        </Switch.Content>
      </Switch>
      <p className="mt-1 text-muted text-xs">{text.studio.panelHint}</p>
    </div>
  )
}
