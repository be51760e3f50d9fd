import type { ListPage } from '@hudur/core/endpoint'
import type { ReactNode } from 'react'
import { CARD_GRID_CLASS } from './list-skeletons.tsx'
import { Pagination } from './pagination.tsx'

type PaginatedCardsProps<Row> = {
  /** The rows of the page whose number is in the query string, and the total number of rows. */
  list: ListPage<Row>
  size: number
  /** Whether `list` is still the previous page because another page is being loaded. */
  isOld: boolean
  /** Renders one row as a card. The returned element must be a list item. */
  children: (row: Row) => ReactNode
}

/** Renders one page of a long list as cards, with buttons for the other pages. Renders nothing if the list is empty. */
export function PaginatedCards<Row>({ list: { rows, total }, size, isOld, children }: PaginatedCardsProps<Row>) {
  return (
    <Pagination isOld={isOld} size={size} total={total}>
      <ul aria-busy={isOld} className={`${CARD_GRID_CLASS} ${isOld ? 'opacity-60' : ''}`}>
        {rows.map(children)}
      </ul>
    </Pagination>
  )
}
