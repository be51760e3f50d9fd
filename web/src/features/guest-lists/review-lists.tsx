import type { ImportChoice, ReviewRow, RowEdit } from '@hudur/core/guest-lists/assess-table'
import { useState } from 'react'
import { text } from '../../text/ar.ts'
import { formatWholeNumber } from '../../text/format.ts'
import { formatPeople } from '../../text/people.ts'
import { Button } from '../../ui/button.tsx'
import { GrowingList } from '../../ui/growing-list.tsx'
import { Numeric } from '../../ui/numeric.tsx'
import { VipMark } from '../../ui/vip-mark.tsx'
import { ReviewEditor } from './review-editor.tsx'

const words = text.guestReview
const ROWS_WITHOUT_DOUBTS_AT_A_TIME = 50
const LEFT_OUT_ROWS_AT_A_TIME = 10

type RowListProps = { rows: readonly ReviewRow[]; onEdit: (row: number, change: RowEdit) => void }

export function RowsWithoutDoubts({ rows, edits, onEdit }: RowListProps & Pick<ImportChoice, 'edits'>) {
  const [opened, setOpened] = useState<number>()
  return (
    <GrowingList className="overflow-hidden rounded-lg border border-border bg-surface" items={rows} step={ROWS_WITHOUT_DOUBTS_AT_A_TIME}>
      {row => (
        <li className="border-separator border-b last:border-0" key={row.row}>
          {opened === row.row ? (
            <div className="p-4">
              <ReviewEditor
                edit={edits[row.row]}
                onClose={() => setOpened(undefined)}
                onEdit={change => onEdit(row.row, change)}
                row={row}
              />
            </div>
          ) : (
            <button
              className="grid min-h-11 w-full cursor-pointer grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-2 text-start hover:bg-surface-secondary focus-visible:outline-2 focus-visible:outline-focus focus-visible:-outline-offset-2"
              onClick={() => setOpened(row.row)}
              type="button"
            >
              <span className="min-w-0">
                <span className="sr-only">{words.editWord} </span>
                <span className="block break-words font-semibold">
                  <bdi>{row.name}</bdi>
                  {row.isVip && <VipMark label={text.guestFields.isVip.label} />}
                </span>
                {row.written !== row.name && <bdi className="block break-words text-muted text-xs">{row.written}</bdi>}
              </span>
              <span className="grid text-sm">
                {formatPeople(row.persons, row.children ?? 0, words.seatWord)}
                <span className="text-muted text-xs">{row.phone ? <Numeric>{row.phone}</Numeric> : words.noPhone}</span>
              </span>
            </button>
          )}
        </li>
      )}
    </GrowingList>
  )
}

export function LeftOutRows({ rows, onEdit }: RowListProps) {
  return (
    <GrowingList className="overflow-hidden rounded-lg border border-border" items={rows} step={LEFT_OUT_ROWS_AT_A_TIME}>
      {({ row, written, name, why }) => (
        <li className="flex items-center gap-3 border-separator border-b py-1 ps-4 pe-1 text-sm last:border-0" key={row}>
          <span className="min-w-0 grow">
            <bdi className="block break-words">{written}</bdi>
            <span className="text-muted text-xs">{words.why[why ?? 'removed']}</span>
          </span>
          {name !== '' && (
            <Button aria-label={words.addLine(name, formatWholeNumber(row))} onPress={() => onEdit(row, { isOut: false })} variant="ghost">
              {words.add}
            </Button>
          )}
        </li>
      )}
    </GrowingList>
  )
}
