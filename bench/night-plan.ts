import type { ScanAnswer } from '@hudur/core/check-in/contract'
import { ID_BYTES, idFromBytes } from '@hudur/core/id'

export const GUESTS_PER_HALL = 500
export const GATES_PER_HALL = 3

/** The night in minutes: how long it lasts, and when the phones at some gates have no line. */
export const NIGHT = { ends: 70, lineLost: 10, lineBack: 50 } as const

/** The distance (minutes) of copied cards from the moments at which the line is lost and back. */
const MARGIN = 2

/** A scan of the plan: when (minutes), where, what is scanned, and with which verdict. */
export type PlannedScan = {
  at: number
  gate: number
  /** The number of the guest, or an unknown code. */
  guest: number | string
  nonce: string
  expected: ScanAnswer['outcome']
}

export type HallPlan = {
  /** The gates whose phones lose the line. */
  offlineGates: readonly number[]
  scans: PlannedScan[]
  /** The guests whose cards are admitted at two gates: the conflicts that this hall must have. */
  copied: ReadonlySet<number>
}

/** Returns a function that returns numbers from 0 to 1, always the same ones for a seed (mulberry32). */
function createRandom(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * Plans the night of a hall: every guest comes once. Of 100 guests, the scan of 10 is repeated under its key, 25 show their card again at the same
 * gate, and the cards of 2 are shown at another gate while one of the two has no line. Another 5 codes are unknown.
 */
export function planHall(hall: number): HallPlan {
  const random = createRandom(hall + 1)
  const offlineGates = hall % 2 === 0 ? [0, 1] : [0]
  const gateAt = () => Math.floor(random() * GATES_PER_HALL)
  const unknownCode = () => idFromBytes(Uint8Array.from({ length: ID_BYTES }, () => random() * 256))
  const scans: PlannedScan[] = []
  const copied = new Set<number>()
  for (let guest = 0; guest < GUESTS_PER_HALL; guest++) {
    const first = { at: random() * NIGHT.ends, gate: gateAt(), guest, nonce: `${hall}-${guest}`, expected: 'admitted' } as const
    const again = { ...first, at: first.at + 0.1 + random() * 5 }
    const kind = random()
    if (kind >= 0.35 && kind < 0.37) {
      const during = () => NIGHT.lineLost + MARGIN + random() * (NIGHT.lineBack - NIGHT.lineLost - 2 * MARGIN)
      const gate = offlineGates[Math.floor(random() * offlineGates.length)]!
      scans.push({ ...first, at: during(), gate })
      scans.push({
        ...first,
        at: during(),
        gate: (gate + 1 + Math.floor(random() * (GATES_PER_HALL - 1))) % GATES_PER_HALL,
        nonce: `${first.nonce}-copy`,
      })
      copied.add(guest)
      continue
    }
    scans.push(first)
    if (kind < 0.1) scans.push(again)
    else if (kind < 0.35) scans.push({ ...again, nonce: `${first.nonce}-again`, expected: 'used' })
    else if (kind < 0.42)
      scans.push({
        ...first,
        at: random() * NIGHT.ends,
        gate: gateAt(),
        guest: unknownCode(),
        nonce: `${first.nonce}-unknown`,
        expected: 'refused',
      })
  }
  return { offlineGates, scans: scans.sort((one, other) => one.at - other.at), copied }
}
