import type { Invitation } from '@hudur/core/invitations/invitation'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { CardEventFields } from '../../cards/backgrounds.ts'
import type { CardDrawing } from '../../cards/paint-card.ts'
import { fetchPartWhenIdle } from '../../loading/idle.ts'
import { useIsNearViewport } from '../../loading/near-viewport.ts'
import { LONG_RETRY_PAUSES_MS, withRetries } from '../../loading/retry.ts'

/** Fetches the drawing code when a card is nearly visible, or earlier when the browser is idle. */
const loadDrawingCode = withRetries(() => import('../../cards/backgrounds.ts'), LONG_RETRY_PAUSES_MS)
fetchPartWhenIdle(loadDrawingCode)

type PaintCard = (canvas: HTMLCanvasElement, invitation: Invitation) => void

export type CardPainter = {
  /** Paints a card. Undefined until the drawing code and the fonts are loaded. */
  paint: PaintCard | undefined
  /** Starts loading the drawing code and the fonts, unless this has already begun. */
  load: () => void
}

const distinctEventsOf = (invitations: readonly Invitation[]) =>
  JSON.stringify([
    ...new Map(invitations.map(({ eventName, eventDate }) => [`${eventDate} ${eventName}`, { eventName, eventDate }])).values(),
  ])

/**
 * Returns a function that paints cards `width` pixels wide. After a change of the look or the event, it paints the former look until the
 * fonts are loaded.
 */
export function useCardPainter(drawing: CardDrawing, invitations: readonly Invitation[], width: number): CardPainter {
  const [isLoading, setLoading] = useState(false)
  const [loaded, setLoaded] = useState<{ paint: PaintCard }>()
  const events = useMemo(() => distinctEventsOf(invitations), [invitations])
  useEffect(() => {
    if (!isLoading) return
    let isCurrent = true
    async function preparePainter() {
      const { paintCard, prepareBackgrounds } = await loadDrawingCode()
      const backgrounds = await prepareBackgrounds(drawing, JSON.parse(events) as CardEventFields[], width)
      const paint: PaintCard = (canvas, invitation) => {
        const background = backgrounds.of(invitation)
        if (background) paintCard(canvas, background, backgrounds, invitation)
      }
      if (isCurrent) setLoaded({ paint })
    }
    void preparePainter()
    return () => {
      isCurrent = false
    }
  }, [isLoading, drawing, events, width])
  return useMemo(() => ({ paint: loaded?.paint, load: () => setLoading(true) }), [loaded])
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

/** The distance (pixels) from the visible area within which cards are drawn in advance. */
const DRAWING_DISTANCE = 400

type CardPreviewProps = { painter: CardPainter; invitation: Invitation; label: string; className?: string }

/** Draws one card while it is near the visible area. Elsewhere its canvas is emptied to release memory, and it is not marked as busy. */
export function CardPreview({ painter: { paint, load }, invitation, label, className = '' }: CardPreviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const isNear = useIsNearViewport(canvas, DRAWING_DISTANCE)

  useEffect(() => {
    const element = canvas.current
    if (!element) return
    if (!isNear) {
      element.width = 0
      if (isNear === false) element.ariaBusy = 'false'
      return
    }
    element.ariaBusy = 'true'
    load()
    if (!paint) return
    return queuePaint(() => {
      paint(element, invitation)
      element.ariaBusy = 'false'
    })
  }, [isNear, paint, load, invitation])

  return (
    <canvas
      aria-busy="true"
      aria-label={label}
      className={`block aspect-[2/3] w-full bg-surface-secondary ${className}`}
      ref={canvas}
      role="img"
    />
  )
}
