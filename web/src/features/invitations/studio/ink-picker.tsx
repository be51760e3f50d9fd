import { contrast, LEAST_CONTRAST } from '@hudur/core'
import { Palette } from 'lucide-react'
import { useId } from 'react'
import { text } from '../../../text/ar.ts'
import { Notice } from '../../../ui/notice.tsx'

/** The text colours of the templates. Only those with enough contrast on the card's background are offered. */
const INKS = {
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
type InkName = keyof typeof INKS

type InkPickerProps = {
  /** The chosen text colour; null for the background's default. */
  value: string | null
  /** The background's default text colour, and the colour behind the text. */
  own: { ink: string; ground: string }
  onChange: (ink: string | null, gesture?: string) => void
  onSettle: () => void
}

/** Chooses the colour of the guest's name: the background's default, one of the readable template colours, or any colour. */
export function InkPicker({ value, own, onChange, onSettle }: InkPickerProps) {
  const group = useId()
  const readableInks = (Object.keys(INKS) as InkName[]).filter(
    name => INKS[name] !== own.ink && contrast(INKS[name], own.ground) >= LEAST_CONTRAST,
  )
  const options = [
    { ink: null, title: text.studio.ownInk },
    ...readableInks.map(name => ({ ink: INKS[name], title: text.studio.inks[name] })),
  ]
  const isOther = !options.some(({ ink }) => ink === value)
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
        <label className="group relative size-11 cursor-pointer" data-chosen={isOther || undefined} title={text.studio.otherInk}>
          <input
            aria-label={text.studio.otherInk}
            className="absolute inset-0 z-10 size-full cursor-pointer opacity-0"
            onBlur={onSettle}
            onChange={event => onChange(event.target.value, 'ink')}
            type="color"
            value={currentInk}
          />
          {isOther ? (
            <Swatch ink={currentInk} />
          ) : (
            <span className="grid size-full place-items-center rounded-md border border-field-border border-dashed group-has-focus-visible:outline-2 group-has-focus-visible:outline-focus group-has-focus-visible:outline-offset-2">
              <Palette aria-hidden="true" className="size-5 text-muted" strokeWidth={1.6} />
            </span>
          )}
        </label>
      </div>
      <div className="mt-2 empty:hidden">
        {contrast(currentInk, own.ground) < LEAST_CONTRAST && <Notice tone="warning">{text.studio.faintInk}</Notice>}
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
