import { ArrowDownWideNarrow, ArrowUpNarrowWide } from 'lucide-react'
import { text } from '../../../text/ar.ts'
import { IconButton } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { type ListOptions, SORT_COLUMNS, type SortColumn, toggleSort } from './deleted-list-options.ts'

const words = text.deleted

/** Renders the fields for the sort order on phones, where no column headings can be pressed. */
export function SortFields({ shown, onShow }: { shown: ListOptions; onShow: (change: Partial<ListOptions>) => void }) {
  const Icon = shown.sortOrder === 'DESC' ? ArrowDownWideNarrow : ArrowUpNarrowWide
  return (
    <div className="flex grow items-end gap-2 md:hidden">
      <SelectField
        className="grow"
        label={words.sortBy}
        onChange={column => onShow({ sortBy: column as SortColumn, sortOrder: 'DESC' })}
        options={SORT_COLUMNS.map(column => ({ id: column, label: words.columns[column] }))}
        value={shown.sortBy}
      />
      <IconButton
        label={words.order(words.orders[shown.sortOrder])}
        onPress={() => onShow(toggleSort(shown.sortBy, shown))}
        variant="outline"
      >
        <Icon aria-hidden="true" className="size-5" strokeWidth={1.7} />
      </IconButton>
    </div>
  )
}
