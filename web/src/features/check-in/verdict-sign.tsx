import { UndoIcon } from '../../ui/arrows.tsx'
import { starPoints } from '../../ui/star-pattern.ts'

export type Verdict = 'admitted' | 'used' | 'refused' | 'exited' | 'not-inside'

const outerStarPoints = starPoints({ x: 60, y: 60, radius: 58 })
const innerStarPoints = starPoints({ x: 60, y: 60, radius: 50 })
const strokeProps = { fill: 'none', strokeLinecap: 'round', strokeLinejoin: 'round' } as const

const usedSign = (
  <>
    <circle cx="60" cy="60" fill="none" r="52" stroke="currentColor" strokeWidth="10" />
    <path {...strokeProps} d="M60 30v32l21 13" stroke="currentColor" strokeWidth="11" />
  </>
)

/** A shape for each verdict, so that verdicts can be told apart without colours. */
const verdictSigns = {
  admitted: (
    <>
      <polygon fill="currentColor" points={outerStarPoints} />
      <path {...strokeProps} className="stroke-admitted" d="m35 61 17 18 33-37" strokeWidth="11" />
    </>
  ),
  used: usedSign,
  'not-inside': usedSign,
  exited: <path {...strokeProps} d="M48 14h42v92H48M66 60H12M34 36 10 60l24 24" stroke="currentColor" strokeWidth="12" />,
  refused: <path d="M24 24 96 96M96 24 24 96" fill="none" stroke="currentColor" strokeLinecap="square" strokeWidth="19" />,
} as const

/** The sign of an admitted VIP: the star of an admitted guest inside the outline of a larger star. */
const vipSign = (
  <>
    <polygon className="stroke-vip" fill="none" points={outerStarPoints} strokeLinejoin="round" strokeWidth="3" />
    <polygon fill="currentColor" points={innerStarPoints} />
    <path {...strokeProps} className="stroke-admitted" d="m38 61 15 16 29-32" strokeWidth="10" />
  </>
)

type VerdictSignProps = { verdict: Verdict; isVip: boolean; className: string }

/** Draws the large sign of a verdict, scaled up when it appears. */
export function VerdictSign({ verdict, isVip, className }: VerdictSignProps) {
  return (
    <svg
      aria-hidden="true"
      className={`${className} transition-transform duration-160 ease-(--ease-settle) starting:scale-90`}
      viewBox="0 0 120 120"
    >
      {isVip && verdict === 'admitted' ? vipSign : verdictSigns[verdict]}
    </svg>
  )
}

export const verdictClasses = {
  admitted: 'bg-admitted text-admitted-foreground',
  used: 'bg-used text-used-foreground',
  refused: 'bg-refused text-refused-foreground',
  exited: 'bg-exited text-exited-foreground',
  'not-inside': 'bg-used text-used-foreground',
  undone: 'bg-surface-tertiary text-foreground',
} as const

export function SmallVerdictSign({ verdict }: { verdict: Verdict | 'undone' }) {
  return (
    <span aria-hidden="true" className={`grid size-8 shrink-0 place-content-center rounded-lg ${verdictClasses[verdict]}`}>
      {verdict === 'undone' ? (
        <UndoIcon className="size-5" strokeWidth={2} />
      ) : (
        <svg aria-hidden="true" className="size-5" viewBox="0 0 120 120">
          {verdictSigns[verdict]}
        </svg>
      )}
    </span>
  )
}

/** Draws the edge above the verdict: none when people were counted, a solid band when used, a striped band when refused. */
export function VerdictEdge({ verdict }: { verdict: Verdict }) {
  if (verdict === 'admitted' || verdict === 'exited') return null
  if (verdict === 'used' || verdict === 'not-inside')
    return <span aria-hidden="true" className="absolute inset-x-0 top-0 h-2.5 bg-current" />
  return (
    <span
      aria-hidden="true"
      className="absolute inset-x-0 top-0 h-4 bg-[repeating-linear-gradient(-45deg,currentColor_0_14px,transparent_14px_28px)] opacity-90"
    />
  )
}
