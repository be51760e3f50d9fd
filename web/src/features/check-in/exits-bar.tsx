import type { Direction } from '@hudur/core/invitations/rules'
import { useId } from 'react'
import { type ChosenEvent, useArrivals } from '../../backend/hooks/use-arrivals.ts'
import { text } from '../../text/ar.ts'
import { EnterIcon, LeaveIcon } from '../../ui/arrows.tsx'
import { InsideCount } from '../../ui/inside-count.tsx'

const words = text.scanner.exits

const options = [
  { id: 'in', label: words.in, Icon: EnterIcon, checkedClasses: 'has-checked:bg-admitted has-checked:text-admitted-foreground' },
  { id: 'out', label: words.out, Icon: LeaveIcon, checkedClasses: 'has-checked:bg-exited has-checked:text-exited-foreground' },
] as const

type ExitsBarProps = { event: ChosenEvent | null; direction: Direction; onChange: (direction: Direction) => void }

/** Shows how many people are inside, and the switch between admissions and exits, whose mode a band repeats in words. */
export function ExitsBar({ event, direction, onChange }: ExitsBarProps) {
  const name = useId()
  const { data: arrivals } = useArrivals(event)
  return (
    <div className="border-border border-b bg-surface md:mb-5 md:overflow-hidden md:rounded-xl md:border">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2">
        <InsideCount capacity={arrivals?.capacity} inside={arrivals?.inside} />
        <fieldset className="min-w-0 grow sm:max-w-80">
          <legend className="sr-only">{words.direction}</legend>
          <div className="flex gap-1 rounded-lg bg-default p-1">
            {options.map(({ id, label, Icon, checkedClasses }) => (
              <label
                className={`relative flex min-h-11 grow basis-0 cursor-pointer items-center justify-center gap-2 rounded-md px-2 text-muted has-checked:font-semibold has-focus-visible:outline-2 has-focus-visible:outline-focus ${checkedClasses}`}
                key={id}
              >
                <input
                  checked={id === direction}
                  className="absolute inset-0 cursor-pointer opacity-0"
                  name={name}
                  onChange={() => onChange(id)}
                  type="radio"
                  value={id}
                />
                <Icon aria-hidden="true" className="size-5" strokeWidth={1.7} />
                {label}
              </label>
            ))}
          </div>
        </fieldset>
      </div>
      {direction === 'out' && <ExitsBand />}
    </div>
  )
}

/** Says by colour and word that the gate records exits. */
export const ExitsBand = () => (
  <p className="flex items-center justify-center gap-2 bg-exited px-4 py-2 text-center font-semibold text-exited-foreground" role="status">
    <LeaveIcon aria-hidden="true" className="size-5 shrink-0" strokeWidth={1.7} />
    {words.mode}
  </p>
)
