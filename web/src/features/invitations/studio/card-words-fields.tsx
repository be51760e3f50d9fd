import { type CardLook, FREE_LINES, MAX_FREE_LINE, texts } from '@hudur/core'
import { useState } from 'react'
import { text } from '../../../text/ar.ts'
import { counted } from '../../../text/format.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { Segments } from './segments.tsx'

type WordsProps = {
  look: CardLook
  onChange: (make: (look: CardLook) => CardLook, gesture?: string) => void
  onSettle: () => void
}

const CALENDARS = (['both', 'hijri', 'gregorian'] as const).map(value => ({ value, title: text.studio.calendars[value] }))

/** What a ready design says beside the event's name: the day in which calendars, and three free lines. */
export function CardWordsFields({ look, onChange, onSettle }: WordsProps) {
  return (
    <fieldset className="grid min-w-0 gap-4">
      <legend className="mb-2 font-semibold text-foreground text-sm">{text.studio.words}</legend>
      {look.background.is === 'picture' ? (
        <p className="text-muted text-sm">{text.studio.wordsOnDesigns}</p>
      ) : (
        <>
          <Segments legend={text.studio.day} onChange={day => onChange(now => ({ ...now, day }))} options={CALENDARS} value={look.day} />
          {Array.from({ length: FREE_LINES }, (_, index) => (
            <FreeLine
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place on the card.
              key={index}
              index={index}
              onChange={said => onChange(now => ({ ...now, lines: withLine(now.lines, index, said) }), `line-${index}`)}
              onSettle={onSettle}
              said={look.lines[index] ?? ''}
            />
          ))}
        </>
      )}
    </fieldset>
  )
}

/** Lines keep their places while one before them is empty; empty ones at the end are none. */
function withLine(lines: readonly string[], index: number, said: string): string[] {
  const next = Array.from({ length: FREE_LINES }, (_, at) => (at === index ? said : (lines[at] ?? '')))
  return next.slice(0, next.findLastIndex(line => line !== '') + 1)
}

type FreeLineProps = { index: number; said: string; onChange: (said: string) => void; onSettle: () => void }

function FreeLine({ index, said, onChange, onSettle }: FreeLineProps) {
  const [isCut, setCut] = useState(false)
  const { label, example } = text.studio.lines[index] ?? { label: '', example: '' }
  return (
    <div aria-live="polite">
      <TextField
        autoComplete="off"
        error={isCut ? text.studio.lineCut(counted(MAX_FREE_LINE, texts.letterWord)) : undefined}
        label={label}
        onBlur={onSettle}
        onChange={written => {
          const kept = Array.from(written).slice(0, MAX_FREE_LINE).join('').slice(0, MAX_FREE_LINE)
          setCut(kept !== written)
          onChange(kept)
        }}
        placeholder={example}
        value={said}
      />
    </div>
  )
}
