import type { CurrentLink } from '@hudur/core/links/contract'
import { Maximize } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useArrivalTimes } from '../../backend/hooks/use-arrivals.ts'
import { useLiveEventFigures, useRefreshOnChange } from '../../backend/hooks/use-live.ts'
import { arrivalTimesKey, conflictsKey, useRefresh } from '../../backend/hooks/use-refresh.ts'
import { text } from '../../text/ar.ts'
import { eventDayTexts } from '../../text/event-time.ts'
import { formatChartTime, formatCountedNoun, formatWholeNumber } from '../../text/format.ts'
import { IconButton } from '../../ui/button.tsx'
import { InsideCount } from '../../ui/inside-count.tsx'
import { LiveBadge } from '../../ui/live-badge.tsx'
import { ScreenSkeleton } from '../../ui/skeleton.tsx'
import { ArrivalTimesChart } from '../reports/arrivals-panel.tsx'
import { GateCounts, LastArrivals } from '../reports/last-arrivals.tsx'
import { LinkEnded, LinkPage } from './link-page.tsx'
import { LiveDial } from './live-dial.tsx'

const words = text.links.screen

const MAX_LATEST_ARRIVALS = 4

/** Renders the screen of a live link, on which people without an account follow the arrivals of an event. */
export const LiveScreen = () => <LinkPage path="/live">{(link, refresh) => <LiveFigures link={link} onChange={refresh} />}</LinkPage>

function LiveFigures({ link: { event }, onChange }: { link: CurrentLink; onChange: () => Promise<unknown> }) {
  const live = useLiveEventFigures(event.id)
  const times = useArrivalTimes({ eventId: event.id, eventName: event.name, eventDate: event.date })
  useRefreshOnChange(live, times.dataUpdatedAt, useRefresh(arrivalTimesKey, conflictsKey))
  // Reloads the link after each change, because the event's name or the link's right to show names may have changed.
  const changedAt = live.figures?.changedAt
  const reloadLink = useEffectEvent(onChange)
  useEffect(() => {
    if (changedAt !== undefined) void reloadLink()
  }, [changedAt])
  useEffect(() => {
    document.title = text.shell.title(event.name)
  }, [event.name])
  if (live.state === 'ended') return <LinkEnded />
  const { arrived = 0, invited = 0, gates = [], last = [], walkIns = 0 } = live.figures ?? {}
  const { gregorian, hijri } = eventDayTexts(event)
  return (
    <main className="grid min-h-dvh grid-rows-[auto_minmax(0,1fr)] gap-4 p-5 md:px-10 md:py-5 lg:h-dvh">
      <header className="flex flex-wrap items-end gap-x-6 gap-y-2">
        <div className="min-w-0 grow">
          <h1 className="display break-words text-3xl leading-snug md:text-4xl" dir="auto">
            {event.name}
          </h1>
          <p className="text-muted text-sm leading-7" dir="auto">
            {[gregorian, hijri, event.place].filter(Boolean).join('، ')}
          </p>
        </div>
        <div className="text-end">
          <Clock />
          <div className="flex items-center gap-3">
            <LiveBadge confirmedAt={live.confirmedAt} state={live.state} />
            {document.fullscreenEnabled && (
              <IconButton label={words.fullScreen} onPress={() => void document.documentElement.requestFullscreen()}>
                <Maximize aria-hidden="true" className="size-5" strokeWidth={1.7} />
              </IconButton>
            )}
          </div>
        </div>
      </header>
      {live.figures ? (
        <div className="grid grid-cols-[minmax(0,1fr)] items-center gap-8 lg:grid-cols-2 lg:gap-14">
          <LiveDial arrived={arrived} invited={invited} />
          <div className="grid min-w-0 gap-5">
            <InsideCount capacity={live.figures.capacity} className="text-2xl" inside={live.figures.inside} />
            {walkIns > 0 && (
              <p className="font-medium text-lg">
                {text.walkIns.total(formatCountedNoun(walkIns, text.reports.personWord), formatWholeNumber(arrived + walkIns))}
              </p>
            )}
            {gates.some(({ name }) => name !== '') && (
              <div className="border-border border-y py-4">
                <GateCounts gates={gates.slice(0, 6)} />
              </div>
            )}
            <section aria-label={words.quarter}>
              <h2 className="font-medium text-muted">{words.quarter}</h2>
              <ArrivalTimesChart isLow times={times} />
            </section>
            {last.length > 0 && (
              <section aria-label={words.last}>
                <h2 className="font-medium text-muted">{words.last}</h2>
                <LastArrivals last={last.slice(0, MAX_LATEST_ARRIVALS)} />
              </section>
            )}
          </div>
        </div>
      ) : live.state === 'lost' ? (
        <p className="text-muted" role="status">
          {words.lost}
        </p>
      ) : (
        <ScreenSkeleton />
      )}
    </main>
  )
}

function Clock() {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return <p className="font-medium text-3xl leading-tight tabular-nums md:text-4xl">{formatChartTime(now)}</p>
}
