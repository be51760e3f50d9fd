import { type CardLook, MAX_FREE_LINES } from '@hudur/core/cards/look'
import { text } from '../../../text/ar.ts'
import { CardLineField } from './card-line-field.tsx'
import { HintedSwitch } from './hinted-switch.tsx'
import { SegmentedChoice } from './segments.tsx'

type CardWordsFieldsProps = {
  look: CardLook
  onChange: (make: (look: CardLook) => CardLook, gesture?: string) => void
  onGestureEnd: () => void
}

const CALENDAR_OPTIONS = (['both', 'hijri', 'gregorian'] as const).map(value => ({ value, title: text.studio.calendars[value] }))

/**
 * Edits the texts of a card, except those that come from the event. For a background image without a text panel, it has only the switch for
 * the table.
 */
export function CardWordsFields({ look, onChange, onGestureEnd }: CardWordsFieldsProps) {
  return (
    <fieldset className="grid min-w-0 gap-4">
      <legend className="mb-2 font-semibold text-foreground text-sm">{text.studio.words}</legend>
      <HintedSwitch
        hint={text.studio.showsTableHint}
        isSelected={look.table}
        label={text.studio.showsTable}
        onChange={table => onChange(now => ({ ...now, table }))}
      />
      {look.background.is === 'picture' && !look.panel ? (
        <p className="text-muted text-sm">{text.studio.wordsOnPanel}</p>
      ) : (
        <>
          <SegmentedChoice
            legend={text.studio.day}
            onChange={day => onChange(now => ({ ...now, day }))}
            options={CALENDAR_OPTIONS}
            value={look.day}
          />
          <p className="text-muted text-sm">{text.studio.timeAndPlaceHint}</p>
          {text.studio.lines.slice(0, MAX_FREE_LINES).map((line, index) => (
            <CardLineField
              key={line.label}
              {...line}
              onChange={lineText => onChange(now => ({ ...now, lines: replaceLine(now.lines, index, lineText) }), `line-${index}`)}
              onGestureEnd={onGestureEnd}
              lineText={look.lines[index] ?? ''}
            />
          ))}
        </>
      )}
    </fieldset>
  )
}

/** Returns the free lines with the line at `index` replaced by `lineText`. Empty lines at the end are removed, other empty lines stay. */
function replaceLine(lines: readonly string[], index: number, lineText: string): string[] {
  const newLines = Array.from({ length: MAX_FREE_LINES }, (_, at) => (at === index ? lineText : (lines[at] ?? '')))
  return newLines.slice(0, newLines.findLastIndex(line => line !== '') + 1)
}
