import type { Currency } from '@hudur/core/sales/currency'
import type { MonthFigures } from '@hudur/core/sales/figures'
import { amountNumber, formatAmount, minorDigitsOf } from '@hudur/core/sales/money'
import { sumByCurrency } from '@hudur/core/sales/payment-account'
import * as texts from '@hudur/core/texts'
import { ExportMenu } from '../../sheets/export-menu.tsx'
import { useExport } from '../../sheets/use-export.ts'
import { text } from '../../text/ar.ts'
import { formatMonth, formatShortMonth, formatWholeNumber } from '../../text/format.ts'
import { RowsSkeleton } from '../../ui/list-skeletons.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Numeric } from '../../ui/numeric.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RefreshButton } from '../../ui/refresh-button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { useQueryString } from '../../ui/use-query-string.ts'
import { MonthBars } from './month-bars.tsx'
import { amountIn, COUNTS, currenciesOf, officeSheet, SUMS } from './office-sheet.ts'
import { useOfficeFigures } from './queries.ts'

const words = text.office
const SPANS = ['12', '6', '24', '36'] as const
const spanOptions = (['6', '12', '24', '36'] as const).map(id => ({ id, label: words.spans[id] }))

/** What the chart draws: a count, or a sum in a currency, such as `received-YER`. */
type Charted = (typeof COUNTS)[number] | `${(typeof SUMS)[number]}-${Currency}`

/** Shows the figures of the office, month by month: a chart, a table and a sheet. */
export function OfficeScreen() {
  const queryString = useQueryString()
  const span = queryString.among('months', SPANS)
  const figures = useOfficeFigures(Number(span))
  const fileExport = useExport(words.sheet, () => officeSheet(figures.data ?? []))
  return (
    <>
      <PageHeading
        actions={
          <>
            {figures.data && <ExportMenu save={fileExport.save} state={fileExport.state} />}
            <RefreshButton isPending={figures.isFetching} onPress={() => void figures.refetch()} />
          </>
        }
        title={words.title}
      />
      <div className="mb-5 flex flex-wrap items-end gap-4">
        <SelectField
          className="w-40"
          label={words.span}
          onChange={chosen => queryString.change({ months: chosen === '12' ? '' : chosen })}
          options={spanOptions}
          value={span}
        />
        <p className="text-muted text-sm">{words.lead}</p>
      </div>
      <LoadFailure query={figures}>{words.loadFailed}</LoadFailure>
      {figures.isPending && <RowsSkeleton />}
      {figures.data && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <FiguresChart figures={figures.data} />
          <Panel title={words.table}>
            <FiguresTable figures={figures.data} />
          </Panel>
        </div>
      )}
    </>
  )
}

function FiguresChart({ figures }: { figures: readonly MonthFigures[] }) {
  const queryString = useQueryString()
  const sums = SUMS.flatMap(kind => currenciesOf(figures).map(currency => ({ id: `${kind}-${currency}` as const, kind, currency })))
  const ids = [...COUNTS, ...sums.map(({ id }) => id)] as [Charted, ...Charted[]]
  const options = [
    ...COUNTS.map(id => ({ id, label: words[id] })),
    ...sums.map(({ id, kind, currency }) => ({ id, label: `${words[kind]} (${texts.currencyNames[currency]})` })),
  ]
  const charted = queryString.among('chart', ids)
  const sum = sums.find(({ id }) => id === charted)
  const label = options.find(({ id }) => id === charted)?.label ?? ''
  const bars = figures.map(month => {
    const value = sum ? amountIn(month[sum.kind], sum.currency) : month[charted as (typeof COUNTS)[number]]
    const written = sum ? amountNumber({ amount: value, currency: sum.currency }) : formatWholeNumber(value)
    return {
      month: month.month,
      short: formatShortMonth(month.month),
      value: sum ? value / 10 ** minorDigitsOf(sum.currency) : value,
      written,
    }
  })
  const peak = bars.reduce((highest, bar) => (bar.value > highest.value ? bar : highest), bars[0]!)
  return (
    <Panel
      end={
        <SelectField
          className="w-64 max-w-full"
          isLabelHidden
          label={words.chart}
          onChange={chosen => queryString.change({ chart: chosen === 'orders' ? '' : chosen })}
          options={options}
          value={charted}
        />
      }
      title={label}
    >
      <MonthBars
        bars={bars}
        label={peak.value > 0 ? words.chartOf(label, peak.written, formatMonth(peak.month)) : words.chartEmpty(label)}
      />
    </Panel>
  )
}

function FiguresTable({ figures }: { figures: readonly MonthFigures[] }) {
  const newestFirst = [...figures].reverse()
  const total = {
    ...Object.fromEntries(COUNTS.map(kind => [kind, figures.reduce((sum, month) => sum + month[kind], 0)])),
    ...Object.fromEntries(SUMS.map(kind => [kind, sumByCurrency(figures.flatMap(month => month[kind]))])),
  } as Omit<MonthFigures, 'month'>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways is reached with the keyboard
    <section aria-label={words.table} className="overflow-x-auto" tabIndex={0}>
      <table className="w-full min-w-[56rem] text-sm">
        <thead className="text-muted text-xs">
          <tr>
            {[words.month, ...[...COUNTS, ...SUMS].map(kind => words[kind])].map(title => (
              <th className="px-2 py-2 text-start font-medium" key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {newestFirst.map(month => (
            <FiguresRow figures={month} key={month.month} title={formatMonth(month.month)} />
          ))}
        </tbody>
        <tfoot className="font-semibold">
          <FiguresRow figures={total} title={words.total} />
        </tfoot>
      </table>
    </section>
  )
}

function FiguresRow({ title, figures }: { title: string; figures: Omit<MonthFigures, 'month'> }) {
  return (
    <tr className="border-separator border-t">
      <th className="px-2 py-2 text-start font-medium" scope="row">
        {title}
      </th>
      {COUNTS.map(kind => (
        <td className="px-2 py-2" key={kind}>
          <Numeric>{formatWholeNumber(figures[kind])}</Numeric>
        </td>
      ))}
      {SUMS.map(kind => (
        <td className="px-2 py-2" key={kind}>
          {figures[kind].length === 0 ? words.none : figures[kind].map(sum => <div key={sum.currency}>{formatAmount(sum)}</div>)}
        </td>
      ))}
    </tr>
  )
}
