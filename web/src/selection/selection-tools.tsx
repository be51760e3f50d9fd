import type { CountedWord } from '@hudur/core/counted'
import { useMutation } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { readAllPages } from '../backend/hooks/read-pages.ts'
import { text } from '../text/ar.ts'
import { formatCountedNoun, formatWholeNumber } from '../text/format.ts'
import { Button } from '../ui/button.tsx'
import { CheckboxField } from '../ui/checkbox-field.tsx'
import { notify } from '../ui/toast.tsx'
import { useIsWide } from '../ui/use-is-wide.ts'
import type { RowSelection } from './use-selection.ts'

const words = text.selection

/** The number of rows of one request when all rows are read. */
const READ_AT_ONCE = 1000

type SelectionToolsProps<Row extends { id: string }> = {
  selection: RowSelection<Row>
  /** The number of rows on all pages, and the most that can be changed at once. */
  total: number
  most: number
  /** How many of the rows can be selected, where these are not all of them; undefined while it is not known. */
  selectable?: number | undefined
  word: CountedWord
  /** Whether nothing can be selected now, because a change waits or the device is offline. */
  isDisabled: boolean
  readPage: Parameters<typeof readAllPages<Row>>[1]
}

/** Renders above a list the button that switches selecting on, and then what selects the page or all rows that match the filters. */
export function SelectionTools<Row extends { id: string }>(props: SelectionToolsProps<Row>) {
  const { selection, total, most, word, isDisabled, readPage } = props
  const selectable = 'selectable' in props ? props.selectable : total
  const isWide = useIsWide()
  const reading = useMutation({
    mutationFn: () => readAllPages(READ_AT_ONCE, readPage),
    onSuccess: selection.selectAll,
    onError: () => notify.failure(words.allFailed),
  })
  if (total === 0) return null
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-5 gap-y-2 print:hidden">
      <Button
        aria-pressed={selection.isOn}
        isDisabled={isDisabled}
        onPress={selection.isOn ? selection.stop : selection.start}
        size="sm"
        variant="outline"
      >
        <ListChecks aria-hidden="true" className="size-5" strokeWidth={1.6} />
        {selection.isOn ? words.end : words.start}
      </Button>
      {selection.isOn && (
        <>
          <CheckboxField isSelected={selection.isPageSelected} label={words.page} onChange={selection.selectPage} />
          {total <= most ? (
            <Button isPending={reading.isPending} onPress={() => reading.mutate()} size="sm" variant="outline">
              {words.all(selectable === undefined ? undefined : formatCountedNoun(selectable, word))}
            </Button>
          ) : (
            <p className="text-muted text-sm">{words.tooMany(formatWholeNumber(most))}</p>
          )}
          {isWide && <p className="text-muted text-sm">{words.hint}</p>}
        </>
      )}
    </div>
  )
}
