import { useEffect } from 'react'
import { text } from '../text/ar.ts'
import { wholeNumber } from '../text/format.ts'
import { Next, Previous } from './arrows.tsx'
import { Button } from './button.tsx'

type PagesProps = { page: number; size: number; total: number; onPage: (page: number) => void }

/**
 * Which rows of how many are shown, and the pages before and after. The arrows are there only where there is more than one page. A page that
 * is no longer there, since its rows have gone, gives way to the last one.
 */
export function Pages({ page, size, total, onPage }: PagesProps) {
  const last = lastPage(total, size)
  const isGone = total > 0 && page > last
  useEffect(() => {
    if (isGone) onPage(last)
  })
  if (total === 0 || isGone) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-muted text-sm" role="status">
        {text.ui.range(wholeNumber((page - 1) * size + 1), wholeNumber(Math.min(page * size, total)), wholeNumber(total))}
      </p>
      {last > 1 && (
        <nav aria-label={text.ui.pages} className="flex items-center gap-2">
          <Button isDisabled={page <= 1} onPress={() => onPage(page - 1)} size="sm" variant="outline">
            <Previous aria-hidden="true" className="size-4" />
            {text.ui.previousPage}
          </Button>
          <span className="text-muted text-sm">{text.ui.pageOf(wholeNumber(page), wholeNumber(last))}</span>
          <Button isDisabled={page >= last} onPress={() => onPage(page + 1)} size="sm" variant="outline">
            {text.ui.nextPage}
            <Next aria-hidden="true" className="size-4" />
          </Button>
        </nav>
      )}
    </div>
  )
}

const lastPage = (total: number, size: number) => Math.max(1, Math.ceil(total / size))
