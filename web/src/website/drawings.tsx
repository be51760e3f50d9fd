import type { ReactNode } from 'react'
import { starPoints } from '../ui/star-pattern.ts'

const starPointsAt = (x: number, y: number, radius: number) => starPoints({ x, y, radius })
const goldColour = 'var(--gold)'
const hairlineAttributes = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.6,
  strokeLinejoin: 'round',
  strokeLinecap: 'round',
} as const
const goldHairlineAttributes = { ...hairlineAttributes, stroke: goldColour } as const

function DrawingSvg({ children }: { children: ReactNode }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 200 200">
      {children}
    </svg>
  )
}

export function WeddingDrawing() {
  return (
    <DrawingSvg>
      <g {...hairlineAttributes}>
        {[76, 124].flatMap(x => [46, 36].map(radius => <polygon key={`${x} ${radius}`} points={starPointsAt(x, 116, radius)} />))}
      </g>
      <path {...goldHairlineAttributes} d="M100 26v26" />
      <g fill={goldColour}>
        <polygon points={starPointsAt(100, 60, 8)} />
        <polygon points={starPointsAt(46, 44, 3.4)} />
        <polygon points={starPointsAt(154, 44, 3.4)} />
        <polygon points={starPointsAt(24, 84, 2.4)} />
        <polygon points={starPointsAt(176, 84, 2.4)} />
      </g>
    </DrawingSvg>
  )
}

const rayPaths = Array.from({ length: 7 }, (_, ray) => Math.PI + (ray * Math.PI) / 6).map(angle => {
  const rayPoint = (x: number, y: number) => `${(100 + x * Math.cos(angle)).toFixed(1)} ${(58 + y * Math.sin(angle)).toFixed(1)}`
  return `M${rayPoint(62, 40)}L${rayPoint(74, 50)}`
})

export function GraduationDrawing() {
  return (
    <DrawingSvg>
      <g {...hairlineAttributes}>
        <path d="M100 56 172 90 100 124 28 90Z" />
        <path d="M52 102v36c0 20 96 20 96 0v-36" />
      </g>
      <path {...goldHairlineAttributes} d={`M100 90 150 98v34${rayPaths.join('')}`} />
      <path d="M146 132h8l4 28h-16z" fill={goldColour} />
      <polygon fill={goldColour} points={starPointsAt(100, 90, 7)} />
    </DrawingSvg>
  )
}

const lanterns = [
  { x: 100, y: 112, scale: 1.15, light: 9, at: 122 },
  { x: 42, y: 84, scale: 0.72, light: 6, at: 90 },
  { x: 158, y: 70, scale: 0.72, light: 6, at: 76 },
]

export function PartyDrawing() {
  return (
    <DrawingSvg>
      {lanterns.map(({ x, y, scale }) => (
        <path
          {...hairlineAttributes}
          d={`M0 ${(-y / scale).toFixed(1)}V-34M-8-34h16l10 16h-36zM-18-18h36l6 34-12 22h-24l-12-22zM-18 38h36M-10-18-12 38M10-18 12 38`}
          key={x}
          transform={`translate(${x} ${y}) scale(${scale})`}
        />
      ))}
      {lanterns.map(({ x, light, at }) => (
        <polygon fill={goldColour} key={x} points={starPointsAt(x, at, light)} />
      ))}
    </DrawingSvg>
  )
}

const seats = [44, 64, 84].flatMap((radius, row) =>
  Array.from({ length: 5 + row * 2 }, (_, seat) => {
    const angle = Math.PI * (0.12 + (0.76 * seat) / (4 + row * 2))
    return {
      isGold: row === 1,
      x: (100 + radius * 1.08 * Math.cos(angle) - 4).toFixed(1),
      y: (94 + radius * Math.sin(angle) - 4).toFixed(1),
      turn: `rotate(${((angle * 180) / Math.PI - 90).toFixed(0)} ${(100 + radius * 1.08 * Math.cos(angle)).toFixed(1)} ${(94 + radius * Math.sin(angle)).toFixed(1)})`,
    }
  }),
)

export function ConferenceDrawing() {
  return (
    <DrawingSvg>
      <path {...hairlineAttributes} d="M84 62h32l-5 34H89zM78 62h44M100 62V48" />
      <circle cx="100" cy="44" fill={goldColour} r="4" />
      {seats.map(({ isGold, x, y, turn }) => (
        <rect fill={isGold ? goldColour : 'currentColor'} height="8" key={turn} rx="1.6" transform={turn} width="8" x={x} y={y} />
      ))}
    </DrawingSvg>
  )
}

export function ArchFrame({ children, className = '' }: { children: ReactNode; className?: string }) {
  return (
    <span className={`relative block ${className}`}>
      <svg aria-hidden="true" className="absolute inset-0 size-full" fill="none" stroke={goldColour} viewBox="0 0 200 250">
        <path
          d="M6 246V112C6 66 52 52 76 36 90 27 97 18 100 6c3 12 10 21 24 30 24 16 70 30 70 76v134Z"
          fill="var(--surface)"
          strokeWidth="1.4"
        />
        <path d="M13 239V113C13 71 57 57 80 42 91 34 97 27 100 19c3 8 9 15 20 23 23 15 67 29 67 71v126Z" opacity=".7" strokeWidth=".7" />
      </svg>
      <span className="absolute inset-x-[9%] bottom-[5%] block">{children}</span>
    </span>
  )
}

/** Draws a background pattern of stars in thin lines. `id` is the id of the SVG pattern, which must be unique on the page. */
export function StarPattern({ id, className = '' }: { id: string; className?: string }) {
  return (
    <svg aria-hidden="true" className={className} height="100%" width="100%">
      <pattern height="84" id={id} patternUnits="userSpaceOnUse" width="84">
        <g fill="none" stroke="currentColor">
          <polygon points={starPointsAt(42, 42, 42)} />
          <polygon points={starPoints({ x: 42, y: 42, radius: 21, turn: Math.PI / 8 })} />
          <path d="M71.7 71.7 84 84M12.3 71.7 0 84M12.3 12.3 0 0M71.7 12.3 84 0" />
        </g>
      </pattern>
      <rect fill={`url(#${id})`} height="100%" width="100%" />
    </svg>
  )
}
