import { text } from '../text/ar.ts'
import { wholeNumber } from '../text/format.ts'
import { Next, Previous } from './arrows.tsx'
import { IconButton } from './button.tsx'

type PagesProps = { page: number; pages: number; onPage: (page: number) => void }

/** From page to page. Nothing where there is only one. */
export function Pages({ page, pages, onPage }: PagesProps) {
  if (pages <= 1) return null
  return (
    <nav aria-label={text.ui.pages} className="flex items-center gap-1">
      <IconButton isDisabled={page <= 1} label={text.ui.previousPage} onPress={() => onPage(page - 1)}>
        <Previous aria-hidden="true" className="size-5" strokeWidth={1.7} />
      </IconButton>
      <span aria-current="page" className="px-2 text-sm tabular-nums">
        {text.ui.pageOf(wholeNumber(page), wholeNumber(pages))}
      </span>
      <IconButton isDisabled={page >= pages} label={text.ui.nextPage} onPress={() => onPage(page + 1)}>
        <Next aria-hidden="true" className="size-5" strokeWidth={1.7} />
      </IconButton>
    </nav>
  )
}
