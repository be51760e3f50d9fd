import { text } from '../../text/ar.ts'
import { formatChartDay, formatChartTime, formatCountedNoun, formatTimeOfDay, formatWholeNumber } from '../../text/format.ts'
import { Numeric } from '../../ui/numeric.tsx'
import type { ArrivalBar, BarDuration } from './arrival-bars.ts'

const words = text.reports

/**
 * The heights in pixels: of the chart, of the low chart, of the space for numbers above the bars, and of the space for times below them.
 */
const CHART_HEIGHT = 240
const LOW_CHART_HEIGHT = 176
const SPACE_ABOVE_BARS = 24
const SPACE_BELOW_BARS = 28

/** The most bars that are all labelled. Of more bars, every second, third or fourth and the highest one are labelled. */
const MAX_LABELS = 9

/** CSS classes that hide every second label, and then three of four, in a narrow chart. Labels of days are wider than times. */
const NARROW_LABEL_CLASSES = {
  time: ['@max-[18rem]:hidden', '@max-[10rem]:hidden'],
  day: ['@max-[36rem]:hidden', '@max-[18rem]:hidden'],
} as const

type ArrivalsChartProps = {
  bars: readonly ArrivalBar[]
  step: BarDuration
  /** Whether the chart is lower and has no table, for a display that nobody operates. */
  isLow?: boolean
}

/** Draws the number of arrivals over time, from right to left, with the highest bar in gold. A table below it lists the numbers. */
export function ArrivalsChart({ bars, step, isLow = false }: ArrivalsChartProps) {
  const shortLabelOf = (at: Date) => (step === 'day' ? formatChartDay(at) : formatChartTime(at))
  const longLabelOf = (at: Date) => (step === 'day' ? formatChartDay(at) : formatTimeOfDay(at.toISOString()))
  const peak = bars.reduce((highest, bar) => (bar.people > highest.people ? bar : highest), bars[0] ?? { at: new Date(0), people: 1 })
  const slotWidth = 100 / bars.length
  const chartHeight = isLow ? LOW_CHART_HEIGHT : CHART_HEIGHT
  const baseline = chartHeight - SPACE_BELOW_BARS
  const labelEvery = Math.ceil(bars.length / MAX_LABELS)
  const [halfClass, quarterClass] = NARROW_LABEL_CLASSES[step === 'day' ? 'day' : 'time']
  const labelClass = (index: number) => (index % (2 * labelEvery) ? halfClass : index % (4 * labelEvery) ? quarterClass : '')
  return (
    <figure className={`@container ${isLow ? 'mt-3' : 'mt-6'}`}>
      <svg
        aria-label={words.chart(formatCountedNoun(peak.people, words.personWord), longLabelOf(peak.at))}
        className="block w-full overflow-visible text-xs"
        height={chartHeight}
        role="img"
      >
        {bars.map((bar, index) => {
          const isPeak = bar === peak
          const height = (bar.people / peak.people) * (baseline - SPACE_ABOVE_BARS)
          const start = 100 - (index + 1) * slotWidth
          const middle = `${start + slotWidth / 2}%`
          const isLabelled = index % labelEvery === 0
          return (
            <g key={bar.at.getTime()}>
              <rect
                className={isPeak ? 'fill-gold' : 'fill-accent'}
                height={height}
                rx={2}
                width={`${slotWidth * 0.7}%`}
                x={`${start + slotWidth * 0.15}%`}
                y={baseline - height}
              />
              {bar.people > 0 && (isPeak || isLabelled) && (
                <text
                  className={isPeak ? 'fill-gold-ink font-semibold' : 'fill-muted'}
                  textAnchor="middle"
                  x={middle}
                  y={baseline - height - 6}
                >
                  {formatWholeNumber(bar.people)}
                </text>
              )}
              {isLabelled && (
                <text className={`fill-muted ${labelClass(index)}`} textAnchor="middle" x={middle} y={chartHeight - 6}>
                  {shortLabelOf(bar.at)}
                </text>
              )}
            </g>
          )
        })}
        <line className="stroke-field-border" x1="0" x2="100%" y1={baseline} y2={baseline} />
      </svg>
      {!isLow && (
        <details className="mt-3 text-sm">
          <summary className="target min-h-8 cursor-pointer text-muted">{words.asTable}</summary>
          <table className="mt-2 w-full max-w-sm">
            <thead className="text-muted text-xs">
              <tr>
                <th className="py-1 text-start font-medium" scope="col">
                  {words.time}
                </th>
                <th className="py-1 text-start font-medium" scope="col">
                  {words.people}
                </th>
              </tr>
            </thead>
            <tbody>
              {bars.map(({ at, people }) => (
                <tr className="border-separator border-t" key={at.getTime()}>
                  <th className="py-1 text-start font-normal" scope="row">
                    {longLabelOf(at)}
                  </th>
                  <td className="py-1">
                    <Numeric>{formatWholeNumber(people)}</Numeric>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </figure>
  )
}
