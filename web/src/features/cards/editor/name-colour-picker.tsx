import { contrastRatio, MIN_TEXT_CONTRAST } from '@hudur/core/cards/readability'
import { Palette } from 'lucide-react'
import { useId } from 'react'
import { text } from '../../../text/ar.ts'
import { Notice } from '../../../ui/notice.tsx'

/** The text colours of the templates. Only those with enough contrast on the card's background are offered. */
const TEXT_COLOURS = {
  charcoal: '#1b231f',
  green: '#0f4a38',
  navy: '#1d2b40',
  wine: '#5b2233',
  walnut: '#5a2f14',
  bronze: '#6d5118',
  white: '#ffffff',
  ivory: '#f6efdd',
  rose: '#f6ddd2',
  gold: '#e4cc94',
  silver: '#c9d4ea',
} as const
type TextColourName = keyof typeof TEXT_COLOURS

type NameColourPickerProps = {
  /** The chosen text colour; null for the background's default. */
  value: string | null
  /** The background's default text colour, and the colour behind the text. */
  own: { ink: string; ground: string }
  onChange: (ink: string | null, gesture?: string) => void
  onGestureEnd: () => void
}

/** Chooses the colour of the guest's name: the background's default, one of the readable template colours, or any colour. */
export function NameColourPicker({ value, own, onChange, onGestureEnd }: NameColourPickerProps) {
  const group = useId()
  const readableInks = (Object.keys(TEXT_COLOURS) as TextColourName[]).filter(
    name => TEXT_COLOURS[name] !== own.ink && contrastRatio(TEXT_COLOURS[name], own.ground) >= MIN_TEXT_CONTRAST,
  )
  const options = [
    { ink: null, title: text.studio.ownInk },
    ...readableInks.map(name => ({ ink: TEXT_COLOURS[name], title: text.studio.inks[name] })),
  ]
  const isCustomInk = !options.some(({ ink }) => ink === value)
  const currentInk = value ?? own.ink
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-foreground text-sm">{text.studio.ink}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map(({ ink, title }) => (
          <label className="group relative size-11 cursor-pointer" key={title} title={title}>
            <input
              aria-label={title}
              checked={value === ink}
              className="absolute inset-0 z-10 cursor-pointer opacity-0"
              name={group}
              onChange={() => onChange(ink)}
              type="radio"
            />
            <Swatch ink={ink ?? own.ink} />
          </label>
        ))}
        <label className="group relative size-11 cursor-pointer" data-chosen={isCustomInk || undefined} title={text.studio.otherInk}>
          <input
            aria-label={text.studio.otherInk}
            className="absolute inset-0 z-10 size-full cursor-pointer opacity-0"
            onBlur={onGestureEnd}
            onChange={event => onChange(event.target.value, 'ink')}
            type="color"
            value={currentInk}
          />
          {isCustomInk ? (
            <Swatch ink={currentInk} />
          ) : (
            <span className="grid size-full place-items-center rounded-md border border-field-border border-dashed group-has-focus-visible:outline-2 group-has-focus-visible:outline-focus group-has-focus-visible:outline-offset-2">
              <Palette aria-hidden="true" className="size-5 text-muted" strokeWidth={1.6} />
            </span>
          )}
        </label>
      </div>
      <div className="mt-2 empty:hidden">
        {contrastRatio(currentInk, own.ground) < MIN_TEXT_CONTRAST && <Notice tone="warning">{text.studio.faintInk}</Notice>}
      </div>
    </fieldset>
  )
}

function Swatch({ ink }: { ink: string }) {
  return (
    <span
      aria-hidden="true"
      className="block size-full rounded-md border border-field-border outline-2 outline-transparent outline-offset-2 group-has-checked:outline-accent group-has-focus-visible:outline-focus group-has-focus-visible:outline-dashed group-data-chosen:outline-accent"
      style={{ background: ink }}
    />
  )
}
