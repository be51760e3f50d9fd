import type { Invitation } from '@hudur/core'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { type Backgrounds, type EventWords, paintCard, prepareBackgrounds } from '../../../cards/backgrounds.ts'
import type { CardDrawing } from '../../../cards/paint-card.ts'

/** Returns the different names and days of the events of invitations, as JSON text. */
const eventsOf = (invitations: readonly Invitation[]) =>
  JSON.stringify([
    ...new Map(invitations.map(({ eventName, eventDate }) => [`${eventDate} ${eventName}`, { eventName, eventDate }])).values(),
  ])

/**
 * Draws the backgrounds of the cards of `invitations`, `width` pixels wide. Returns undefined until the fonts are loaded. After a change of
 * `drawing` or of an event's name or day it returns the previous backgrounds until new ones are drawn.
 */
export function useBackgrounds(drawing: CardDrawing, invitations: readonly Invitation[], width: number) {
  const [backgrounds, setBackgrounds] = useState<Backgrounds>()
  const events = useMemo(() => eventsOf(invitations), [invitations])
  useEffect(() => {
    let isCurrent = true
    void prepareBackgrounds(drawing, JSON.parse(events) as EventWords[], width).then(prepared => {
      if (isCurrent) setBackgrounds(prepared)
    })
    return () => {
      isCurrent = false
    }
  }, [drawing, events, width])
  return backgrounds
}

/** Cards this far outside the visible area are already drawn. */
const PRELOAD_MARGIN = '400px'

function useIsNear(target: RefObject<HTMLElement | null>) {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!target.current) return
    const observer = new IntersectionObserver(entries => setNear(entries.at(-1)?.isIntersecting ?? false), { rootMargin: PRELOAD_MARGIN })
    observer.observe(target.current)
    return () => observer.disconnect()
  }, [target])
  return isNear
}

const waiting = new Set<() => void>()
let isPainting = false

/** Paints the waiting cards one after another, each in a task of its own, so that scrolling never waits for several. */
async function paintWaiting() {
  if (isPainting) return
  isPainting = true
  try {
    for (const paint of waiting) {
      waiting.delete(paint)
      paint()
      await new Promise(resolve => setTimeout(resolve))
    }
  } finally {
    isPainting = false
  }
}

/** Paints a card soon. Returns the function that gives it up. */
function paintLater(paint: () => void) {
  waiting.add(paint)
  void paintWaiting()
  return () => void waiting.delete(paint)
}

type CardPreviewProps = { backgrounds: Backgrounds | undefined; invitation: Invitation; label: string; className?: string }

/** Draws one card at preview size while it is near the visible area. Elsewhere its canvas is emptied to release memory. */
export function CardPreview({ backgrounds, invitation, label, className = '' }: CardPreviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const isNear = useIsNear(canvas)

  useEffect(() => {
    const element = canvas.current
    if (!element) return
    if (!isNear) element.width = 0
    if (!isNear || !backgrounds) return
    return paintLater(() => {
      const background = backgrounds.of(invitation)
      if (background) paintCard(element, background, backgrounds, invitation)
    })
  }, [isNear, backgrounds, invitation])

  return <canvas aria-label={label} className={`block aspect-[2/3] w-full bg-surface-secondary ${className}`} ref={canvas} role="img" />
}
