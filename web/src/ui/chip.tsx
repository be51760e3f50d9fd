import { Chip as HeroChip } from '@heroui/react'
import type { ReactNode } from 'react'

const COLOUR_OF_TONE = { waiting: 'warning', going: 'accent', good: 'success', bad: 'danger', quiet: 'default' } as const

/** The meaning of a chip's colour. The text of the chip says the same, so the colour alone carries no information. */
export type ChipTone = keyof typeof COLOUR_OF_TONE

type ChipProps = { tone: ChipTone; isOutlined?: boolean; isFilled?: boolean; children: ReactNode }

/**
 * Renders a state as a chip of one or two words. `isOutlined` draws a border instead of a colour, for states that have not begun.
 * `isFilled` draws a solid colour, for completed states.
 */
export function Chip({ tone, isOutlined = false, isFilled = false, children }: ChipProps) {
  return (
    <HeroChip
      className={`max-w-full gap-1 ${isOutlined ? 'border border-field-border bg-transparent' : ''}`}
      color={COLOUR_OF_TONE[tone]}
      variant={isFilled ? 'primary' : 'soft'}
    >
      {children}
    </HeroChip>
  )
}
