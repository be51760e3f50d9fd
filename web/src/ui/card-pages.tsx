import type { Page } from '@hudur/core'
import type { ReactNode } from 'react'
import { CARDS } from './list-skeletons.tsx'
import { Pages } from './pages.tsx'

type CardPagesProps<Row> = {
  /** The page that the address names. */
  list: Page<Row>
  size: number
  /** Another page is on its way. */
  isOld: boolean
  /** Makes a card, which is an item of a list. */
  children: (row: Row) => ReactNode
}

/** One page of a long list as cards, and the way to the others; nothing where the list is empty. */
export function CardPages<Row>({ list: { rows, total }, size, isOld, children }: CardPagesProps<Row>) {
  return (
    <Pages isOld={isOld} size={size} total={total}>
      <ul aria-busy={isOld} className={`${CARDS} ${isOld ? 'opacity-60' : ''}`}>
        {rows.map(children)}
      </ul>
    </Pages>
  )
}
