import { COLUMN_USES, type ColumnReading, type ColumnUse, REPEATABLE_USES, unusedColumns } from '@hudur/core/guest-lists/columns'
import { type GuestTable, isEmptyRow } from '@hudur/core/guest-lists/guest-table'
import { LINE_FIELDS, MARK_FIELDS } from '@hudur/core/invitations/guest-values'
import { useState } from 'react'
import { text } from '../../text/ar.ts'
import { formatCountedNoun, formatWholeNumber } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'

const words = text.guestReview
const DETAIL_LABELS = Object.fromEntries([
  ...LINE_FIELDS.map(field => [field, text.guestFields[field].label]),
  ...MARK_FIELDS.map(field => [field, text.guestFields[field].heading]),
])
const USE_LABELS: Record<string, string> = { ...words.uses, ...DETAIL_LABELS }
const COLUMN_USE_OPTIONS = COLUMN_USES.map(id => ({ id, label: USE_LABELS[id] ?? '' }))

/** Sets the use of a column. Columns with the same use become `ignored`, unless a use may repeat; `persons` and `companions` exclude each other. */
const changeColumnUse = (uses: ColumnUse[], column: number, use: ColumnUse) => {
  const exclusiveUses: ColumnUse[] =
    REPEATABLE_USES.includes(use) && use !== 'persons'
      ? []
      : use === 'persons'
        ? ['companions']
        : use === 'companions'
          ? ['persons', 'companions']
          : [use]
  return uses.map((other, index) => (index === column ? use : exclusiveUses.includes(other) ? 'ignored' : other))
}

/** Returns the columns that are used, and those that are not although they may say something about the guests. */
const shownColumnsOf = (table: GuestTable, reading: ColumnReading) =>
  new Set([
    ...reading.uses.flatMap((use, column) => (use === 'ignored' ? [] : [column])),
    ...unusedColumns(table, reading).map(({ index }) => index),
  ])

type ImportColumnsProps = { table: GuestTable; reading: ColumnReading; onChange: (reading: ColumnReading) => void }

/** Renders the uses of the columns: first those that are used or doubtful, the others on demand. A chosen column stays where it is. */
export function ImportColumns({ table, reading, onChange }: ImportColumnsProps) {
  const { headings, uses } = reading
  const [showsAll, setShowsAll] = useState(false)
  const [firstShown] = useState(() => shownColumnsOf(table, reading))
  const firstRow = table.rows.findIndex(row => !isEmptyRow(row)) + 1
  const headingsRow = headings || firstRow
  const headingCells = table.rows[headings - 1]
  const sampleCellOf = (column: number) => table.rows.slice(headings).find(row => row[column]?.trim())?.[column] ?? ''
  const hasContent = (column: number) => sampleCellOf(column) !== '' || (headingCells?.[column]?.trim() ?? '') !== ''
  const hiddenCount = showsAll ? 0 : uses.filter((use, column) => use === 'ignored' && !firstShown.has(column) && hasContent(column)).length

  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">{words.columns}</legend>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {uses.map((use, column) => {
          const sample = sampleCellOf(column)
          const heading = headingCells?.[column]?.trim()
          if (!hasContent(column) || (use === 'ignored' && !showsAll && !firstShown.has(column))) return null
          const label = heading || words.column(formatWholeNumber(column + 1))
          return (
            <SelectField
              description={sample && <bdi className="line-clamp-1">{words.sample(sample)}</bdi>}
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its position
              key={column}
              label={label}
              onChange={chosen =>
                onChange({ headings, uses: changeColumnUse(uses, column, COLUMN_USES.find(other => other === chosen) ?? use) })
              }
              options={COLUMN_USE_OPTIONS}
              value={use}
            />
          )
        })}
      </div>
      {hiddenCount > 0 && (
        <Button className="justify-self-start" onPress={() => setShowsAll(true)} size="sm" variant="ghost">
          {words.otherColumns(formatCountedNoun(hiddenCount, words.columnWord))}
        </Button>
      )}
      <CheckboxField
        isSelected={headings > 0}
        label={words.hasHeadings(formatWholeNumber(headingsRow))}
        onChange={has => onChange({ headings: has ? headingsRow : 0, uses })}
      />
    </fieldset>
  )
}
