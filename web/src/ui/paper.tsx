import { type ReactNode, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'

/** The face of printed texts (`paper.css`). The letters that no visible text uses are loaded only on demand. */
const FACE = '400 1em Amiri'

/** The page of sheets that are placed to the millimetre. Here and not in a stylesheet, because it may apply to these sheets only. */
const BORDERLESS = '@page { size: A4; margin: 0; @bottom-center { content: none } }'

/** Resolves when the fonts and pictures of the element are loaded, or cannot be loaded. */
async function isLoaded(element: HTMLElement) {
  const font = document.fonts.load(FACE, element.textContent)
  const pictures = [...element.querySelectorAll('img')].map(
    picture =>
      picture.complete ||
      new Promise(resolve => {
        picture.onload = resolve
        picture.onerror = resolve
      }),
  )
  await Promise.allSettled([font, ...pictures])
}

type PaperProps = {
  /** Prints to the edges of A4, without margins and page numbers. */
  isBorderless?: boolean
  children: ReactNode
}

/**
 * Opens the browser's print dialog for its children when they are loaded. They are invisible on the screen. Until it is unmounted, the
 * browser's own print command prints them too, instead of the page. Another `key` prints again.
 */
export function Paper({ isBorderless = false, children }: PaperProps) {
  const paper = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let isUnmounted = false
    if (paper.current) void isLoaded(paper.current).then(() => !isUnmounted && window.print())
    return () => {
      isUnmounted = true
    }
  }, [])
  return createPortal(
    <div className="paper" ref={paper}>
      {isBorderless && <style>{BORDERLESS}</style>}
      {children}
    </div>,
    document.body,
  )
}
