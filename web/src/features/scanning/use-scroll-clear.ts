import { type RefObject, useEffect } from 'react'

/** Sets the page's scroll padding to the heights of the sticky head and foot, so that they never cover a focused element. */
export function useScrollClear(head: RefObject<HTMLElement | null>, foot: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const [above, below] = [head.current, foot.current]
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
  }, [head, foot])
}
