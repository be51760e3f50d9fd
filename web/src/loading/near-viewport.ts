import { type RefObject, useEffect, useState } from 'react'

/**
 * Returns whether an element is at most `margin` pixels away from the visible area; undefined until the browser has reported it. An
 * element in a box that scrolls inside the page, such as a dialog, is not near before it is visible in this box.
 */
export function useIsNearViewport(target: RefObject<Element | null>, margin: number): boolean | undefined {
  const [isNear, setNear] = useState<boolean>()
  useEffect(() => {
    if (!target.current) return
    const observer = new IntersectionObserver(entries => setNear(entries.at(-1)?.isIntersecting ?? false), { rootMargin: `${margin}px` })
    observer.observe(target.current)
    return () => observer.disconnect()
  }, [target, margin])
  return isNear
}
