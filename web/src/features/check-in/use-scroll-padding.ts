import { type RefObject, useEffect } from 'react'

/** Sets the page's scroll padding to the heights of the sticky header and footer, so that they never cover a focused element. */
export function useScrollPadding(header: RefObject<HTMLElement | null>, footer: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const [above, below] = [header.current, footer.current]
    if (!above || !below) return
    const root = document.documentElement
    const observer = new ResizeObserver(() => {
      const { bottom, position } = getComputedStyle(below)
      const covered = Number.parseFloat(bottom) + (position === 'sticky' ? below.offsetHeight : 0)
      root.style.scrollPaddingBlock = `${above.offsetHeight}px ${covered}px`
    })
    for (const element of [root, above, below]) observer.observe(element)
    return () => {
      observer.disconnect()
      root.style.scrollPaddingBlock = ''
    }
  }, [header, footer])
}
