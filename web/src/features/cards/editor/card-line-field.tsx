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
