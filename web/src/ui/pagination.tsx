import { type ReactNode, useEffect, useRef } from 'react'
import { text } from '../text/ar.ts'
import { formatWholeNumber } from '../text/format.ts'
import { NextIcon, PreviousIcon } from './arrows.tsx'
import { Button } from './button.tsx'
import { useQueryString } from './use-query-string.ts'

type PaginationProps = {
  size: number
  total: number
  /** Whether the rows and `total` are still those of the previous request, because the new request has no response yet. */
  isOld: boolean
  /** The rendered rows of the page whose number is in the query string. */
  children: ReactNode
}

/**
 * Renders one page of a list, the numbers of its rows, and buttons for other pages. Renders nothing if the list is empty. If the page in
 * the query string no longer exists, the last page replaces it. After a page change, focus and scroll position move to its start.
 */
export function Pagination({ size, total, isOld, children }: PaginationProps) {
  const queryString = useQueryString()
  const page = queryString.page()
  const last = Math.max(1, Math.ceil(total / size))
  const shown = Math.min(page, last)
  const isBeyondLast = !isOld && total > 0 && shown !== page
  const list = useRef<HTMLElement>(null)
  const isChangingPage = useRef(false)

  useEffect(() => {
    if (isBeyondLast) queryString.correctPage(last)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the requested page has arrived
  useEffect(() => {
    if (isOld || !isChangingPage.current) return
    isChangingPage.current = false
    list.current?.focus({ preventScroll: true })
    list.current?.scrollIntoView({ block: 'start' })
  }, [page, isOld])

  function turnToPage(wanted: number) {
    isChangingPage.current = true
    queryString.turn(wanted)
  }

  if (total === 0 || isBeyondLast) return null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <section
        aria-label={last > 1 ? text.ui.pageOf(formatWholeNumber(shown), formatWholeNumber(last)) : undefined}
        className="scroll-mt-4 outline-none"
        ref={list}
        tabIndex={-1}
      >
        {children}
      </section>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted text-sm" role="status">
          {text.ui.range(
            formatWholeNumber((shown - 1) * size + 1),
            formatWholeNumber(Math.min(shown * size, total)),
            formatWholeNumber(total),
          )}
        </p>
        {last > 1 && (
          <nav aria-label={text.ui.pages} className="flex flex-wrap items-center gap-2">
            <Button isDisabled={page <= 1} onPress={() => turnToPage(page - 1)} size="sm" variant="outline">
              <PreviousIcon aria-hidden="true" className="size-4" />
              {text.ui.previousPage}
            </Button>
            <span className="text-muted text-sm">{text.ui.pageOf(formatWholeNumber(shown), formatWholeNumber(last))}</span>
            <Button isDisabled={page >= last} onPress={() => turnToPage(page + 1)} size="sm" variant="outline">
              {text.ui.nextPage}
              <NextIcon aria-hidden="true" className="size-4" />
            </Button>
          </nav>
        )}
      </div>
    </div>
  )
}
