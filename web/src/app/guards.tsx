import type { User } from '@hudur/core/accounts/contract'
import { type ReactNode, useDeferredValue, useEffect } from 'react'
import { useConnection } from '../backend/hooks/use-connection.ts'
import { SignedInUserContext, useEndedSession, useMe } from '../backend/hooks/use-session.ts'
import { lazyComponent } from '../loading/lazy-component.tsx'
import { useLocation } from '../router/hooks.ts'
import { Navigate } from '../router/link.tsx'
import { returnToPageEntry } from '../ui/dialog-history.ts'
import { ScreenSkeleton } from '../ui/skeleton.tsx'
import { ErrorScreen } from './error-screen.tsx'
import { SignedOutLayout } from './shell/signed-out-layout.tsx'

const Shell = lazyComponent(async () => (await import('./shell/shell.tsx')).Shell)
/** Loads the script of the shell (header and navigation). Screens that open before sign-in do not need the shell. */
export const loadShell = Shell.load

/** The users who may open a screen: people without a session, all signed-in users, administrators, or the other signed-in users. */
export type Audience = 'signed-out' | 'signed-in' | 'admin' | 'user'

export const PUBLIC_PAGE_PATH = '/website'
const LOGIN_PATH = '/login'

const isInAudience = (audience: Audience, { isAdmin }: Pick<User, 'isAdmin'>) =>
  audience === 'signed-in' || (audience === 'admin' && isAdmin) || (audience === 'user' && !isAdmin)

type AudienceRule = {
  audience: Audience
  otherwise?: string | undefined
}

/** Returns the path to which a signed-in user outside the audience of a screen is redirected; undefined for its audience. */
export function redirectPathFor({ audience, otherwise = PUBLIC_PAGE_PATH }: AudienceRule, user: Pick<User, 'isAdmin'>) {
  return isInAudience(audience, user) ? undefined : otherwise
}

type RequireAudienceProps = AudienceRule & {
  /**
   * Whether the screen opens for the last account of this device before the server has answered who is signed in, which saves a round trip.
   * Screens with drafts or forms must not open early, because another account may be signed in.
   */
  opensEarly?: boolean | undefined
  waiting?: ReactNode
  children: ReactNode
}

/** Renders a screen for its audience, inside the shell if it is signed in. Redirects other signed-in users to `otherwise`. */
export function RequireAudience({ opensEarly = false, waiting, children, ...rule }: RequireAudienceProps) {
  const { data: user, error, errorUpdatedAt, isPending, isPlaceholderData, refetch } = useMe()
  const requestedPath = useRequestedPath(user)
  const redirect = user ? redirectPathFor(rule, user) : undefined
  // Only the server's answer decides about a redirect. Placeholder data are those of the user who signed in last.
  const needsAnswer = isPlaceholderData && (!opensEarly || redirect !== undefined)
  // A deferred value makes React render the screen in short tasks, so the page can react to input between them.
  const isUserKnown = useDeferredValue(user !== undefined && !needsAnswer)
  const placeholder = <UserPlaceholder user={user ?? null}>{waiting}</UserPlaceholder>

  if (needsAnswer) return placeholder
  if (rule.audience === 'signed-out') {
    return redirect ? <Redirect to={requestedPath ?? redirect} /> : <SignedOutLayout>{children}</SignedOutLayout>
  }
  if (isPending || (user !== undefined && !isUserKnown)) return placeholder
  if (user === undefined) return <ErrorScreen at={errorUpdatedAt} error={error} onRetry={() => void refetch()} />
  if (user === null) return <RedirectSignedOut />
  return redirect ? (
    <Redirect to={redirect} />
  ) : (
    <SignedInUserContext value={user}>
      <Shell key={user.id} user={user}>
        {children}
      </Shell>
    </SignedInUserContext>
  )
}

/** Redirects to another path. The public page is a document of the server; without a server, the sign-in screen replaces it. */
export function Redirect({ to }: { to: string }) {
  const { state } = useConnection()
  const isDisconnected = state === 'disconnected'
  // The service worker shows this app at the path of the public page only if the server did not respond. The redirect therefore waits
  // for the result of the connection test.
  const isUndecided = state === 'testing' && window.location.pathname === PUBLIC_PAGE_PATH
  const isOutside = to === PUBLIC_PAGE_PATH && !isDisconnected
  useEffect(() => {
    if (isOutside && !isUndecided) void returnToPageEntry().then(() => window.location.replace(to))
  }, [isOutside, isUndecided, to])
  if (isOutside) return <UserPlaceholder user={null} />
  return <Navigate replace to={to === PUBLIC_PAGE_PATH ? LOGIN_PATH : to} />
}

/** Renders the outline of a screen until the server has answered who is signed in, inside the shell if the last user is known. */
function UserPlaceholder({ user, children = <ScreenSkeleton /> }: { user: User | null; children?: ReactNode }) {
  if (user)
    return (
      <Shell key={user.id} user={user}>
        {children}
      </Shell>
    )
  return <div className="mx-auto max-w-[1240px] px-4 py-24 md:px-6">{children}</div>
}

/** Redirects to the public page; after an expired session to the sign-in screen, which then returns to the current screen. */
function RedirectSignedOut() {
  const { pathname, search } = useLocation()
  const accountId = useEndedSession()
  if (accountId === undefined) return <Redirect to={PUBLIC_PAGE_PATH} />
  const state: RequestedScreen = { asked: pathname + search, accountId }
  return <Navigate replace state={state} to={LOGIN_PATH} />
}

type RequestedScreen = { asked: string; accountId: string }

/** Returns the path at which the session of this account ended, or undefined. Another account starts at its own first screen. */
function useRequestedPath(user: User | null | undefined) {
  const { asked, accountId } = (useLocation().state ?? {}) as Partial<RequestedScreen>
  return typeof asked === 'string' && accountId === user?.id ? asked : undefined
}
