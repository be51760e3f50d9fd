import { type ReactNode, useState } from 'react'
import { text } from '../text/ar.ts'
import { formatWholeNumber } from '../text/format.ts'
import { Button } from './button.tsx'

type GrowingListProps<Item> = { items: readonly Item[]; step: number; className: string; children: (item: Item) => ReactNode }

/** Renders the first `step` items of a list, and `step` more items at each press of a button. `children` renders one item. */
export function GrowingList<Item>({ items, step, className, children }: GrowingListProps<Item>) {
  const [shown, setShown] = useState(step)
  const left = items.length - shown
  return (
    <>
      <ul className={className}>{items.slice(0, shown).map(children)}</ul>
      {left > 0 && (
        <div className="mt-5 text-center">
          <Button onPress={() => setShown(shown + step)} variant="ghost">
            {text.ui.more(formatWholeNumber(left))}
          </Button>
        </div>
      )}
    </>
  )
}
