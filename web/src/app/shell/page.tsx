import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useLocation } from '../../router/hooks.ts'
import { ScreenSkeleton } from '../../ui/skeleton.tsx'

export const PAGE_ID = 'page'

/** Renders the content of a screen. When the path changes, it receives the focus, as when a browser loads a document. */
export function Page({ children, className }: { children: ReactNode; className: string }) {
  const { pathname } = useLocation()
  const main = useRef<HTMLElement>(null)
  const last = useRef(pathname)

  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    main.current?.focus()
    window.scrollTo(0, 0)
  }, [pathname])

  return (
    <main className={`outline-none ${className}`} id={PAGE_ID} ref={main} tabIndex={-1}>
      <Suspense fallback={<ScreenSkeleton />} key={pathname}>
        {children}
      </Suspense>
    </main>
  )
}
