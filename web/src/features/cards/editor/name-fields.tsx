import { ALIGNMENTS, type CardLook, NAME_SIZE_LIMITS } from '@hudur/core/cards/look'
import { cardSizesOf } from '@hudur/core/cards/parts'
import { nameColours } from '@hudur/core/cards/template'
import { templateOf } from '../../../cards/templates.ts'
import { text } from '../../../text/ar.ts'
import { NameColourPicker } from './name-colour-picker.tsx'
import { NameFontPicker } from './name-font-picker.tsx'
import { SegmentedChoice } from './segments.tsx'
import { SizeSlider } from './size-slider.tsx'

type NameStyleFieldsProps = {
  look: CardLook
  onChange: (name: Partial<CardLook['name']>, gesture?: string) => void
  onGestureEnd: () => void
}

/** The alignments in the order in which an Arabic row shows them, from right to left. */
const ALIGNMENT_OPTIONS = [...ALIGNMENTS].reverse().map(value => ({ value, title: text.studio.sides[value] }))

/** Edits size, font, colour and alignment of the guest's name. */
export function NameStyleFields({ look, onChange, onGestureEnd }: NameStyleFieldsProps) {
  const { name } = look
  return (
    <>
      <div>
        <SizeSlider
          onChange={size => onChange({ size }, 'name-size')}
          onGestureEnd={onGestureEnd}
          range={NAME_SIZE_LIMITS}
          title={text.studio.nameSize}
          value={cardSizesOf(look).nameLetters}
        />
        <p className="mt-1 text-muted text-xs">{text.studio.nameSizeHint}</p>
      </div>
      <NameFontPicker onChange={face => onChange({ face })} value={name.face ?? 'amiri'} />
      <NameColourPicker
        onChange={(ink, gesture) => onChange({ ink }, gesture)}
        onGestureEnd={onGestureEnd}
        own={nameColours(templateOf(look))}
        value={name.ink}
      />
      <SegmentedChoice legend={text.studio.align} onChange={align => onChange({ align })} options={ALIGNMENT_OPTIONS} value={name.align} />
    </>
  )
}
