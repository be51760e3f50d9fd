import { Checkbox } from '@heroui/react'
import { useRef } from 'react'
import { text } from '../text/ar.ts'
import { Button } from '../ui/button.tsx'
import { useIsWide } from '../ui/use-is-wide.ts'
import type { RowSelection } from './use-selection.ts'

const words = text.selection

type SelectionBoxProps<Row extends { id: string }> = { row: Row; name: string; selection: RowSelection<Row> }

/**
 * Renders the checkbox of a row. With Shift it selects everything from the row that was selected last to this one; on a phone the button
 * «حتى هنا» does this. Renders nothing while selecting is switched off.
 */
export function SelectionBox<Row extends { id: string }>({ row, name, selection }: SelectionBoxProps<Row>) {
  const isExtending = useRef(false)
  const isWide = useIsWide()
  if (!selection.isOn) return null
  const isSelected = selection.isSelected(row)
  return (
    <span
      className="flex shrink-0 select-none items-center gap-1"
      // The event of the checkbox does not say whether Shift is held.
      onKeyDownCapture={({ shiftKey }) => (isExtending.current = shiftKey)}
      onPointerDownCapture={({ shiftKey }) => (isExtending.current = shiftKey)}
    >
      <Checkbox
        aria-label={words.rowOf(name)}
        isSelected={isSelected}
        onChange={() => (isExtending.current && selection.hasAnchor ? selection.selectUpTo(row) : selection.toggle(row))}
      >
        <Checkbox.Content className="min-h-11 min-w-11 justify-center">
          <Checkbox.Control>
            <Checkbox.Indicator />
          </Checkbox.Control>
        </Checkbox.Content>
      </Checkbox>
      {!isWide && selection.hasAnchor && !isSelected && (
        <Button aria-label={words.upToOf(name)} onPress={() => selection.selectUpTo(row)} size="sm" variant="ghost">
          {words.upTo}
        </Button>
      )}
    </span>
  )
}
