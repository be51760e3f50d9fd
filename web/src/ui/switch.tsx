import { type ReactNode, useState } from 'react'

type SwitchProps = {
  isSelected: boolean
  onChange: (isSelected: boolean) => void
  children: ReactNode
  /** CSS classes: `className` of the label, `trackClass` of the track in which the thumb moves. */
  className?: string
  trackClass?: string
  'aria-description'?: string
}

/** Renders a switch of plain HTML elements with HeroUI's classes, which needs no component library. */
export function Switch({ isSelected, onChange, children, className = '', trackClass = '', ...props }: SwitchProps) {
  const [isFocusVisible, setFocusVisible] = useState(false)
  return (
    <div className="switch switch--md" data-selected={isSelected || undefined} data-slot="switch">
      <label className={`switch__content ${className}`} data-focus-visible={isFocusVisible || undefined} data-slot="switch-content">
        <input
          {...props}
          aria-checked={isSelected}
          checked={isSelected}
          className="sr-only"
          onBlur={() => setFocusVisible(false)}
          onChange={event => onChange(event.target.checked)}
          onFocus={event => setFocusVisible(event.target.matches(':focus-visible'))}
          role="switch"
          type="checkbox"
        />
        <span className={`switch__control ${trackClass}`} data-slot="switch-control">
          <span className="switch__thumb" data-slot="switch-thumb" />
        </span>
        {children}
      </label>
    </div>
  )
}
