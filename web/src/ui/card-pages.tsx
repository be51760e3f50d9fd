import type { Page } from '@hudur/core'
import type { ReactNode } from 'react'
import { CARDS } from './list-skeletons.tsx'
import { Pages } from './pages.tsx'

type CardPagesProps<Row> = {
  /** The page of the list that the query string asks for. */
  list: Page<Row>
  size: number
  /** Whether another page is being loaded. */
  isOld: boolean
  /** Renders a row as a card, which is a list item. */
  children: (row: Row) => ReactNode
}

/** Shows one page of a long list as cards, with links to the others; nothing if the list is empty. */
export function CardPages<Row>({ list: { rows, total }, size, isOld, children }: CardPagesProps<Row>) {
  return (
    <Pages isOld={isOld} size={size} total={total}>
      <ul aria-busy={isOld} className={`${CARDS} ${isOld ? 'opacity-60' : ''}`}>
        {rows.map(children)}
      </ul>
    </Pages>
  )
}
