import { type ReactNode, useEffect, useRef } from 'react'
import { text } from '../text/ar.ts'
import { wholeNumber } from '../text/format.ts'
import { Next, Previous } from './arrows.tsx'
import { Button } from './button.tsx'
import { useAddress } from './use-address.ts'

type PagesProps = {
  size: number
  total: number
  /** The rows and the total are those of the question before. */
  isOld: boolean
  /** The rows of the page that the address names. */
  children: ReactNode
}

/**
 * One page of a list, which rows of how many these are, and the pages before and after; nothing where the list is empty. The arrows are there
 * only where there is more than one page. A page that is no longer there, since its rows have gone, gives way to the last one. Whoever turns
 * the page is led to where the next one begins.
 */
export function Pages({ size, total, isOld, children }: PagesProps) {
  const address = useAddress()
  const page = address.page()
  const last = Math.max(1, Math.ceil(total / size))
  const shown = Math.min(page, last)
  const isGone = !isOld && total > 0 && shown !== page
  const list = useRef<HTMLElement>(null)
  const isTurning = useRef(false)

  useEffect(() => {
    if (isGone) address.correctPage(last)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page that was asked for has come
  useEffect(() => {
    if (isOld || !isTurning.current) return
    isTurning.current = false
    list.current?.focus({ preventScroll: true })
    list.current?.scrollIntoView({ block: 'start' })
  }, [page, isOld])

  function turn(wanted: number) {
    isTurning.current = true
    address.turn(wanted)
  }

  if (total === 0 || isGone) return null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <section
        aria-label={last > 1 ? text.ui.pageOf(wholeNumber(shown), wholeNumber(last)) : undefined}
        className="scroll-mt-4 outline-none"
        ref={list}
        tabIndex={-1}
      >
        {children}
      </section>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted text-sm" role="status">
          {text.ui.range(wholeNumber((shown - 1) * size + 1), wholeNumber(Math.min(shown * size, total)), wholeNumber(total))}
        </p>
        {last > 1 && (
          <nav aria-label={text.ui.pages} className="flex flex-wrap items-center gap-2">
            <Button isDisabled={page <= 1} onPress={() => turn(page - 1)} size="sm" variant="outline">
              <Previous aria-hidden="true" className="size-4" />
              {text.ui.previousPage}
            </Button>
            <span className="text-muted text-sm">{text.ui.pageOf(wholeNumber(shown), wholeNumber(last))}</span>
            <Button isDisabled={page >= last} onPress={() => turn(page + 1)} size="sm" variant="outline">
              {text.ui.nextPage}
              <Next aria-hidden="true" className="size-4" />
            </Button>
          </nav>
        )}
      </div>
    </div>
  )
}
