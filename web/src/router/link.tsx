import { type ComponentProps, type MouseEvent, useEffect } from 'react'
import { useLocation, useNavigate } from './hooks.ts'
import type { NavigateOptions } from './router.ts'

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string }

/** Whether a press of a link stays in this tab: with the main button, and without a key that opens a tab or a window. */
const staysHere = ({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent) =>
  button === 0 && !(metaKey || altKey || ctrlKey || shiftKey)

/** A link to another screen. A link to the current address adds no entry to the browser's history. */
export function Link({ to, onClick, ...props }: LinkProps) {
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    if (event.defaultPrevented || !staysHere(event)) return
    event.preventDefault()
    void navigate(to, { replace: to === pathname + search + hash })
  }
  return <a {...props} href={to} onClick={follow} />
}

type NavLinkProps = LinkProps & {
  /** Whether only the path itself is current, and not those below it. */
  end?: boolean
}

/** A link of a navigation. It has `aria-current="page"` on its screen. */
export function NavLink({ end = false, ...props }: NavLinkProps) {
  const current = useLocation().pathname.toLowerCase().replace(/\/$/, '')
  const path = props.to.toLowerCase()
  const isCurrent = current === path || (!end && current.startsWith(`${path}/`))
  return <Link {...props} aria-current={isCurrent ? 'page' : undefined} />
}

/** Opens an address as soon as it is rendered. */
export function Navigate({ to, replace, state }: { to: string } & NavigateOptions) {
  const navigate = useNavigate()
  // The state is made anew by every render of the parent, and the address does not change meanwhile.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => void navigate(to, { replace: replace ?? false, state }), [navigate, to])
  return null
}
