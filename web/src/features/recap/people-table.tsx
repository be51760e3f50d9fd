import { text } from '../../text/ar.ts'
import { formatWholeNumber } from '../../text/format.ts'
import type { PeopleGroup, Recap } from './recap-figures.ts'

const words = text.recap
const NAMELESS = { side: words.none, table: words.noTable } as const

type PeopleTableProps = { by: keyof typeof NAMELESS; groups: readonly PeopleGroup[]; all: Recap['all'] }

/** Renders the invitations and people of each side or table, and their sums in the last row. */
export function PeopleTable({ by, groups, all }: PeopleTableProps) {
  const rows = [...groups.map(group => ({ ...group, name: group.name || NAMELESS[by] })), { ...all, name: words.columns.all }]
  return (
    <table className="people-table w-full table-fixed text-sm">
      <thead>
        <tr className="text-muted">
          {[words.columns[by], words.columns.invitations, words.columns.invited, words.columns.arrived].map((title, at) => (
            <th className={`break-words py-1.5 font-normal ${at === 0 ? 'text-start' : 'w-[22%] text-end'}`} key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, total, invited, arrived }, at) => (
          <tr className={`border-separator border-t ${at === groups.length ? 'font-semibold' : ''}`} key={name}>
            <th className="break-words py-1.5 text-start font-[inherit]" scope="row">
              <bdi>{name}</bdi>
            </th>
            {[
              ['total', total],
              ['invited', invited],
              ['arrived', arrived],
            ].map(([column, count]) => (
              <td className="py-1.5 text-end tabular-nums" key={column}>
                {formatWholeNumber(Number(count))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
