import { type CardLook, CODE_SIZE_LIMITS } from '@hudur/core/cards/look'
import { cardSizesOf } from '@hudur/core/cards/parts'
import type { Invitation } from '@hudur/core/invitations/invitation'
import { text } from '../../../text/ar.ts'
import { Switch } from '../../../ui/switch.tsx'
import { ReadabilityLine } from './readability-line.tsx'
import { SizeSlider } from './size-slider.tsx'

type CodeFieldsProps = {
  look: CardLook
  /** The invitation with the longest code text. */
  fullest: Invitation
  onChange: (code: Partial<CardLook['code']>, gesture?: string) => void
  onGestureEnd: () => void
}

/** Edits size and content of the QR code, and shows whether scanners will be able to read it. */
export function CodeFields({ look, fullest, onChange, onGestureEnd }: CodeFieldsProps) {
  return (
    <>
      <SizeSlider
        onChange={size => onChange({ size }, 'code-size')}
        onGestureEnd={onGestureEnd}
        range={CODE_SIZE_LIMITS}
        title={text.studio.codeSize}
        value={cardSizesOf(look).code}
      />
      <div>
        <Switch
          aria-description={text.studio.shortCodeHint}
          isSelected={look.code.holds === 'short'}
          onChange={isShort => onChange({ holds: isShort ? 'short' : 'full' })}
          trackClass="ring-1 ring-field-border"
        >
          {text.studio.shortCode}
        </Switch>
        <p className="mt-1 text-muted text-xs">{text.studio.shortCodeHint}</p>
      </div>
      <ReadabilityLine fullest={fullest} look={look} />
    </>
  )
}
