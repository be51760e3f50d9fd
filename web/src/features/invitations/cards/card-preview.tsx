import type { Invitation } from '@hudur/core'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { CardDrawing } from '../../../cards/paint-card.ts'
import { type Grounds, paintCard, prepareGrounds } from '../../../cards/render-card.ts'

/**
 * The grounds of these cards, so many pixels wide; undefined until the faces are there. Earlier ones stay until the next are ready.
 * `invitations` keeps its identity while it is the same list.
 */
export function useGrounds(drawing: CardDrawing, invitations: readonly Invitation[], width: number) {
  const [grounds, setGrounds] = useState<Grounds>()
  useEffect(() => {
    let isCurrent = true
    void prepareGrounds(drawing, invitations, width).then(ready => {
      if (isCurrent) setGrounds(ready)
    })
    return () => {
      isCurrent = false
    }
  }, [drawing, invitations, width])
  return grounds
}

/** Draws a little before it comes into view. */
const NEAR = '400px'

function useIsNear(target: RefObject<HTMLElement | null>) {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!target.current) return
    const observer = new IntersectionObserver(entries => setNear(entries.at(-1)?.isIntersecting ?? false), { rootMargin: NEAR })
    observer.observe(target.current)
    return () => observer.disconnect()
  }, [target])
  return isNear
}

type CardPreviewProps = { grounds: Grounds | undefined; invitation: Invitation; label: string; className?: string }

/** One card in small. It is drawn only while it is near the view, and gives its memory back when it is not. */
export function CardPreview({ grounds, invitation, label, className = '' }: CardPreviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const isNear = useIsNear(canvas)

  useEffect(() => {
    if (!canvas.current) return
    const ground = isNear ? grounds?.of(invitation) : undefined
    if (grounds && ground) paintCard(canvas.current, ground, grounds, invitation)
    else if (!isNear) canvas.current.width = 0
  }, [isNear, grounds, invitation])

  return <canvas aria-label={label} className={`block aspect-[2/3] w-full bg-surface-secondary ${className}`} ref={canvas} role="img" />
}
