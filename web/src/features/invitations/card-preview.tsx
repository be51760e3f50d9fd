import type { Invitation } from '@hudur/core'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { loadCardFonts } from './card-fonts.ts'
import type { CardLook } from './draw-card.ts'
import { paintCard, paintGround, wordsOf } from './render-card.ts'

/** A painted ground, and what it was painted for. */
export type Ground = { canvas: HTMLCanvasElement; look: CardLook }

/** The ground that the cards of one event share, so many pixels wide; undefined until the faces are there. An earlier one stays until the next is ready. */
export function useGround(
  look: CardLook,
  { eventName, eventDate }: Pick<Invitation, 'eventName' | 'eventDate'>,
  guestNames: string,
  width: number,
) {
  const [ground, setGround] = useState<Ground>()
  useEffect(() => {
    let isCurrent = true
    const words = wordsOf({ eventName, eventDate })
    void loadCardFonts([eventName, words.day, guestNames]).then(() => {
      if (isCurrent) setGround({ canvas: paintGround(look, words, width), look })
    })
    return () => {
      isCurrent = false
    }
  }, [look, eventName, eventDate, guestNames, width])
  return ground
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

type CardPreviewProps = { ground: Ground | undefined; invitation: Invitation; label: string; className?: string }

/** One card in small. It is drawn only while it is near the view, and gives its memory back when it is not. */
export function CardPreview({ ground, invitation, label, className = '' }: CardPreviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const isNear = useIsNear(canvas)

  useEffect(() => {
    if (!canvas.current) return
    if (isNear && ground) paintCard(canvas.current, ground.canvas, ground.look, invitation)
    else canvas.current.width = 0
  }, [isNear, ground, invitation])

  return <canvas aria-label={label} className={`block aspect-[2/3] w-full bg-surface-secondary ${className}`} ref={canvas} role="img" />
}
