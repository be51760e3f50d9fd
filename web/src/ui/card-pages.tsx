import type { Page } from '@hudur/core'
import type { ReactNode } from 'react'
import { CARDS } from './list-skeletons.tsx'
import { Pages } from './pages.tsx'
import { useAddress } from './use-address.ts'

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
  const address = useAddress()
  if (total === 0) return null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <ul aria-busy={isOld} className={`${CARDS} ${isOld ? 'opacity-60' : ''}`}>
        {rows.map(children)}
      </ul>
      <Pages
        onPage={wanted => address.change({ page: wanted === 1 ? '' : String(wanted) })}
        page={address.page()}
        size={size}
        total={total}
      />
    </div>
  )
}
