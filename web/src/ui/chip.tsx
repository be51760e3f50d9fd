import { Chip as HeroChip } from '@heroui/react'
import type { ReactNode } from 'react'

const COLOURS = { waiting: 'warning', going: 'accent', good: 'success', bad: 'danger', quiet: 'default' } as const

/** The meaning of a chip's colour; its text says the same. */
export type Tone = keyof typeof COLOURS

/** Shows a state in one or two words. */
export function Chip({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <HeroChip className="max-w-full gap-1" color={COLOURS[tone]} variant="soft">
      {children}
    </HeroChip>
  )
}
