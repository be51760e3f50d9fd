import { foldSpelling } from '@hudur/core/arabic'
import { groupBy } from '@hudur/core/group-by'
import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import type { ChosenEvent } from '../../backend/hooks/use-arrivals.ts'
import { useServerTime } from '../../backend/hooks/use-device.ts'
import { text } from '../../text/ar.ts'
import { formatNumericDay, isEventOfToday } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ContinuousScanningSwitch } from '../code-readers/continuous-scanning.tsx'
import { toChosenEvent } from './chosen-event.ts'
import { useScannerEvents } from './queries.ts'

const words = text.scanner.setup

type ScannerSetupProps = {
  event: ChosenEvent | null
  gate: string
  isContinuous: boolean
  onChange: (change: { event?: ChosenEvent | null; gate?: string; isContinuous?: boolean }) => void
}

/** Renders the scanner's settings: the event whose guests it admits, its gate, and continuous scanning. */
export function ScannerSetup({ event, gate, isContinuous, onChange }: ScannerSetupProps) {
  return (
    <details className="group border-border border-b bg-surface lg:rounded-xl lg:border">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 px-4 py-1.5 text-sm [&::-webkit-details-marker]:hidden">
        <span className="sr-only">{words.title}</span>
        <span className="min-w-0 grow truncate font-semibold">
          {event?.eventName ?? words.everyEvent}
          {gate !== '' && <span className="font-normal text-muted"> · {gate}</span>}
        </span>
        <ChevronDown aria-hidden="true" className="size-5 shrink-0 transition-transform group-open:rotate-180" strokeWidth={1.7} />
      </summary>
      <div className="grid gap-4 px-4 pt-1 pb-4 sm:grid-cols-2">
        <EventSelect event={event} onChange={chosen => onChange({ event: chosen })} />
        <TextField
          autoComplete="off"
          description={words.gateHint}
          label={words.gate}
          maxLength={100}
          onChange={named => onChange({ gate: named })}
          value={gate}
        />
        <ContinuousScanningSwitch isContinuous={isContinuous} onChange={chosen => onChange({ isContinuous: chosen })} />
      </div>
    </details>
  )
}

const dayAndNameOf = ({ eventName, eventDate }: ChosenEvent) => `${eventDate} ${foldSpelling(eventName)}`
const optionKeyOf = (event: ChosenEvent) => event.eventId ?? `${dayAndNameOf(event)} ${event.userId}`

/** Sorts events: today's first, then future ones with the nearest first, then past ones with the latest first. */
function sortNearestFirst(events: readonly ChosenEvent[], now: Date) {
  const rankOf = ({ eventDate }: ChosenEvent) => (isEventOfToday(eventDate, now) ? 0 : Date.parse(eventDate) > now.getTime() ? 1 : 2)
  const compareDays = (one: ChosenEvent, other: ChosenEvent) => Date.parse(one.eventDate) - Date.parse(other.eventDate)
  return [...events].sort(
    (one, other) => rankOf(one) - rankOf(other) || (rankOf(one) === 2 ? compareDays(other, one) : compareDays(one, other)),
  )
}

function EventSelect({ event, onChange }: { event: ChosenEvent | null; onChange: (event: ChosenEvent | null) => void }) {
  const id = useId()
  const { data = [], isError, refetch } = useScannerEvents()
  const events = data.map(toChosenEvent)
  const owners = new Map(data.map(({ userId, ownerName }) => [userId, ownerName]))
  const sameName = groupBy(events, dayAndNameOf)
  const now = new Date(useServerTime()())
  const choices = new Map([...(event ? [event] : []), ...sortNearestFirst(events, now)].map(choice => [optionKeyOf(choice), choice]))
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label className="font-medium text-sm" htmlFor={id}>
        {words.event}
      </label>
      <select
        className="min-h-11 w-full rounded-[0.375rem] border border-(--field-border) bg-(--field-background) px-3"
        id={id}
        onChange={({ target }) => onChange(choices.get(target.value) ?? null)}
        value={event ? optionKeyOf(event) : ''}
      >
        <option value="">{words.everyEvent}</option>
        {sortNearestFirst([...choices.values()], now).map(choice => (
          <option key={optionKeyOf(choice)} value={optionKeyOf(choice)}>
            {choice.eventName} · {isEventOfToday(choice.eventDate, now) ? words.today : formatNumericDay(choice.eventDate)}
            {(sameName.get(dayAndNameOf(choice))?.length ?? 0) > 1 && ` · ${owners.get(choice.userId) ?? ''}`}
          </option>
        ))}
      </select>
      {isError && (
        <p className="flex flex-wrap items-center gap-x-3 text-sm" role="status">
          {words.eventsFailed}
          <Button onPress={() => void refetch()} size="sm" variant="ghost">
            {text.ui.retry}
          </Button>
        </p>
      )}
    </div>
  )
}
