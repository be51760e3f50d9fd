import { useLayoutEffect, useRef } from 'react'

/**
 * Returns the ref of a line of links or buttons that scrolls sideways. When `current` changes, the line scrolls until its current link,
 * pressed button or checked option is whole in view. The page itself does not scroll.
 */
export function useCurrentInView<Line extends HTMLElement>(current: unknown) {
  const line = useRef<Line>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the attributes that the effect reads change with `current`
  useLayoutEffect(() => {
    const frame = line.current?.getBoundingClientRect()
    const box = line.current?.querySelector('[aria-current=page], [aria-pressed=true], label:has(:checked)')?.getBoundingClientRect()
    if (!frame || !box) return
    line.current?.scrollBy({ left: Math.min(0, box.left - frame.left) + Math.max(0, box.right - frame.right) })
  }, [current])
  return line
}
