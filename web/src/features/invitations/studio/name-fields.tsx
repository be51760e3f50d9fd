import { ALIGNMENTS, type CardLook, NAME_SIZE_LIMITS, nameColours, sizesOf } from '@hudur/core'
import { templateOf } from '../../../cards/templates.ts'
import { text } from '../../../text/ar.ts'
import { FacePicker } from './face-picker.tsx'
import { InkPicker } from './ink-picker.tsx'
import { Segments } from './segments.tsx'
import { SizeSlider } from './size-slider.tsx'

type NameFieldsProps = {
  look: CardLook
  onChange: (name: Partial<CardLook['name']>, gesture?: string) => void
  onGestureEnd: () => void
}

/** The alignments in the order in which an Arabic row shows them, from right to left. */
const ALIGNMENT_OPTIONS = [...ALIGNMENTS].reverse().map(value => ({ value, title: text.studio.sides[value] }))

/** Edits size, font, colour and alignment of the guest's name. */
export function NameFields({ look, onChange, onGestureEnd }: NameFieldsProps) {
  const { name } = look
  return (
    <>
      <div>
        <SizeSlider
          onChange={size => onChange({ size }, 'name-size')}
          onGestureEnd={onGestureEnd}
          range={NAME_SIZE_LIMITS}
          title={text.studio.nameSize}
          value={sizesOf(look).nameLetters}
        />
        <p className="mt-1 text-muted text-xs">{text.studio.nameSizeHint}</p>
      </div>
      <FacePicker onChange={face => onChange({ face })} value={name.face ?? 'amiri'} />
      <InkPicker
        onChange={(ink, gesture) => onChange({ ink }, gesture)}
        onGestureEnd={onGestureEnd}
        own={nameColours(templateOf(look))}
        value={name.ink}
      />
      <Segments legend={text.studio.align} onChange={align => onChange({ align })} options={ALIGNMENT_OPTIONS} value={name.align} />
    </>
  )
}
