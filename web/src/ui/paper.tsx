import { type ReactNode, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'

/** The font of printed texts (`paper.css`). The font files with letters that no visible text uses are loaded only on demand. */
const PRINT_FONT = '400 1em Amiri'

/** The style of sheets placed to the millimetre. An `@page` rule in a stylesheet would apply to every printed page. */
const BORDERLESS_PAGE_CSS = '@page { size: A4; margin: 0; @bottom-center { content: none } }'

async function waitForFontsAndPictures(element: HTMLElement) {
  const font = document.fonts.load(PRINT_FONT, element.textContent)
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

type PrintContentProps = {
  /** Whether to print to the edges of the A4 page, without margins and page numbers. */
  isBorderless?: boolean
  children: ReactNode
}

/**
 * Renders its children for printing only, and opens the print dialog when they are loaded. While mounted, the browser's print command
 * prints them instead of the page. Mounting it with another `key` prints again.
 */
export function PrintContent({ isBorderless = false, children }: PrintContentProps) {
  const paper = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let isUnmounted = false
    if (paper.current) void waitForFontsAndPictures(paper.current).then(() => !isUnmounted && window.print())
    return () => {
      isUnmounted = true
    }
  }, [])
  return createPortal(
    <div className="paper" ref={paper}>
      {isBorderless && <style>{BORDERLESS_PAGE_CSS}</style>}
      {children}
    </div>,
    document.body,
  )
}
