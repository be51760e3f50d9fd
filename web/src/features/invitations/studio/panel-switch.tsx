import { Switch } from '@heroui/react'
import { text } from '../../../text/ar.ts'

/** Chooses whether a picture carries the panel with the event's texts. */
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
