import { MAX_CARD_LINE_LENGTH } from '@hudur/core/cards/look'
import * as texts from '@hudur/core/texts'
import { useState } from 'react'
import { text } from '../../../text/ar.ts'
import { formatCountedNoun } from '../../../text/format.ts'
import { TextField } from '../../../ui/text-field.tsx'

type CardLineFieldProps = {
  label: string
  example: string
  lineText: string
  onChange: (written: string) => void
  onGestureEnd?: (() => void) | undefined
}

export function CardLineField({ label, example, lineText, onChange, onGestureEnd = () => undefined }: CardLineFieldProps) {
  const [isTextCut, setTextCut] = useState(false)
  return (
    <div aria-live="polite">
      <TextField
        autoComplete="off"
        error={isTextCut ? text.studio.lineCut(formatCountedNoun(MAX_CARD_LINE_LENGTH, texts.letterWord)) : undefined}
        label={label}
        onBlur={onGestureEnd}
        onChange={written => {
          const shortenedText = Array.from(written).slice(0, MAX_CARD_LINE_LENGTH).join('').slice(0, MAX_CARD_LINE_LENGTH)
          setTextCut(shortenedText !== written)
          onChange(shortenedText)
        }}
        placeholder={example}
        value={lineText}
      />
    </div>
  )
}

type TimeAndPlaceFieldsProps = {
  time: string
  place: string
  onChange: (change: { time: string } | { place: string }) => void
  onGestureEnd?: (() => void) | undefined
}

/** Edits time and location of the event: two lines of text below the day on every card. */
export function TimeAndPlaceFields({ time, place, onChange, onGestureEnd }: TimeAndPlaceFieldsProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <CardLineField
        example={text.studio.time.example}
        label={text.studio.time.label}
        onChange={written => onChange({ time: written })}
        onGestureEnd={onGestureEnd}
        lineText={time}
      />
      <CardLineField
        example={text.studio.place.example}
        label={text.studio.place.label}
        onChange={written => onChange({ place: written })}
        onGestureEnd={onGestureEnd}
        lineText={place}
      />
    </div>
  )
}
