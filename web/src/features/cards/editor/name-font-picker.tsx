import { TYPEFACE_NAMES, type TypefaceName } from '@hudur/core/cards/look'
import { NAME_TYPEFACES } from '@hudur/core/cards/typefaces'
import { useEffect, useId } from 'react'
import { registerNameFonts } from '../../../cards/card-fonts.ts'
import { text } from '../../../text/ar.ts'

type NameFontPickerProps = { value: TypefaceName; onChange: (face: TypefaceName) => void }

/** Chooses the font of the guest's name. Each option is written in its own font. */
export function NameFontPicker({ value, onChange }: NameFontPickerProps) {
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
