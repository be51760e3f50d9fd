const CHART_HEIGHT = 220
const SPACE_ABOVE_BARS = 24
const SPACE_BELOW_BARS = 28
/** The most bars that are all labelled; of more, every second, third or fourth is. */
const MAX_LABELS = 12

/** A bar: what it counts, as it is written, and the month, in full and as short as below the bar. */
export type MonthBar = { month: string; short: string; value: number; written: string }

/** Draws a bar for each month, from right to left, the highest in gold. `label` says what the chart shows. */
export function MonthBars({ bars, label }: { bars: readonly MonthBar[]; label: string }) {
  const peak = bars.reduce((highest, bar) => Math.max(highest, bar.value), 0)
  const slotWidth = 100 / bars.length
  const baseline = CHART_HEIGHT - SPACE_BELOW_BARS
  const labelEvery = Math.ceil(bars.length / MAX_LABELS)
  return (
    <figure className="@container mt-4">
      <svg aria-label={label} className="block w-full overflow-visible text-xs" height={CHART_HEIGHT} role="img">
        {bars.map(({ month, short, value, written }, index) => {
          const height = peak === 0 ? 0 : (Math.max(0, value) / peak) * (baseline - SPACE_ABOVE_BARS)
          const isPeak = value === peak && peak > 0
          const start = 100 - (index + 1) * slotWidth
          const middle = `${start + slotWidth / 2}%`
          // Of two neighbours only one has a label in a narrow chart; the last month always has one.
          const isOften = (bars.length - 1 - index) % (2 * labelEvery) === 0
          const hidden = isOften ? '' : '@max-[34rem]:hidden'
          return (
            <g key={month}>
              <rect
                className={isPeak ? 'fill-gold' : 'fill-accent'}
                height={height}
                rx={2}
                width={`${slotWidth * 0.7}%`}
                x={`${start + slotWidth * 0.15}%`}
                y={baseline - height}
              />
              {isPeak && (
                <text className="fill-gold-ink font-semibold" textAnchor="middle" x={middle} y={baseline - height - 6}>
                  {written}
                </text>
              )}
              {(bars.length - 1 - index) % labelEvery === 0 && (
                <text className={`fill-muted ${hidden}`} textAnchor="middle" x={middle} y={CHART_HEIGHT - 6}>
                  {short}
                </text>
              )}
            </g>
          )
        })}
        <line className="stroke-field-border" x1="0" x2="100%" y1={baseline} y2={baseline} />
      </svg>
    </figure>
  )
}
