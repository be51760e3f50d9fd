import { type ReactNode, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'

/** The fonts of printed texts (`paper.css`). The font files with letters that no visible text uses are loaded only on demand. */
const PRINT_FONTS = ['400 1em Amiri', '400 1em Paper', '600 1em Paper']

/**
 * The pages of printed content: sheets placed to the millimetre, and pages of a book. An `@page` rule in a stylesheet would apply to every
 * printed page.
 */
const PAGE_CSS = {
  borderless: '@page { size: A4; margin: 0; @bottom-center { content: none } }',
  A5: '@page { size: A5; margin: 16mm 14mm; @bottom-center { content: counter(page) } }',
}

async function waitForFontsAndPictures(element: HTMLElement) {
  const fonts = PRINT_FONTS.map(font => document.fonts.load(font, element.textContent))
  const pictures = [...element.querySelectorAll('img')].map(
    picture =>
      picture.complete ||
      new Promise(resolve => {
        picture.onload = resolve
        picture.onerror = resolve
      }),
  )
  await Promise.allSettled([...fonts, ...pictures])
}

type PrintContentProps = {
  /** The page, by default A4 with margins. `borderless` prints to the edges of A4, without page numbers. */
  page?: keyof typeof PAGE_CSS
  children: ReactNode
}

/**
 * Renders its children for printing only, and opens the print dialog when they are loaded. While mounted, the browser's print command
 * prints them instead of the page. Mounting it with another `key` prints again.
 */
export function PrintContent({ page, children }: PrintContentProps) {
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
      {page && <style>{PAGE_CSS[page]}</style>}
      {children}
    </div>,
    document.body,
  )
}
