import { Chip as HeroChip } from '@heroui/react'
import type { ReactNode } from 'react'

const COLOURS = { waiting: 'warning', going: 'accent', good: 'success', bad: 'danger', quiet: 'default' } as const

/** The meaning of a chip's colour; its text says the same. */
export type Tone = keyof typeof COLOURS

type ChipProps = { tone: Tone; isOutlined?: boolean; isFilled?: boolean; children: ReactNode }

/** Shows a state in one or two words. `isOutlined`: an edge in place of the colour, for what has not begun; `isFilled`: for what is completed. */
export function Chip({ tone, isOutlined = false, isFilled = false, children }: ChipProps) {
  return (
    <HeroChip
      className={`max-w-full gap-1 ${isOutlined ? 'border border-field-border bg-transparent' : ''}`}
      color={COLOURS[tone]}
      variant={isFilled ? 'primary' : 'soft'}
    >
      {children}
    </HeroChip>
  )
}
