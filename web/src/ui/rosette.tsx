import { chords } from './khatim.ts'

const x = 320
const y = 400
const inner = chords({ x, y, radius: 310, points: 16, step: 5, turn: Math.PI / 16 })
const middle = chords({ x, y, radius: 450, points: 16, step: 6 })
const outer = chords({ x, y, radius: 884, points: 16, step: 7, turn: Math.PI / 16 })

/** Draws three rings of chords around an empty circle, for green backgrounds only. */
export function Rosette({ className = '' }: { className?: string }) {
  return (
    <svg aria-hidden="true" className={className} preserveAspectRatio="xMidYMid slice" viewBox="0 0 640 800">
      <g fill="none" stroke="var(--grove-gold)">
        <path d={inner} opacity=".85" strokeWidth="1.3" />
        <path d={middle} opacity=".42" />
        <path d={outer} opacity=".2" />
      </g>
      <circle cx={x} cy={y} fill="var(--grove)" r="171" stroke="var(--grove-gold)" strokeWidth="1.8" />
      <circle cx={x} cy={y} fill="none" opacity=".7" r="162" stroke="var(--grove-gold)" strokeWidth=".8" />
    </svg>
  )
}
