import { ALIGNMENTS, type CardLook, NAME_SIZE_LIMITS, TYPEFACE_NAMES, type TypefaceName } from '@hudur/core/cards/look'
import { cardSizesOf } from '@hudur/core/cards/parts'
import { nameColours } from '@hudur/core/cards/template'
import { NAME_TYPEFACES } from '@hudur/core/cards/typefaces'
import { useEffect, useId } from 'react'
import { registerNameFonts } from '../../../cards/card-fonts.ts'
import { templateOf } from '../../../cards/templates.ts'
import { text } from '../../../text/ar.ts'
import { NameColourPicker } from './name-colour-picker.tsx'
import { SegmentedChoice } from './segments.tsx'
import { SizeSlider } from './sliders.tsx'

type NameStyleFieldsProps = {
  look: CardLook
  onChange: (name: Partial<CardLook['name']>, gesture?: string) => void
  onGestureEnd: () => void
}

/** The alignments in the order in which an Arabic row shows them, from right to left. */
const ALIGNMENT_OPTIONS = [...ALIGNMENTS].reverse().map(value => ({ value, title: text.studio.sides[value] }))

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

type NameFontPickerProps = { value: TypefaceName; onChange: (face: TypefaceName) => void }

function NameFontPicker({ value, onChange }: NameFontPickerProps) {
  const group = useId()
  useEffect(registerNameFonts, [])
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-foreground text-sm">{text.studio.face}</legend>
      <div className="grid grid-cols-3 gap-2">
        {TYPEFACE_NAMES.map(face => {
          const { family, weight } = NAME_TYPEFACES[face]
          return (
            <label
              className="relative grid min-h-12 cursor-pointer place-items-center overflow-hidden rounded-md border border-border px-1 text-center text-foreground text-lg leading-normal has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent-soft-foreground has-focus-visible:outline-2 has-focus-visible:outline-focus"
              key={face}
            >
              <input
                checked={value === face}
                className="absolute inset-0 cursor-pointer opacity-0"
                name={group}
                onChange={() => onChange(face)}
                type="radio"
                value={face}
              />
              <span style={{ fontFamily: `"${family}"`, fontWeight: weight }}>{text.studio.faces[face]}</span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
