import type { Invitation } from '@hudur/core'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { CardEventFields } from '../../../cards/backgrounds.ts'
import type { CardDrawing } from '../../../cards/paint-card.ts'
import { fetchPartWhenIdle } from '../../../loading/idle.ts'
import { LONG_RETRY_PAUSES_MS, withRetries } from '../../../loading/retry.ts'

/** Fetches the drawing code when a card is first shown, so that a screen can be used before its cards are drawn. */
const loadDrawingCode = withRetries(() => import('../../../cards/backgrounds.ts'), LONG_RETRY_PAUSES_MS)
fetchPartWhenIdle(loadDrawingCode)

/** Paints an invitation's card on a canvas. */
export type PaintCard = (canvas: HTMLCanvasElement, invitation: Invitation) => void

/** Returns the distinct event names and days of the invitations, as JSON text. */
const distinctEventsOf = (invitations: readonly Invitation[]) =>
  JSON.stringify([
    ...new Map(invitations.map(({ eventName, eventDate }) => [`${eventDate} ${eventName}`, { eventName, eventDate }])).values(),
  ])

/**
 * Returns a function that paints the cards of `invitations`, `width` pixels wide; undefined until drawing and fonts are loaded. After a change
 * of `drawing` or of an event's name or day it returns the previous function until the new fonts are loaded.
 */
export function useCardPainter(drawing: CardDrawing, invitations: readonly Invitation[], width: number) {
  const [cardPainter, setCardPainter] = useState<{ paint: PaintCard }>()
  const events = useMemo(() => distinctEventsOf(invitations), [invitations])
  useEffect(() => {
    let isCurrent = true
    async function preparePainter() {
      const { paintCard, prepareBackgrounds } = await loadDrawingCode()
      const backgrounds = await prepareBackgrounds(drawing, JSON.parse(events) as CardEventFields[], width)
      const paint: PaintCard = (canvas, invitation) => {
        const background = backgrounds.of(invitation)
        if (background) paintCard(canvas, background, backgrounds, invitation)
      }
      if (isCurrent) setCardPainter({ paint })
    }
    void preparePainter()
    return () => {
      isCurrent = false
    }
  }, [drawing, events, width])
  return cardPainter?.paint
}

/** The distance from the visible area within which cards are drawn in advance. */
const PRELOAD_MARGIN = '400px'

function useIsNearViewport(target: RefObject<HTMLElement | null>) {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!target.current) return
    const observer = new IntersectionObserver(entries => setNear(entries.at(-1)?.isIntersecting ?? false), { rootMargin: PRELOAD_MARGIN })
    observer.observe(target.current)
    return () => observer.disconnect()
  }, [target])
  return isNear
}

const paintQueue = new Set<() => void>()
let isPainting = false

/** Paints the queued cards one after another, each in its own task of the event loop. Scrolling waits for at most one card. */
async function paintQueuedCards() {
  if (isPainting) return
  isPainting = true
  try {
    for (const paint of paintQueue) {
      paintQueue.delete(paint)
      paint()
      await new Promise(resolve => setTimeout(resolve))
    }
  } finally {
    isPainting = false
  }
}

/** Adds the painting of a card to the queue. Returns a function that removes it from the queue. */
function queuePaint(paint: () => void) {
  paintQueue.add(paint)
  void paintQueuedCards()
  return () => void paintQueue.delete(paint)
}

type CardPreviewProps = { paint: PaintCard | undefined; invitation: Invitation; label: string; className?: string }

/** Draws one card at preview size while it is near the visible area. Elsewhere its canvas is emptied to release memory. */
export function CardPreview({ paint, invitation, label, className = '' }: CardPreviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const isNear = useIsNearViewport(canvas)

  useEffect(() => {
    const element = canvas.current
    if (!element) return
    if (!isNear) element.width = 0
    if (!isNear || !paint) return
    return queuePaint(() => paint(element, invitation))
  }, [isNear, paint, invitation])

  return <canvas aria-label={label} className={`block aspect-[2/3] w-full bg-surface-secondary ${className}`} ref={canvas} role="img" />
}
