import { SHORT_CODE_MODULES } from '@hudur/core/cards/geometry'
import { type CardLook, CODE_SIZE_LIMITS } from '@hudur/core/cards/look'
import { cardSizesOf } from '@hudur/core/cards/parts'
import { MESSENGER_IMAGE_SIDES, type Readability, readabilityOf } from '@hudur/core/cards/readability'
import type { Invitation } from '@hudur/core/invitations/invitation'
import { qrModulesForSize } from '../../../cards/draw-code.ts'
import { text } from '../../../text/ar.ts'
import { formatWholeNumber } from '../../../text/format.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Numeric } from '../../../ui/numeric.tsx'
import { HintedSwitch } from './hinted-switch.tsx'
import { SizeSlider } from './sliders.tsx'

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
      <HintedSwitch
        hint={text.studio.shortCodeHint}
        isSelected={look.code.holds === 'short'}
        label={text.studio.shortCode}
        onChange={isShort => onChange({ holds: isShort ? 'short' : 'full' })}
      />
      <ReadabilityLine fullest={fullest} look={look} />
    </>
  )
}

const readabilityTones = { easy: 'success', near: 'quiet', doubtful: 'warning' } as const

type MessengerName = keyof typeof MESSENGER_IMAGE_SIDES

/** Shows whether the QR code of `fullest`, which has the longest code text, stays readable after messengers have shrunk the card image. */
function ReadabilityLine({ look, fullest }: { look: CardLook; fullest: Invitation }) {
  const { code: side } = cardSizesOf(look)
  const modules = qrModulesForSize(fullest, side, look.code.holds).length
  const readabilityAfter = (messenger: MessengerName): Readability =>
    readabilityOf({ modules, side, longSide: MESSENGER_IMAGE_SIDES[messenger] })
  const isShortened = look.code.holds === 'full' && modules === SHORT_CODE_MODULES
  return (
    <Notice tone={readabilityTones[readabilityAfter('others')]}>
      <p className="font-medium">{text.studio.readable[readabilityAfter('others')]}</p>
      {isShortened && <p>{text.studio.tooFine}</p>}
      <ul className="mt-1 grid gap-0.5 text-xs">
        {(Object.keys(MESSENGER_IMAGE_SIDES) as MessengerName[]).map(messenger => (
          <li className="flex flex-wrap justify-between gap-x-3" key={messenger}>
            <span>
              {text.studio.messengers[messenger]}{' '}
              <Numeric>{text.studio.pixels(formatWholeNumber(MESSENGER_IMAGE_SIDES[messenger]))}</Numeric>
            </span>
            <span>{text.studio.readableShort[readabilityAfter(messenger)]}</span>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
