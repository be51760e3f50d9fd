import { type RefObject, useEffect, useState } from 'react'

/**
 * Returns whether an element is at most `margin` pixels away from the visible area; undefined until the browser has reported it. Browsers
 * without the option `scrollMargin` apply the distance to the window only, not to an element that scrolls inside it.
 */
export function useIsNearViewport(target: RefObject<Element | null>, margin: number): boolean | undefined {
  const [isNear, setNear] = useState<boolean>()
  useEffect(() => {
    if (!target.current) return
    const options = { rootMargin: `${margin}px`, scrollMargin: `${margin}px` }
    const observer = new IntersectionObserver(entries => setNear(entries.at(-1)?.isIntersecting ?? false), options)
    observer.observe(target.current)
    return () => observer.disconnect()
  }, [target, margin])
  return isNear
}
