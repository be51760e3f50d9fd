import type { Invitation } from '@hudur/core'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { EventWords } from '../../../cards/backgrounds.ts'
import type { CardDrawing } from '../../../cards/paint-card.ts'
import { nextPart } from '../../../loading/idle.ts'
import { PATIENT_PAUSES_MS, retrying } from '../../../loading/retry.ts'

/** Fetched when a card is first shown: a screen can be used before its cards are drawn. */
const loadDrawing = retrying(() => import('../../../cards/backgrounds.ts'), PATIENT_PAUSES_MS)
nextPart(loadDrawing)

/** Paints an invitation's card on a canvas. */
export type PaintCard = (canvas: HTMLCanvasElement, invitation: Invitation) => void

/** Returns the different names and days of the events of invitations, as JSON text. */
const eventsOf = (invitations: readonly Invitation[]) =>
  JSON.stringify([
    ...new Map(invitations.map(({ eventName, eventDate }) => [`${eventDate} ${eventName}`, { eventName, eventDate }])).values(),
  ])

/**
 * Returns a function that paints the cards of `invitations`, `width` pixels wide; undefined until drawing and fonts are loaded. After a change
 * of `drawing` or of an event's name or day it returns the previous function until the new fonts are loaded.
 */
export function useCardPainter(drawing: CardDrawing, invitations: readonly Invitation[], width: number) {
  const [painter, setPainter] = useState<{ paint: PaintCard }>()
  const events = useMemo(() => eventsOf(invitations), [invitations])
  useEffect(() => {
    let isCurrent = true
    async function prepare() {
      const { paintCard, prepareBackgrounds } = await loadDrawing()
      const backgrounds = await prepareBackgrounds(drawing, JSON.parse(events) as EventWords[], width)
      const paint: PaintCard = (canvas, invitation) => {
        const background = backgrounds.of(invitation)
        if (background) paintCard(canvas, background, backgrounds, invitation)
      }
      if (isCurrent) setPainter({ paint })
    }
    void prepare()
    return () => {
      isCurrent = false
    }
  }, [drawing, events, width])
  return painter?.paint
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

type CardPreviewProps = { paint: PaintCard | undefined; invitation: Invitation; label: string; className?: string }

/** Draws one card at preview size while it is near the visible area. Elsewhere its canvas is emptied to release memory. */
export function CardPreview({ paint, invitation, label, className = '' }: CardPreviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const isNear = useIsNear(canvas)

  useEffect(() => {
    const element = canvas.current
    if (!element) return
    if (!isNear) element.width = 0
    if (!isNear || !paint) return
    return paintLater(() => paint(element, invitation))
  }, [isNear, paint, invitation])

  return <canvas aria-label={label} className={`block aspect-[2/3] w-full bg-surface-secondary ${className}`} ref={canvas} role="img" />
}
