import { LINE_FIELDS, MARK_FIELDS } from '@hudur/core/invitations/guest-values'
import { text } from '../../text/ar.ts'
import { formatWholeNumber } from '../../text/format.ts'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { COLUMN_USES, type ColumnReading, type ColumnUse } from './columns.ts'
import { type GuestTable, isEmptyRow } from './guest-table.ts'

const words = text.guestReview
const DETAIL_LABELS = Object.fromEntries([
  ...LINE_FIELDS.map(field => [field, text.guestFields[field].label]),
  ...MARK_FIELDS.map(field => [field, text.guestFields[field].heading]),
])
const USE_LABELS: Record<string, string> = { ...words.uses, ...DETAIL_LABELS }
const COLUMN_USE_OPTIONS = COLUMN_USES.map(id => ({ id, label: USE_LABELS[id] ?? '' }))

/** Sets the use of a column. Columns with the same use become `ignored`, except `name`; `persons` and `companions` exclude each other. */
const changeColumnUse = (uses: ColumnUse[], column: number, use: ColumnUse) => {
  const exclusiveUses: ColumnUse[] = use === 'name' ? [] : use === 'persons' || use === 'companions' ? ['persons', 'companions'] : [use]
  return uses.map((other, index) => (index === column ? use : exclusiveUses.includes(other) ? 'ignored' : other))
}

type ImportColumnsProps = { table: GuestTable; reading: ColumnReading; onChange: (reading: ColumnReading) => void }

export function ImportColumns({ table, reading, onChange }: ImportColumnsProps) {
  const { headings, uses } = reading
  const firstRow = table.rows.findIndex(row => !isEmptyRow(row)) + 1
  const headingsRow = headings || firstRow
  const headingCells = table.rows[headings - 1]
  const sampleCellOf = (column: number) => table.rows.slice(headings).find(row => row[column]?.trim())?.[column] ?? ''

  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-semibold">{words.columns}</legend>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {uses.map((use, column) => {
          const sample = sampleCellOf(column)
          const heading = headingCells?.[column]?.trim()
          if (sample === '' && !heading) return null
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
      <CheckboxField
        isSelected={headings > 0}
        label={words.hasHeadings(formatWholeNumber(headingsRow))}
        onChange={has => onChange({ headings: has ? headingsRow : 0, uses })}
      />
    </fieldset>
  )
}
