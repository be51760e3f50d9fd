import { MAX_NAME, texts } from '@hudur/core'
import { text } from '../../../text/ar.ts'
import { counted, wholeNumber } from '../../../text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckboxField } from '../../../ui/checkbox-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { Assessment } from './assess-table.ts'

const words = text.guests
const SHOWN_ROWS = 12
const SHOWN_GUESTS = 5

const listed = (shown: string[], all: number) =>
  [...shown, ...(all > shown.length ? [words.moreRows(wholeNumber(all - shown.length))] : [])].join('، ')

const rowNumbers = (rows: number[]) => words.rows(listed(rows.slice(0, SHOWN_ROWS).map(wholeNumber), rows.length), rows.length)

type FindingsProps = {
  assessment: Assessment
  keepsRepeated: boolean
  onKeepsRepeated: (keeps: boolean) => void
  onPutBack: () => void
}

/** What is odd about a list, each oddity with the numbers of its rows. */
export function ImportFindings({ assessment, keepsRepeated, onKeepsRepeated, onPutBack }: FindingsProps) {
  const { empty, nameless, tooLong, leftOut, repeated } = assessment
  const left = [
    { says: words.nameless, rows: nameless },
    { says: words.tooLong(counted(MAX_NAME, texts.letterWord)), rows: tooLong },
    { says: words.empty, rows: empty },
  ].filter(({ rows }) => rows.length > 0)
  return (
    <>
      {left.map(({ says, rows }) => (
        <Notice key={says} tone={rows === empty ? 'quiet' : 'warning'}>
          <p className="font-medium">{says}</p>
          <p>{rowNumbers(rows)}</p>
        </Notice>
      ))}
      {repeated.length > 0 && (
        <Notice tone="warning">
          <p className="font-medium">{words.repeated}</p>
          <p>
            {listed(
              repeated.slice(0, SHOWN_GUESTS).map(({ name, rows }) => words.repeatedGuest(name, rowNumbers(rows))),
              repeated.length,
            )}
          </p>
          <CheckboxField isSelected={keepsRepeated} label={words.keepRepeated} onChange={onKeepsRepeated} />
        </Notice>
      )}
      {leftOut.length > 0 && (
        <Notice
          action={
            <Button onPress={onPutBack} size="sm" variant="outline">
              {words.putBack}
            </Button>
          }
          tone="quiet"
        >
          <p className="font-medium">{words.leftOut}</p>
          <p>{rowNumbers(leftOut)}</p>
        </Notice>
      )}
    </>
  )
}
