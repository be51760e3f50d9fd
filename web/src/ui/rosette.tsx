import { chordsPath } from './star-pattern.ts'

const centreX = 320
const centreY = 400
const innerRing = chordsPath({ x: centreX, y: centreY, radius: 310, points: 16, step: 5, turn: Math.PI / 16 })
const middleRing = chordsPath({ x: centreX, y: centreY, radius: 450, points: 16, step: 6 })
const outerRing = chordsPath({ x: centreX, y: centreY, radius: 884, points: 16, step: 7, turn: Math.PI / 16 })

/** Draws an ornament of three rings of chords around an empty circle. Its colours need a green background. */
export function Rosette({ className = '' }: { className?: string }) {
  return (
    <svg aria-hidden="true" className={className} preserveAspectRatio="xMidYMid slice" viewBox="0 0 640 800">
      <g fill="none" stroke="var(--grove-gold)">
        <path d={innerRing} opacity=".85" strokeWidth="1.3" />
        <path d={middleRing} opacity=".42" />
        <path d={outerRing} opacity=".2" />
      </g>
      <circle cx={centreX} cy={centreY} fill="var(--grove)" r="171" stroke="var(--grove-gold)" strokeWidth="1.8" />
      <circle cx={centreX} cy={centreY} fill="none" opacity=".7" r="162" stroke="var(--grove-gold)" strokeWidth=".8" />
    </svg>
  )
}
