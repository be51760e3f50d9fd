import { type RefObject, useEffect, useState } from 'react'

/**
 * Returns whether an element is at most `margin` pixels away from the visible area; undefined until the browser has reported it. In a box
 * that scrolls, such as a dialog, an element is near only when it is visible.
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
