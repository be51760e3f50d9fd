import type { User } from '@hudur/core'
import { type ReactNode, useDeferredValue, useEffect } from 'react'
import { useConnection } from '../backend/hooks/use-connection.ts'
import { rememberedProfile } from '../features/accounts/profile.ts'
import { useHasSessionEnded, useMe } from '../features/accounts/queries.ts'
import { lazyPart } from '../loading/lazy-part.tsx'
import { useLocation } from '../router/hooks.ts'
import { Navigate } from '../router/link.tsx'
import { returnToPage } from '../ui/dialog-history.ts'
import { ScreenSkeleton } from '../ui/skeleton.tsx'
import { ErrorScreen } from './error-screen.tsx'
import { Welcome } from './shell/welcome.tsx'

const Shell = lazyPart(async () => (await import('./shell/shell.tsx')).Shell)
/** Loads the shell, which the screens before the sign-in do without. */
export const loadShell = Shell.load

/** The users who may open a screen. */
export type Audience = 'signed-out' | 'signed-in' | 'admin' | 'user'

export const WEBSITE = '/website'
const LOGIN = '/login'

const isInAudience = (audience: Audience, { isAdmin }: Pick<User, 'isAdmin'>) =>
  audience === 'signed-in' || (audience === 'admin' && isAdmin) || (audience === 'user' && !isAdmin)

type Rule = {
  audience: Audience
  /** Where signed-in users outside the audience are redirected; the public page by default. */
  otherwise?: string | undefined
}

/** Returns the path to which a signed-in user is redirected from a screen, or undefined when the screen is for this user. */
export function redirectOf({ audience, otherwise = WEBSITE }: Rule, user: Pick<User, 'isAdmin'>) {
  return isInAudience(audience, user) ? undefined : otherwise
}

type RequireAudienceProps = Rule & {
  /** Shown in place of the screen until the server has said who is signed in. */
  waiting?: ReactNode
  children: ReactNode
}

/**
 * Shows a screen, inside the shell for signed-in users, to the audience it is for. Signed-in users outside the audience are redirected to
 * `otherwise`.
 */
export function RequireAudience({ waiting, children, ...rule }: RequireAudienceProps) {
  const { data: user, error, isPending, refetch } = useMe()
  // The first view of the screen is rendered in short tasks, between which the page reacts to the user.
  const isKnown = useDeferredValue(user !== undefined)
  const requestedPath = useRequestedPath()
  const redirect = user ? redirectOf(rule, user) : undefined

  if (rule.audience === 'signed-out') {
    const remembered = isPending && rememberedProfile.read()
    if (remembered) return <Waiting user={remembered} />
    return redirect ? <Redirect to={requestedPath ?? redirect} /> : <Welcome>{children}</Welcome>
  }
  if (isPending || (user !== undefined && !isKnown)) return <Waiting user={rememberedProfile.read()}>{waiting}</Waiting>
  if (user === undefined) return <ErrorScreen error={error} onRetry={() => void refetch()} />
  if (user === null) return <SignedOut />
  return redirect ? <Redirect to={redirect} /> : <Shell user={user}>{children}</Shell>
}

/**
 * Redirects to another path. The public page is a separate document of the server, so while the server does not answer, the sign-in
 * replaces it.
 */
export function Redirect({ to }: { to: string }) {
  const { state } = useConnection()
  const isDisconnected = state === 'disconnected'
  // The service worker shows this app at the public page's path only if the server did not answer. Wait for the test of the connection.
  const isUndecided = state === 'testing' && window.location.pathname === WEBSITE
  const isOutside = to === WEBSITE && !isDisconnected
  useEffect(() => {
    if (isOutside && !isUndecided) void returnToPage().then(() => window.location.replace(to))
  }, [isOutside, isUndecided, to])
  if (isOutside) return <Waiting user={null} />
  return <Navigate replace to={to === WEBSITE ? LOGIN : to} />
}

/** Shown until the server has said who is signed in: the shell with the last user's name, and the outline of a screen. */
function Waiting({ user, children = <ScreenSkeleton /> }: { user: User | null; children?: ReactNode }) {
  if (user) return <Shell user={user}>{children}</Shell>
  return <div className="mx-auto max-w-[1240px] px-4 py-24 md:px-6">{children}</div>
}

/**
 * Redirects visitors to the public page. After a session has expired it redirects to the sign-in, which returns to this screen afterwards.
 */
function SignedOut() {
  const { pathname, search } = useLocation()
  return useHasSessionEnded() ? <Navigate replace state={{ asked: pathname + search }} to={LOGIN} /> : <Redirect to={WEBSITE} />
}

function useRequestedPath() {
  const state: unknown = useLocation().state
  return typeof state === 'object' && state !== null && 'asked' in state && typeof state.asked === 'string' ? state.asked : undefined
}
