import { type ComponentProps, type MouseEvent, useEffect } from 'react'
import { useLocation, useNavigate } from './hooks.ts'
import type { NavigateOptions } from './router.ts'

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string }

/** Returns whether a click on a link navigates in this tab: it uses the main button and no key that opens a new tab or window. */
const opensInThisTab = ({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent) =>
  button === 0 && !(metaKey || altKey || ctrlKey || shiftKey)

/** Renders a link to another screen. A link to the present address replaces the present entry of the browser history. */
export function Link({ to, onClick, ...props }: LinkProps) {
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  function followLink(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    if (event.defaultPrevented || !opensInThisTab(event)) return
    event.preventDefault()
    void navigate(to, { replace: to === pathname + search + hash })
  }
  return <a {...props} href={to} onClick={followLink} />
}

type NavLinkProps = LinkProps & {
  /** Whether the link counts as current only on exactly its path, and not on paths below it. */
  end?: boolean
}

/** Renders a link of a navigation bar. It has `aria-current="page"` while its screen is shown. */
export function NavLink({ end = false, ...props }: NavLinkProps) {
  const current = useLocation().pathname.toLowerCase().replace(/\/$/, '')
  const path = props.to.toLowerCase()
  const isCurrent = current === path || (!end && current.startsWith(`${path}/`))
  return <Link {...props} aria-current={isCurrent ? 'page' : undefined} />
}

export function Navigate({ to, replace, state }: { to: string } & NavigateOptions) {
  const navigate = useNavigate()
  // `state` is left out of the dependencies: it is a new object in every render of the parent, while the address stays the same.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => void navigate(to, { replace: replace ?? false, state }), [navigate, to])
  return null
}
