import type { ReactNode } from 'react'

const COLOUR_CLASSES = {
  waiting: 'chip--warning',
  going: 'chip--accent',
  good: 'chip--success',
  bad: 'chip--danger',
  quiet: 'chip--default',
} as const

/** The meaning of a chip's colour. The text of the chip says the same, so the colour alone carries no information. */
export type ChipTone = keyof typeof COLOUR_CLASSES

type ChipProps = { tone: ChipTone; isOutlined?: boolean; isFilled?: boolean; className?: string; children: ReactNode }

/**
 * Renders a state as a chip of one or two words. `isOutlined` is for states that have not begun, `isFilled` for completed states. The plain
 * element with HeroUI's classes saves screens HeroUI's styling code.
 */
export function Chip({ tone, isOutlined = false, isFilled = false, className = '', children }: ChipProps) {
  const variantClass = isFilled ? 'chip--primary' : 'chip--soft'
  return (
    <span
      className={`chip ${COLOUR_CLASSES[tone]} ${variantClass} max-w-full gap-1 ${isOutlined ? 'border border-field-border bg-transparent' : ''} ${className}`}
    >
      {typeof children === 'string' ? <span className="chip__label">{children}</span> : children}
    </span>
  )
}
