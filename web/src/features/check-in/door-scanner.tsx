import type { CurrentLink } from '@hudur/core/links/contract'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useLiveEventFigures } from '../../backend/hooks/use-live.ts'
import { deferredComponent } from '../../loading/deferred.tsx'
import { text } from '../../text/ar.ts'
import { ContinuousScanningSwitch } from '../code-readers/continuous-scanning.tsx'
import { Scanner } from './scanner-screen.tsx'
import { useDoorScanner } from './use-scanner.ts'
import { WomensHallContext } from './womens-hall.ts'

const DoorWalkInButton = deferredComponent(async () => (await import('../walk-ins/walk-in-button.tsx')).DoorWalkInButton)

/** The interval at which the link is read again while its live figures are refused, in milliseconds. */
const RELOAD_INTERVAL_MS = 4_000

type DoorScannerProps = {
  link: CurrentLink
  badge: ReactNode
  /** Reloads the link. Called when the device may no longer read the live figures, for example because the link has ended. */
  onChange: () => Promise<unknown>
}

/** Renders the scanner of a door link. The event and the name of the gate are those of the link. */
export function DoorScanner({ link, badge, onChange }: DoorScannerProps) {
  const scanner = useDoorScanner(link)
  const { event } = link
  const live = useLiveEventFigures(event.id)
  const reloadLink = useEffectEvent(onChange)
  useEffect(() => {
    if (live.state !== 'ended') return
    void reloadLink()
    // Without an answer the device goes on with the link that it has stored, and the live figures do not report the end again.
    const timer = setInterval(() => void reloadLink(), RELOAD_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [live.state])
  useEffect(() => {
    document.title = text.shell.title(link.name)
  }, [link.name])
  return (
    <WomensHallContext value={event.hidesNames}>
      <main className="mx-auto w-full max-w-[1240px] md:px-6 md:py-5">
        <Scanner
          heading={
            <div className="min-w-0 grow basis-0 py-1.5">
              <h1 className="truncate font-semibold leading-6 md:font-display md:font-normal md:text-3xl md:leading-tight" dir="auto">
                {link.name}
              </h1>
              <p className="truncate text-muted text-sm leading-5" dir="auto">
                {event.name}
              </p>
            </div>
          }
          isStandalone
          maySearch={link.maySearch}
          scanner={scanner}
          settings={
            <>
              {(link.walkIns > 0 || link.walkInsUsed > 0) && <DoorWalkInButton link={link} />}
              <div className="flex flex-wrap items-center justify-between gap-4 border-border border-b bg-surface px-4 py-2 lg:rounded-xl lg:border">
                <ContinuousScanningSwitch isContinuous={scanner.isContinuous} onChange={isContinuous => scanner.set({ isContinuous })} />
                {badge}
              </div>
            </>
          }
        />
      </main>
    </WomensHallContext>
  )
}
