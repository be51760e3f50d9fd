import { text } from '../../text/ar.ts'
import { formatWholeNumber } from '../../text/format.ts'
import { chordsPath } from '../../ui/star-pattern.ts'

const words = text.links.screen

/** The radii of the circle that the chords of the stars touch, and of the ring inside this circle, in units of the drawing. */
const DIAL_RADIUS = 200
const RING_RADIUS = 188
const RING_CIRCUMFERENCE = 2 * Math.PI * RING_RADIUS

/** Three stars of sixteen points whose chords all touch the circle. */
const STARS = [4, 5, 6].map((step, n) => ({
  path: chordsPath({ x: 0, y: 0, radius: DIAL_RADIUS / Math.cos((Math.PI * step) / 16), points: 16, step, turn: n % 2 ? Math.PI / 16 : 0 }),
  opacity: [0.75, 0.6, 0.4][n],
}))

/** Shows how many of the invited people have arrived, inside a ring that fills from the top towards the left. */
export function LiveDial({ arrived, invited }: { arrived: number; invited: number }) {
  const share = invited === 0 ? 0 : Math.min(1, arrived / invited)
  return (
    <section className="relative mx-auto grid aspect-square w-full max-w-[min(608px,calc(100dvh-12rem))] place-items-center">
      <svg aria-hidden="true" className="absolute inset-0 size-full" viewBox="-304 -304 608 608">
        <defs>
          <radialGradient cx="0" cy="0" gradientUnits="userSpaceOnUse" id="live-fade" r="304">
            <stop offset=".66" stopColor="#fff" />
            <stop offset="1" stopColor="#fff" stopOpacity="0" />
          </radialGradient>
          <mask id="live-mask">
            <rect fill="url(#live-fade)" height="608" width="608" x="-304" y="-304" />
          </mask>
        </defs>
        <g fill="none" mask="url(#live-mask)" stroke="var(--gold)">
          {STARS.map(({ path, opacity }) => (
            <path d={path} key={path} opacity={opacity} />
          ))}
        </g>
        <circle fill="var(--background)" r={DIAL_RADIUS} stroke="var(--gold)" strokeOpacity=".7" />
        <circle fill="none" r={RING_RADIUS} stroke="var(--default)" strokeWidth="11" />
        <circle
          fill="none"
          r={RING_RADIUS}
          stroke="var(--accent)"
          strokeDasharray={`${share * RING_CIRCUMFERENCE} ${RING_CIRCUMFERENCE}`}
          strokeWidth="11"
          transform="rotate(-90) scale(1 -1)"
        />
      </svg>
      <p className="relative grid justify-items-center text-muted">
        <span className="sr-only">{words.arrivedOf(formatWholeNumber(arrived), formatWholeNumber(invited))}</span>
        <span aria-hidden="true" className="text-xl md:text-2xl">
          {words.arrived}
        </span>
        <b
          aria-hidden="true"
          className="font-semibold text-[clamp(4.5rem,11vw,9rem)] text-foreground leading-none tabular-nums"
          data-testid="arrived"
        >
          {formatWholeNumber(arrived)}
        </b>
        <span aria-hidden="true" className="mt-2 text-2xl md:text-3xl">
          {words.of(formatWholeNumber(invited))}
        </span>
      </p>
    </section>
  )
}
