import { MAX_CARD_LINE, texts } from '@hudur/core'
import { useState } from 'react'
import { text } from '../../../text/ar.ts'
import { counted } from '../../../text/format.ts'
import { TextField } from '../../../ui/text-field.tsx'

type CardLineFieldProps = {
  label: string
  example: string
  said: string
  onChange: (said: string) => void
  onSettle?: (() => void) | undefined
}

/** Edits one line of text on the card. Text beyond the maximum length is cut off, and the field reports it. */
export function CardLineField({ label, example, said, onChange, onSettle = () => undefined }: CardLineFieldProps) {
  const [isCut, setCut] = useState(false)
  return (
    <div aria-live="polite">
      <TextField
        autoComplete="off"
        error={isCut ? text.studio.lineCut(counted(MAX_CARD_LINE, texts.letterWord)) : undefined}
        label={label}
        onBlur={onSettle}
        onChange={written => {
          const kept = Array.from(written).slice(0, MAX_CARD_LINE).join('').slice(0, MAX_CARD_LINE)
          setCut(kept !== written)
          onChange(kept)
        }}
        placeholder={example}
        value={said}
      />
    </div>
  )
}

type WhenAndWhereProps = {
  time: string
  place: string
  onChange: (change: { time: string } | { place: string }) => void
  onSettle?: (() => void) | undefined
}

/** Edits time and location of the event: two lines of text below the day on every card. */
export function WhenAndWhere({ time, place, onChange, onSettle }: WhenAndWhereProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <CardLineField
        example={text.studio.time.example}
        label={text.studio.time.label}
        onChange={said => onChange({ time: said })}
        onSettle={onSettle}
        said={time}
      />
      <CardLineField
        example={text.studio.place.example}
        label={text.studio.place.label}
        onChange={said => onChange({ place: said })}
        onSettle={onSettle}
        said={place}
      />
    </div>
  )
}
