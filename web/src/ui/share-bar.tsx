type ShareBarProps = { label: string; value: number; total: number; className?: string }

/** Renders a bar filled to the share of `value` in `total`. `label` is its accessible name; the caller shows the numbers beside it. */
export function ShareBar({ label, value, total, className = 'h-2.5' }: ShareBarProps) {
  return (
    <div
      aria-label={label}
      aria-valuemax={total}
      aria-valuemin={0}
      aria-valuenow={value}
      className={`bg-default ${className}`}
      role="progressbar"
    >
      <div className="h-full bg-accent" style={{ inlineSize: `${(100 * Math.min(value, total)) / Math.max(1, total)}%` }} />
    </div>
  )
}
